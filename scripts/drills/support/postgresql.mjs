import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { fillDatabase } from '../../../packages/server/src/database/testing/fill.ts';
import { freePort } from '../../../packages/server/src/http/testing/free-port.ts';
import { ownerOf, runAsDatabaseUser, startProgram, until } from './programs.mjs';

/** A folder that belongs to the user PostgreSQL runs as. */
export const makeDatabaseFolder = path => {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { uid, gid } = ownerOf();
  chownSync(path, uid, gid);
  return path;
};

/** Whether a server accepts statements. A `select` proves more than an open connection. */
export const answersTo = async (url, sql = 'select 1') => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000, query_timeout: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(sql);
    return Object.values(rows[0] ?? {})[0];
  } catch {
    return undefined;
  } finally {
    client.end().catch(() => undefined);
  }
};

export const runSql = (url, ...statements) => fillDatabase(url, statements);

/** A PostgreSQL of the system with the defaults of production (fsync on), and a database `gatehouse` in it. */
export const createPostgresql = async (
  context,
  { directory = join(context.directory, 'postgresql'), settings = {}, env, ...options } = {},
) => {
  const port = options.port ?? (await freePort());
  makeDatabaseFolder(directory);
  const data = join(directory, 'data');
  const url = `postgres://gatehouse:gatehouse@127.0.0.1:${port}/gatehouse`;
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await runAsDatabaseUser(
    'initdb',
    ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8'],
    { cwd: directory },
  );
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = {
    url,
    adminUrl,
    port,
    data,
    program: undefined,
    async start() {
      server.program = startProgram(context, 'postgres', ['-D', data, '-p', String(port), ...flags], {
        cwd: directory,
        env,
        asDatabaseUser: true,
      });
      try {
        await until('PostgreSQL answers', () => answersTo(adminUrl), { program: server.program });
      } catch (error) {
        // Processes of the server that was killed hold its memory for a moment. A service manager tries again too.
        if (!error.message.includes('pre-existing shared memory block')) throw error;
        await pause(100);
        await server.start();
      }
    },
    kill: () => server.program.end('SIGKILL'),
    stop: () => server.program.end('SIGINT'),
  };
  await server.start();
  await runSql(
    adminUrl,
    "create role gatehouse login createrole password 'gatehouse'",
    'create database gatehouse owner gatehouse',
  );
  return server;
};
