import { multiFactorAcr } from '@gatehouse/contract/authentication-levels.ts';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { enter, openAccountCenter, password } from './testing/people.ts';

const scope = 'openid offline_access profile';
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** The session says that the user signed in, not that the user is there. */
describe.each(anyDatabase)('a thief with the session of a user who has no factor yet, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await openAccountCenter(app);
  });
  afterAll(() => app.close());

  test('cannot plant one by asking for a higher level, and prove to be the user with it', async () => {
    await app.manage('PATCH', '/sign-in-exp', { mfa: { policy: 'NoPrompt', factors: ['Totp'] } });
    const { body: user } = await app.manage('POST', '/users', { username: 'robbed', password });
    const { browser } = await enter(app, { username: 'robbed' });
    const signedInAgo = (minutes: number) =>
      app.database.tenant('default').send(db =>
        sql`update oidc_model_instances set payload = jsonb_set(payload, '{loginTs}',
            to_jsonb(${Math.floor(Date.now() / 1000) - minutes * 60}::int))
          where model_name = 'Session' and account_id = ${user.id}`.execute(db),
      );
    const asked = { scope, acr_values: multiFactorAcr, prompt: 'consent' };
    const plant = async () => {
      const { step, page } = await visit(app, 'SignIn', asked, browser);
      const { body } = await step('POST', '/experience/verification/totp/secret');
      const { verificationId, secret = 'A' } = body;
      await step('POST', '/experience/verification/totp/verify', { verificationId, code: codeOf(secret) });
      await step('POST', '/experience/profile/mfa', { type: 'Totp', verificationId });
      const done = await step('POST', '/experience/submit');
      return { pathname: new URL(page.address).pathname, done };
    };
    await signedInAgo(11);
    const late = await plant();
    expect(late).toMatchObject({
      pathname: '/sign-in',
      done: { body: { code: 'session.identifier_not_found' } },
    });
    expect((await app.manage('GET', `/users/${user.id}/mfa-verifications`)).body).toEqual([]);

    // A user who has just signed in is not asked again.
    await signedInAgo(9);
    const { pathname, done } = await plant();
    expect(pathname).toBe('/step-up');
    expect(done.status, done.text).toBe(200);
    expect((await app.manage('GET', `/users/${user.id}/mfa-verifications`)).body).toMatchObject([
      { type: 'Totp' },
    ]);
  });
});
