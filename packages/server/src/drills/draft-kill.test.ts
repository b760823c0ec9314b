import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { createTestDatabase } from '../database/testing/postgresql.ts';
import { call, requestToken } from '../http/testing/app.ts';
import { createManager, type Settings, startVersion, workingTree } from './testing/version.ts';

/** The number of times that a server is killed. Set `KILLS` for a long run. */
const kills = Number(process.env.KILLS ?? 3);
const objects = 40;
/** The server that died had the draft for ten seconds. */
const patience = { timeout: 40_000, interval: 200 };

type Manager = { id: string; secret: string };

const start = async (settings: Settings, manager: Manager) => {
  const server = await startVersion(workingTree, settings);
  const endpoint = `http://localhost:${server.port}`;
  const { access_token: token } = await requestToken(endpoint, manager, { scope: 'all' });
  const manage = async (method: string, path: string, body?: unknown) => {
    const answer = await call(`${endpoint}/api${path}`, { method, body, token });
    expect([method, path, answer.status < 300]).toEqual([method, path, true]);
    return answer;
  };
  return {
    kill: server.kill,
    manage,
    versions: async () => {
      const { body: roles } = await manage('GET', '/roles?search=Role&page_size=100');
      const descriptions = (roles as { description: string }[]).map(({ description }) => description);
      return [...new Set(descriptions)].filter(description => description.startsWith('Version'));
    },
    countChanges: async (id: string) =>
      (await manage('GET', `/changes?objectId=${id}&page_size=100`)).body.length as number,
  };
};
type Life = Awaited<ReturnType<typeof start>>;

const createRoles = async ({ manage }: Life) => {
  const ids: string[] = [];
  for (let index = 0; index < objects; index += 1)
    ids.push((await manage('POST', '/roles', { name: `Role ${index}`, description: 'Version 0' })).body.id);
  return ids;
};

/** A draft that changes all roles in a moment. */
const scheduleVersion = async ({ manage }: Life, roles: readonly string[], version: number) => {
  const { id } = (await manage('POST', '/drafts', { name: `Draft ${version}` })).body;
  const body = { description: `Version ${version}` };
  for (const role of roles)
    await manage('POST', `/drafts/${id}/requests`, { method: 'PATCH', path: `/roles/${role}`, body });
  const at = Date.now() + 1500;
  await manage('POST', `/drafts/${id}/publish`, { at });
  return { id: id as string, at };
};

describe.each(databaseKinds)('%s', kind => {
  test(
    `a draft whose server is killed ${kills} times when it is due is published once, as a whole`,
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-kill-'));
      const database = kind === 'postgresql' ? await createTestDatabase(inject('postgresqlUrl')) : undefined;
      const settings: Settings = {
        GATEHOUSE_DATA_DIR: dataDir,
        ...(database ? { DATABASE_URL: database.url } : {}),
      };
      const lives: Life[] = [];
      try {
        const manager = await createManager(workingTree, settings);
        const begin = async () => void lives.push(await start(settings, manager));
        await begin();
        // PostgreSQL has another server that takes over.
        if (database) await begin();
        const roles = await createRoles(lives[0]!);
        for (let version = 1; version <= kills; version += 1) {
          const { id, at } = await scheduleVersion(lives[0]!, roles, version);
          const before = await lives[0]!.countChanges(id);
          await pause(at - Date.now() - 100 + Math.random() * 900);
          lives.shift()!.kill();
          await begin();
          const [{ manage, versions, countChanges }] = lives as [Life];
          expect([[`Version ${version - 1}`], [`Version ${version}`]]).toContainEqual(await versions());
          const read = async () => (await manage('GET', `/drafts/${id}`)).body;
          await expect
            .poll(read, patience)
            .toMatchObject({ publishedAt: expect.any(Number), schedule: null });
          expect(await versions()).toEqual([`Version ${version}`]);
          expect(await countChanges(id)).toBe(before + 1);
        }
      } finally {
        for (const life of lives) life.kill();
        await database?.dispose();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
    60_000 + kills * 60_000,
  );
});
