import { user } from '@gatehouse/contract/users.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { seedDemo } from './seed.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('postgresql');
  await seedDemo(app.database, app.vault);
});
afterAll(() => app.close());

test('the demo tenant is full, and seeding it again changes nothing', async () => {
  const count = async (path: string) =>
    Number((await app.manage('GET', `${path}?page=1&page_size=1`)).headers.get('total-number'));
  const counts = () => Promise.all(['/applications', '/users', '/organizations', '/resources'].map(count));
  const first = await counts();
  // The application of the tests, and the management API, were there before.
  expect(first).toEqual([13, 2000, 40, 5]);
  expect(await seedDemo(app.database, app.vault)).toEqual({ isNew: false });
  expect(await counts()).toEqual(first);
});

test('applications of others may ask for something', async () => {
  const { body } = await app.manage('GET', '/applications?isThirdParty=true');
  const others = body as { id: string; name: string }[];
  expect(others.map(({ name }) => name).sort()).toEqual(['Partner portal', 'Reading list']);
  for (const { id } of others) {
    const { body: ceiling } = await app.manage('GET', `/applications/${id}/user-consent-scopes`);
    expect(ceiling).toMatchObject({ userScopes: expect.arrayContaining(['profile']) });
    expect((ceiling as { resourceScopes: unknown[] }).resourceScopes.length).toBeGreaterThan(0);
  }
});

test('users of the demo come before their sign-ins, and as the API presents them', async () => {
  const { body } = await app.manage('GET', '/users?page_size=100&hasSignedIn=true');
  expect(body).toHaveLength(100);
  expect(body.every((each: unknown) => user.safeParse(each).success)).toBe(true);
  const { rows } = await app.database.tenant('default').read(db =>
    sql<{ id: string }>`
      select users.id from users join logs on logs.payload->>'userId' = users.id
      where logs.created_at < users.created_at`.execute(db),
  );
  expect(rows).toEqual([]);
});
