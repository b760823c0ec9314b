import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { createTestDatabase } from '../database/testing/postgresql.ts';
import { call, requestToken } from '../http/testing/app.ts';
import { createManager, type Settings, startVersion, workingTree } from './testing/version.ts';

/** The number of times the server is killed. Set `KILLS` for a long run. */
const kills = Number(process.env.KILLS ?? 4);
const objects = 120;

const filesOf = (version: number) =>
  Array.from({ length: objects }, (_, index) => ({
    path: `roles/role-${index}.yaml`,
    text: `name: Role ${index}\ndescription: Version ${version}\n`,
  }));

const place = async (kind: (typeof databaseKinds)[number]) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-kill-'));
  const database = kind === 'postgresql' ? await createTestDatabase(inject('postgresqlUrl')) : undefined;
  const settings: Settings = {
    GATEHOUSE_DATA_DIR: dataDir,
    ...(database ? { DATABASE_URL: database.url } : {}),
  };
  return {
    settings,
    async dispose() {
      await database?.dispose();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** The server of one life, and who applies. */
const start = async (settings: Settings, manager: { id: string; secret: string }) => {
  const server = await startVersion(workingTree, settings);
  const endpoint = `http://localhost:${server.port}`;
  const { access_token: token } = await requestToken(endpoint, manager, { scope: 'all' });
  const manage = (method: string, path: string, body?: unknown) =>
    call(`${endpoint}/api${path}`, { method, body, token });
  const versions = async () => {
    const { files } = (await manage('GET', '/bundle')).body as { files: { path: string; text: string }[] };
    const found = files
      .filter(({ path }) => path.startsWith('roles/'))
      .map(({ text }) => /Version (\d+)/.exec(text)?.[1]);
    return { count: found.length, versions: [...new Set(found)] };
  };
  const apply = (version: number) =>
    manage('POST', '/bundle/apply', { files: filesOf(version), overwrite: true });
  return { server, manage, apply, versions };
};

describe.each(databaseKinds)('%s', kind => {
  test(
    `an apply that is killed ${kills} times half-way has happened as a whole or not at all`,
    async () => {
      const { settings, dispose } = await place(kind);
      try {
        const manager = await createManager(workingTree, settings);
        let life = await start(settings, manager);
        const startedAt = performance.now();
        expect((await life.apply(0)).status).toBe(200);
        const duration = performance.now() - startedAt;
        let current = 0;
        const outcomes: string[] = [];
        for (let version = 1; version <= kills; version += 1) {
          const applied = life.apply(version).then(
            ({ status }) => status,
            () => 'lost' as const,
          );
          await pause(Math.random() * duration);
          life.server.kill();
          const answer = await applied;
          life = await start(settings, manager);
          const state = await life.versions();
          expect(state.count).toBe(objects);
          expect(state.versions).toHaveLength(1);
          expect([`${current}`, `${version}`]).toContain(state.versions[0]);
          if (answer === 200) expect(state.versions[0]).toBe(`${version}`);
          const { body: changes } = await life.manage('GET', '/changes');
          // The change is there if and only if what it tells is.
          const applies = changes.filter(({ objectKind }: { objectKind: string }) => objectKind === 'bundle');
          outcomes.push(state.versions[0] === `${version}` ? 'applied' : 'nothing');
          current = Number(state.versions[0]);
          expect(applies).toHaveLength(1 + outcomes.filter(each => each === 'applied').length);
        }
        if (process.env.KILLS)
          console.info({ kind, duration: Math.round(duration), outcomes: outcomes.join(' ') });
        expect((await life.apply(kills + 1)).status).toBe(200);
        life.server.kill();
      } finally {
        await dispose();
      }
    },
    60_000 + kills * 20_000,
  );
});
