import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../http/testing/free-port.ts';

const program = 'pgbouncer';

/** Whether the machine has PgBouncer, which is a system package. */
export const hasPgBouncer = () => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** A real PgBouncer before a PostgreSQL; each transaction gets whichever of four sessions is free. */
export const startPgBouncer = async (url: string) => {
  const { hostname, port: databasePort, username, password } = new URL(url);
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-pgbouncer-'));
  const file = join(directory, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${databasePort} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 500
`,
  );
  await chmod(directory, 0o755);
  // It does not run as root.
  const user = process.getuid?.() === 0 ? ['--user=nobody'] : [];
  const child = spawn(program, ['--quiet', ...user, file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start.');
    await setTimeout(20);
  }
  const address = new URL(url);
  address.port = String(port);
  return {
    url: address.href,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const isOpen = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
