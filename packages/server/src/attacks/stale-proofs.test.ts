import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Step, visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import type { Browser } from '../http/testing/browser.ts';
import { hold, openAccountCenter, password, takeTokens } from './testing/people.ts';

const age = 50 * 60;
const base = '/experience/verification';

/** A page that is left open proves nothing new: a thief who finds it must not look like a user who has just signed in. */
describe.each(anyDatabase)('a thief who ends a sign-in that was left open, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await openAccountCenter(app);
  });
  afterAll(() => app.close());

  /** As if all that was proven so far had been proven that long ago. */
  const leaveOpen = () =>
    app.database.tenant('default').send(db =>
      sql`update oidc_model_instances set payload = regexp_replace(payload::text,
          '("at"|"identifiedAt"): ?(\\d{13})', '\\1: ' || (${Date.now() - age * 1000})::text, 'g')::jsonb
        where model_name = 'Interaction'`.execute(db),
    );
  const begin = (event: 'SignIn' | 'Register') =>
    visit(app, event, { scope: 'openid offline_access profile', prompt: 'consent' });
  const identify = async (step: Step, username: string) => {
    const identifier = { type: 'username', value: username };
    const proof = await step('POST', `${base}/password`, { identifier, password });
    expect((await step('POST', '/experience/identification', proof.body)).status).toBe(204);
  };
  const end = async ({ browser, step }: { browser: Browser; step: Step }) => {
    const { body, text } = await step('POST', '/experience/submit');
    expect(body.redirectTo, text).toBeTruthy();
    const { address } = await browser.follow(body.redirectTo, app.env.ENDPOINT);
    const account = hold(app, browser, (await takeTokens(app, address)).body);
    const { auth_time: provenAt, iat = 0 } = decodeJwt(account.tokens.id_token);
    return { account, secondsAgo: iat - Number(provenAt) };
  };

  test('has a session as old as the password, where a fresh one is asked for', async () => {
    await app.manage('POST', '/users', { username: 'away', password });
    const opened = await begin('SignIn');
    await identify(opened.step, 'away');
    await leaveOpen();
    const { account, secondsAgo } = await end(opened);
    expect(secondsAgo).toBeGreaterThanOrEqual(age);
    const { page } = await visit(app, undefined, { max_age: '600' }, account.browser);
    expect(new URL(page.address).pathname).toBe('/sign-in');
  });

  test('has one as old as the registration', async () => {
    const opened = await begin('Register');
    const { body } = await opened.step('POST', `${base}/new-password-identity`, {
      identifier: { type: 'username', value: 'newcomer' },
      password,
    });
    await opened.step('POST', '/experience/identification', { verificationId: body.verificationId });
    await leaveOpen();
    expect((await end(opened)).secondsAgo).toBeGreaterThanOrEqual(age);
  });

  test('has one as old as the last factor, as its owner has who proves it late', async () => {
    const { body: user } = await app.manage('POST', '/users', { username: 'slow', password });
    const { body: factor } = await app.manage('POST', `/users/${user.id}/mfa-verifications`, {
      type: 'Totp',
    });
    const opened = await begin('SignIn');
    await identify(opened.step, 'slow');
    await leaveOpen();
    const code = new TOTP({ secret: Secret.fromBase32(factor.secret) }).generate();
    expect((await opened.step('POST', `${base}/totp/verify`, { code })).status).toBe(200);
    expect((await end(opened)).secondsAgo).toBeLessThan(60);
  });
});
