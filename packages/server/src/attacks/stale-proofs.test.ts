import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveByCode, type Step, visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import type { Browser } from '../http/testing/browser.ts';
import { hold, openAccountCenter, password, takeTokens } from './testing/people.ts';

const age = 50 * 60;
const tenMinutes = 10 * 60;
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
  const leaveOpen = (seconds = age) =>
    app.database.tenant('default').send(db =>
      sql`update oidc_model_instances set payload = regexp_replace(payload::text,
          '("at"|"identifiedAt"): ?(\\d{13})', '\\1: ' || (${Date.now() - seconds * 1000})::text, 'g')::jsonb
        where model_name = 'Interaction'`.execute(db),
    );
  const begin = (event: 'SignIn' | 'Register' | 'ForgotPassword', parameters: Record<string, string> = {}) =>
    visit(app, event, { scope: 'openid offline_access profile', prompt: 'consent', ...parameters });
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

  test('gets nothing where a fresh sign-in was asked for, and a slow user gets through', async () => {
    await app.manage('POST', '/users', { username: 'hurried', password });
    const { body: strict } = await app.manage('POST', '/applications', {
      name: 'Vault',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [`${app.env.ENDPOINT}/demo-app`], postLogoutRedirectUris: [] },
      customClientMetadata: { maximumAuthenticationAge: 60 },
    });
    const endAfter = async (seconds: number, parameters: Record<string, string>) => {
      const { browser, step } = await begin('SignIn', parameters);
      await identify(step, 'hurried');
      await leaveOpen(seconds);
      const { body } = await step('POST', '/experience/submit');
      const { address } = await browser.follow(body.redirectTo, app.env.ENDPOINT);
      return new URL(address).pathname;
    };
    for (const fresh of [
      { max_age: '60' },
      { max_age: '0' },
      { prompt: 'login' },
      { client_id: strict.id },
    ] as Record<string, string>[]) {
      expect([fresh, await endAfter(tenMinutes + 60, fresh)]).toEqual([fresh, '/sign-in']);
      expect([fresh, await endAfter(tenMinutes - 60, fresh)]).toEqual([fresh, '/demo-app']);
    }
    expect(await endAfter(age, { max_age: '3600' })).toBe('/demo-app');
    expect(await endAfter(age, {})).toBe('/demo-app');
  });

  describe('adds nothing of their own to the account, but the user signs in again and does', () => {
    const over = { status: 400, body: { code: 'session.not_found' } };
    const emailOf = (step: Step, address: string) =>
      proveByCode(app, step, { type: 'email', value: address });

    test('no factor', async () => {
      await app.manage('POST', '/users', { username: 'unguarded', password });
      const { step } = await begin('SignIn');
      await identify(step, 'unguarded');
      const bind = async () => {
        const { body } = await step('POST', `${base}/totp/secret`);
        const code = new TOTP({ secret: Secret.fromBase32(body.secret ?? 'A') }).generate();
        const { verificationId } = body;
        await step('POST', `${base}/totp/verify`, { verificationId, code });
        return step('POST', '/experience/profile/mfa', { type: 'Totp', verificationId });
      };
      await leaveOpen(tenMinutes + 60);
      expect(await bind()).toMatchObject(over);
      expect((await step('POST', '/experience/submit')).status).toBe(404);
      await step('PUT', '/experience', { interactionEvent: 'SignIn' });
      await identify(step, 'unguarded');
      expect((await bind()).status).toBe(204);
      expect((await step('POST', '/experience/submit')).body.code).toBe('session.mfa.backup_code_required');
    });

    test('no address', async () => {
      const { body: user } = await app.manage('POST', '/users', { username: 'unreachable', password });
      const { step } = await begin('SignIn');
      await identify(step, 'unreachable');
      await leaveOpen(tenMinutes + 60);
      const verificationId = await emailOf(step, 'thief@example.com');
      const added = await step('POST', '/experience/profile', { type: 'email', verificationId });
      expect(added).toMatchObject(over);
      expect((await app.manage('GET', `/users/${user.id}`)).body.primaryEmail).toBeNull();
    });

    test('no password, with a code of the user from an hour ago', async () => {
      const address = 'forgetful@example.com';
      await app.manage('POST', '/users', { username: 'forgetful', primaryEmail: address, password });
      const { step } = await begin('ForgotPassword');
      const reset = async () => {
        const verificationId = await proveByCode(
          app,
          step,
          { type: 'email', value: address },
          'ForgotPassword',
        );
        const { status, text } = await step('POST', '/experience/identification', { verificationId });
        expect(status, text).toBe(204);
      };
      await reset();
      await leaveOpen(tenMinutes + 60);
      const choose = () => step('PUT', '/experience/profile/password', { password: 'the thief chose it' });
      expect(await choose()).toMatchObject(over);
      await step('PUT', '/experience', { interactionEvent: 'ForgotPassword' });
      await reset();
      expect((await choose()).status).toBe(204);
    });
  });
});
