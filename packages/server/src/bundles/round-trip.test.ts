import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { generatedTenant } from './testing/generated-tenants.ts';

/** The share of each run of the suite. CONTRIBUTING.md has the command of the long run. */
const tenants = Number(process.env.BUNDLE_TENANTS ?? 8);
const seed = Number(process.env.BUNDLE_SEED ?? 20_261_118);

let one: TestApp;
let other: TestApp;
beforeAll(async () => {
  one = await startTestApp('postgresql');
  other = await startTestApp('postgresql');
});
afterAll(async () => {
  await one.close();
  await other.close();
});

const pull = async (app: TestApp) => (await app.manage('GET', '/bundle')).body.files;

const send = async (app: TestApp, path: string, body: object) => {
  const { status, body: answer } = await app.manage('POST', `/bundle/${path}`, { delete: true, ...body });
  expect({ status, ...(status === 200 ? {} : answer) }).toEqual({ status: 200 });
  return answer;
};

test(
  `what is pulled from ${tenants} generated tenants and applied to another one is pulled from there byte by byte`,
  async () => {
    let count = 0;
    const property = fc.asyncProperty(generatedTenant, async ({ files, variables }) => {
      for (const app of [one, other]) await send(app, 'apply', { files: [], overwrite: true });
      await send(one, 'apply', { files, variables, overwrite: true });
      expect((await send(one, 'plan', { files, variables })).changes).toEqual([]);
      const pulled = await pull(one);
      await send(other, 'apply', { files: pulled, variables, overwrite: true });
      expect(await pull(other)).toEqual(pulled);
      expect((await send(other, 'plan', { files: pulled, variables })).changes).toEqual([]);
      expect((await send(one, 'plan', { files: pulled })).changes).toEqual([]);
      count += 1;
      if (process.env.BUNDLE_TENANTS && count % 50 === 0) console.info({ seed, count });
    });
    await fc.assert(property, { numRuns: tenants, seed, endOnFailure: true });
  },
  Math.max(300_000, tenants * 20_000),
);
