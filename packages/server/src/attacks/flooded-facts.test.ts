import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser } from '../http/testing/browser.ts';
import { password } from './testing/people.ts';

/** Each decision of the rules is recorded, so that drafts can be replayed on it. */
describe.each(anyDatabase)('a script that asks the rules again and again, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { TRUST_PROXY: 'true' } });
    await app.manage('POST', '/users', { username: 'known', password });
  });
  afterAll(() => app.close());

  const arrive = (address: string, event: 'SignIn' | 'Register') =>
    visit(app, event, {}, createBrowser(undefined, { 'x-forwarded-for': address }));
  /** The sign-ins that have records, with the number of them. */
  const kept = async () => {
    await app.app.services.audit.flush();
    const rows = await app.database.system(db => db.selectFrom('signInFacts').selectAll().execute());
    return [...Map.groupBy(rows, ({ signInId }) => signInId).values()].map(({ length }) => length);
  };
  const forget = () => app.database.system(db => db.deleteFrom('signInFacts').execute());
  const register = async (address: string, times: number) => {
    const { step } = await arrive(address, 'Register');
    for (let count = 0; count < times; count += 1)
      expect((await step('POST', '/experience/identification', {})).body.pending.code).toBe(
        'user.missing_profile',
      );
  };

  test('fills no more than the records of its network address without an account', async () => {
    for (const times of [40, 40, 5]) await register('198.51.100.1', times);
    await register('198.51.100.2', 2);
    expect((await kept()).toSorted((one, other) => one - other)).toEqual([2, 20, 40]);
    await forget();
  });

  test('fills no more than the records of one sign-in with an account', async () => {
    const enter = async (times: number) => {
      const { step } = await arrive('198.51.100.3', 'SignIn');
      const identifier = { type: 'username', value: 'known' };
      const { body } = await step('POST', '/experience/verification/password', { identifier, password });
      for (let count = 0; count < times; count += 1)
        expect((await step('POST', '/experience/identification', body)).status).toBe(204);
    };
    await enter(70);
    await enter(3);
    expect((await kept()).toSorted((one, other) => one - other)).toEqual([3, 50]);
    await forget();
  });
});
