import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const debianPostgresql = '/usr/lib/postgresql';

/** Debian keeps the server programs of PostgreSQL outside the path, one folder for each version. */
const postgresqlFolders = () =>
  existsSync(debianPostgresql)
    ? readdirSync(debianPostgresql)
        .sort((one, other) => Number(other) - Number(one))
        .map(version => join(debianPostgresql, version, 'bin'))
    : [];

const isProgram = path => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The path of a command, if it is installed. */
export const findCommand = command =>
  [...postgresqlFolders(), ...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin']
    .map(folder => join(folder, command))
    .find(isProgram);

export const commandPath = command => {
  const path = findCommand(command);
  if (!path) throw new Error(`${command} is missing.`);
  return path;
};

/** The Debian package of each command, and how the command states its version. */
const components = {
  postgres: { name: 'PostgreSQL', package: 'postgresql', ask: ['--version'] },
  patroni: { name: 'Patroni', package: 'patroni', ask: ['--version'] },
  etcd: { name: 'etcd', package: 'etcd-server', ask: ['--version'] },
  haproxy: { name: 'HAProxy', package: 'haproxy', ask: ['-v'] },
  nginx: { name: 'nginx', package: 'nginx-light', ask: ['-v'] },
  caddy: { name: 'Caddy', package: 'caddy', ask: ['version'] },
  pgbackrest: { name: 'pgBackRest', package: 'pgbackrest', ask: ['version'] },
};

/** The commands a drill is missing, in a sentence for the terminal. Undefined if it has all of them. */
export const missingComponents = needs => {
  const missing = needs.filter(command => !findCommand(command));
  if (!missing.length) return undefined;
  const packages = missing.map(command => components[command]?.package ?? command);
  return `${missing.join(', ')} not found. On Debian: apt-get install --no-install-recommends ${packages.join(' ')}`;
};

/** Names and versions, such as "PostgreSQL 15.18, HAProxy 2.6.12". */
export const versionsOf = needs =>
  needs
    .filter(command => components[command])
    .map(command => {
      const { name, ask } = components[command];
      // nginx says it on stderr.
      const { stdout, stderr } = spawnSync(commandPath(command), ask, { encoding: 'utf8' });
      return `${name} ${/\d+(\.\d+)+/.exec(stdout + stderr)?.[0] ?? ''}`;
    })
    .join(', ');
