import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putOnPlan } from '../api/cloud/testing/people.ts';
import { visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser } from '../http/testing/browser.ts';

const day = 24 * 60 * 60_000;

describe.each(anyDatabase)('a day of built-in emails that strangers used up, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { GATEHOUSE_EDITION: 'cloud' } });
    await putOnPlan(app, 'default', 'dev');
    await app.manage('PATCH', '/sign-in-exp', {
      signIn: {
        methods: [{ identifier: 'email', password: false, verificationCode: true, isPasswordPrimary: false }],
      },
      signUp: { identifiers: ['email'], password: false, verify: true },
    });
    await app.database.system(db =>
      db
        .insertInto('builtInEmailDays')
        .values({ tenantId: 'default', day: Date.now() - (Date.now() % day), sentCount: 100 })
        .execute(),
    );
  });
  afterAll(() => app.close());

  const create = async (primaryEmail: string) =>
    (await app.manage('POST', '/users', { primaryEmail, isEmailVerified: true })).body.id as string;

  test('does not tell who has an account', async () => {
    await create('known@example.com');
    const ask = async (value: string) => {
      const { step } = await visit(app, 'SignIn', {}, createBrowser());
      const identifier = { type: 'email', value };
      const { status, body } = await step('POST', '/experience/verification/verification-code', {
        identifier,
        interactionEvent: 'SignIn',
      });
      return { status, code: body.code };
    };
    const [known, unknown] = [await ask('known@example.com'), await ask('unknown@example.com')];
    expect(known).toEqual({ status: 429, code: 'connector.built_in_email_limit' });
    expect(unknown).toEqual(known);
  });

  test('has room for what warns users', async () => {
    const id = await create('warned@example.com');
    await app.manage('PATCH', `/users/${id}`, { primaryPhone: '12025550142' });
    await app.app.services.jobs.runDue();
    const told = await app.database
      .tenant('default')
      .read(db =>
        db
          .selectFrom('messages')
          .select(['templateType', 'recipient'])
          .where('recipient', '=', 'warned@example.com')
          .execute(),
      );
    expect(told).toEqual([{ templateType: 'PhoneChanged', recipient: 'warned@example.com' }]);
  });
});
