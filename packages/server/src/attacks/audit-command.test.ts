import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { programs } from '../cli/testing/programs.ts';
import { startLinker } from '../database/chain/linker.ts';
import type { ChainReport } from '../database/chain/verify.ts';
import { openTestDatabase } from '../database/testing/open.ts';
import { createTenants, testOrigin } from '../database/testing/tenants.ts';
import { createLogger } from '../log.ts';
import { chainAttacks } from './testing/chain-attacks.ts';

/** On PostgreSQL, because the embedded database is held by the process that serves it. */
test('the command tells the end of a chain, or where it is broken, and by its exit code', async () => {
  const database = await openTestDatabase('postgresql');
  await createTenants(database, 't', 'u');
  const linker = startLinker(database, createLogger('silent'));
  try {
    await database
      .tenant('u')
      .write(testOrigin, tx => tx.insert('roles', { id: 'one', name: 'one', description: '' }));
    for (const id of ['one', 'two', 'three', 'four'])
      await database
        .tenant('t')
        .write(testOrigin, tx => tx.insert('roles', { id, name: id, description: '' }));
    await linker.link();
    const run = async (...parameters: string[]) => {
      const child = spawn(process.execPath, [programs.command, 'audit', 'verify', ...parameters], {
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: database.options.url,
          GATEHOUSE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        },
      });
      const [output, errors] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { code: child.exitCode, output, errors };
    };
    const good = await run('--tenant', 't');
    expect(good).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^t: ok, 4 changes, head 4:\w{64}\n$/),
    });
    const [head] = /4:\w{64}/.exec(good.output)!;
    expect((await run('--tenant', 't', '--expect', head)).code).toBe(0);
    expect((await run('--tenant', 'u')).output).toMatch(/^u: ok, 1 change, head 1:/);
    await database.system(db => chainAttacks['an edited entry'].run.execute(db));
    const bad = await run('--tenant', 't');
    expect(bad).toMatchObject({ code: 1, output: expect.stringContaining('t: broken. Number 4') });
    const json = await run('--json');
    expect(json.code).toBe(1);
    const reports: ChainReport[] = JSON.parse(json.output);
    expect(reports.find(({ tenantId }) => tenantId === 't')?.break).toMatchObject({ kind: 'edited' });
    expect((await run('--expect', head)).errors).toContain('--expect needs --tenant');
  } finally {
    await linker.stop();
    await database.close();
  }
});
