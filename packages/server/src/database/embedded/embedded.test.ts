import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createInvalidation } from '../invalidation.ts';
import { openDatabase } from '../open.ts';
import { connectEmbedded } from './connect.ts';
import { askServer, listenForCommands } from './control.ts';
import { DirectoryLockedError } from './lock.ts';

const writer = new URL('../testing/writer.ts', import.meta.url).pathname;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-embedded-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
});

const open = async () => {
  const database = await openDatabase({ dataDir });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await database.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...database, close };
};

const startWriter = (round: number) => {
  const child = spawn(process.execPath, [writer, dataDir, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

test('kill -9 in the middle of writes loses nothing that was acknowledged', {
  timeout: 120_000,
}, async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const child = startWriter(round);
    const exit = once(child, 'exit');
    const enough = acknowledged.length + 5 + Math.floor(Math.random() * 80);
    for await (const line of createInterface(child.stdout!)) {
      acknowledged.push(line);
      if (acknowledged.length === enough) child.kill('SIGKILL');
    }
    await exit;
    expect(child.signalCode).toBe('SIGKILL');
  }
  const database = await open();
  const found = await database.tenant('default').read(async db => {
    const roles = await db.selectFrom('roles').select('id').execute();
    const changes = await db.selectFrom('changes').select('objectId').execute();
    return { roles: roles.map(({ id }) => id), changes: changes.map(({ objectId }) => objectId) };
  });
  expect(acknowledged.length).toBeGreaterThanOrEqual(15);
  expect(acknowledged.filter(id => !found.roles.includes(id))).toEqual([]);
  expect(found.changes.toSorted()).toEqual(found.roles.toSorted());
});

describe('the lock of the data directory', () => {
  test('refuses a second server with the process id of the first', async () => {
    const child = startWriter(0);
    await once(child.stdout!, 'data');
    const second = openDatabase({ dataDir });
    await expect(second).rejects.toBeInstanceOf(DirectoryLockedError);
    await expect(second).rejects.toThrow(`in use by process ${child.pid}`);
  });

  test('refuses it within one process too, and gives the directory back at close', async () => {
    const first = await open();
    await expect(openDatabase({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`);
    await first.close();
    expect(existsSync(join(dataDir, 'gatehouse.lock'))).toBe(false);
    await (await open()).close();
  });

  test('of a process that died is taken over, by one only', async () => {
    const dead = { pid: 2 ** 22 - 1, processStart: '1', controlAddress: join(dataDir, 'control.sock') };
    await writeFile(join(dataDir, 'gatehouse.lock'), JSON.stringify(dead));
    const attempts = await Promise.allSettled([1, 2, 3].map(() => openDatabase({ dataDir })));
    const won = attempts.filter(attempt => attempt.status === 'fulfilled');
    expect(won).toHaveLength(1);
    await won[0]!.value.close();
  });

  test('of an earlier process with the same id is taken over', async () => {
    const reborn = { pid: process.pid, processStart: '1', controlAddress: join(dataDir, 'control.sock') };
    await writeFile(join(dataDir, 'gatehouse.lock'), JSON.stringify(reborn));
    await open();
    expect(JSON.parse(await readFile(join(dataDir, 'gatehouse.lock'), 'utf8'))).toMatchObject({
      pid: process.pid,
    });
  });
});

describe('commands', () => {
  test('go through the running server, whose socket is private', async () => {
    const stop = await listenForCommands(dataDir, {
      'number double': async (input: { number: number }) => input.number * 2,
    });
    onTestFinished(stop);
    expect(await askServer(dataDir, 'number double', { number: 21 })).toEqual({ running: true, result: 42 });
    expect((await stat(join(dataDir, 'control.sock'))).mode & 0o777).toBe(0o600);
    await expect(askServer(dataDir, 'unknown', {})).rejects.toThrow('does not know this command');
  });

  test('pass on the words of an error', async () => {
    const fail = async () => Promise.reject(new Error('That name is taken.'));
    onTestFinished(await listenForCommands(dataDir, { fail }));
    await expect(askServer(dataDir, 'fail', {})).rejects.toThrow('That name is taken.');
  });

  test('find out that no server runs', async () => {
    expect(await askServer(dataDir, 'double', {})).toEqual({ running: false });
  });
});

test('a statement without end costs the database its worker: the caller hears of it, the listeners forget everything', async () => {
  const heard: string[] = [];
  const invalidation = createInvalidation();
  invalidation.listen((tenantId, topic) => heard.push(`${tenantId}/${topic}`));
  const { pool, close } = await connectEmbedded(dataDir, invalidation, {
    patience: { startSeconds: 30, statementSeconds: 1 },
  });
  onTestFinished(close);
  await pool.query('create table kept (id int)');
  await expect(pool.query('select count(*) from generate_series(1, 1e12)')).rejects.toThrow(
    'within 1 seconds',
  );
  expect((await pool.query('select count(*)::int as count from kept')).rows).toEqual([{ count: 0 }]);
  expect(heard).toEqual(['*/*']);
});
