import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

let app: TestApp;
// For each try: the second one finds none of the objects of the first.
beforeEach(async () => {
  app = await startTestApp('postgresql');
});
afterEach(() => app.close());

const count = 5000;

const roles = (description: string) =>
  Array.from({ length: count }, (_, index) => ({
    path: `roles/role-${index}.yaml`,
    text: `name: Role ${index}\ndescription: ${description}\n`,
  }));

/** The time of a processor, which other work on the machine does not change. */
const timed = async (body: object) => {
  const before = process.cpuUsage();
  const answer = await app.manage('POST', '/bundle/plan', body);
  const { user, system } = process.cpuUsage(before);
  return { ...answer, milliseconds: (user + system) / 1000 };
};

test('5,000 objects are planned in less than 2 seconds, whether they are new, changed or unchanged', async () => {
  await timed({ files: roles('Warm').slice(0, 100) });
  const created = await timed({ files: roles('First') });
  expect(created.body.changes).toHaveLength(count);
  await app.database
    .tenant('default')
    .write(
      { actor: { kind: 'system', id: 'test' }, requestId: '', via: { method: '', path: '' } },
      async ({ db }) => {
        for (let start = 0; start < count; start += 500)
          await db
            .insertInto('roles')
            .values(
              Array.from({ length: 500 }, (_, index) => ({
                id: `role${start + index}`,
                name: `Role ${start + index}`,
                description: 'First',
                type: 'User' as const,
              })),
            )
            .execute();
      },
    );
  const pulled = await app.manage('GET', '/bundle');
  expect(pulled.status, pulled.text.slice(0, 400)).toBe(200);
  const { files } = pulled.body;
  const unchanged = await timed({ files });
  expect(unchanged.body).toMatchObject({ changes: [], unchanged: files.length });
  const changed = await timed({ files: roles('Second') });
  expect(changed.body.changes).toHaveLength(count);
  const times = [created, unchanged, changed].map(({ milliseconds }) => Math.round(milliseconds));
  if (process.env.BUNDLE_TENANTS) console.info({ planned: times });
  for (const milliseconds of times) expect(milliseconds).toBeLessThan(2000);
});
