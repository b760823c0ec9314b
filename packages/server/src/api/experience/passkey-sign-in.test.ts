import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createAuthenticator } from './testing/authenticator.ts';
import { type Step, visit } from './testing/visit.ts';

const password = 'correct horse battery';
const base = '/experience/verification';
const askPath = `${base}/sign-in-passkey/authentication`;
const preparePath = '/experience/preflight/sign-in-passkey/authentication';

describe.each(anyDatabase)('signing in with a passkey on %s', kind => {
  let app: TestApp;
  let authenticator: ReturnType<typeof createAuthenticator>;
  let userId: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    authenticator = createAuthenticator(app.env.ENDPOINT);
    userId = (await app.manage('POST', '/users', { username: 'pia', password })).body.id;
  });
  afterAll(() => app.close());

  const settings = (patch: object) => app.manage('PATCH', '/sign-in-exp', patch);
  const byPassword = async (username = 'pia') => {
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'username', value: username };
    const { body } = await step('POST', `${base}/password`, { identifier, password });
    await step('POST', '/experience/identification', { verificationId: body.verificationId });
    return step;
  };
  const finish = async (step: Step, verificationId: string) => {
    const identified = await step('POST', '/experience/identification', { verificationId });
    return { identified, submitted: await step('POST', '/experience/submit') };
  };
  const ask = (step: Step, value = 'pia') =>
    step('POST', askPath, { identifier: { type: 'username', value } });

  test('422 as long as the tenant has not turned it on', async () => {
    const { step } = await visit(app, 'SignIn');
    for (const answer of [await step('POST', preparePath), await ask(step)])
      expect(answer).toMatchObject({ status: 422, body: { code: 'user.sign_in_method_not_enabled' } });
    await settings({ passkeySignIn: { enabled: true, showPasskeyButton: true, allowAutofill: true } });
    const { body } = await app.manage('GET', '/.well-known/sign-in-exp');
    expect(body.passkeySignIn).toEqual({ enabled: true, showPasskeyButton: true, allowAutofill: true });
  });

  test('who signs in otherwise is offered one, can turn it down, and is not asked again', async () => {
    await app.manage('POST', '/users', { username: 'quentin', password });
    const step = await byPassword('quentin');
    expect(await step('POST', '/experience/submit')).toMatchObject({
      status: 422,
      body: { code: 'user.passkey_preferred', data: { skippable: true } },
    });
    expect((await step('POST', '/experience/profile/mfa/passkey-skipped')).status).toBe(204);
    expect((await step('GET', '/experience/interaction')).body.mfa.passkeySkipped).toBe(true);
    expect((await step('POST', '/experience/submit')).status).toBe(200);
    const again = await byPassword('quentin');
    expect((await again('POST', '/experience/submit')).status).toBe(200);
  });

  test('who takes one signs in with it from then on', async () => {
    const step = await byPassword();
    const nothing = await step('POST', '/experience/profile/mfa/passkey', { verificationId: 'none' });
    expect(nothing.status).toBe(404);
    const { body } = await step('POST', `${base}/web-authn/registration`);
    const { verificationId, registrationOptions } = body;
    const unproven = await step('POST', '/experience/profile/mfa/passkey', { verificationId });
    expect(unproven.body.code).toBe('session.passkey_sign_in.pending_info_not_found');
    const payload = authenticator.register(registrationOptions);
    await step('POST', `${base}/web-authn/registration/verify`, { verificationId, payload });
    expect((await step('POST', '/experience/profile/mfa/passkey', { verificationId })).status).toBe(204);
    expect((await step('POST', '/experience/submit')).status).toBe(200);
  });

  test('with an identifier: any passkey of the site is asked for', async () => {
    const { step } = await visit(app, 'SignIn');
    const { body } = await ask(step);
    expect(body.authenticationOptions).toMatchObject({
      userVerification: 'required',
      allowCredentials: [],
    });
    const payload = authenticator.authenticate(body.authenticationOptions, userId);
    const { verificationId } = body;
    const verified = await step('POST', `${askPath}/verify`, { verificationId, payload });
    expect(verified).toMatchObject({ status: 200, body: { verificationId } });
    const { identified, submitted } = await finish(step, verificationId);
    expect(identified.status).toBe(204);
    expect(submitted.body.redirectTo).toContain('/oidc/auth/');
    const repeated = await step('POST', `${askPath}/verify`, { verificationId, payload });
    expect(repeated.status).toBeGreaterThanOrEqual(400);
  });

  test('without an identifier: the passkey says who it is, and no second factor is asked for', async () => {
    await settings({ mfa: { factors: ['Totp', 'WebAuthn'], policy: 'Mandatory' } });
    const { step } = await visit(app);
    const { status, body } = await step('POST', preparePath);
    expect(status).toBe(200);
    await step('PUT', '/experience', { interactionEvent: 'SignIn' });
    const payload = authenticator.authenticate(body.authenticationOptions, userId);
    const verified = await step('POST', `${askPath}/verify`, { payload });
    expect(verified.status).toBe(200);
    expect((await finish(step, verified.body.verificationId)).submitted.status).toBe(200);
    await settings({ mfa: { factors: [], policy: 'NoPrompt' } });
  });

  test('400 for a passkey without user verification, a foreign challenge, a stranger’s passkey and a used challenge', async () => {
    const { step } = await visit(app, 'SignIn');
    const verify = (payload: object) => step('POST', `${askPath}/verify`, { payload });
    const prepare = async () => (await step('POST', preparePath)).body.authenticationOptions;
    const failed = { status: 400, body: { code: 'session.mfa.webauthn_verification_failed' } };
    const locked = authenticator.authenticate(await prepare());
    expect(
      await verify({ ...locked, response: { ...locked.response, userHandle: handleOf(userId) } }),
    ).toMatchObject(failed);
    expect(await verify(locked)).toMatchObject({
      status: 400,
      body: { code: 'session.passkey_sign_in.pending_info_not_found' },
    });
    await prepare();
    expect(await verify(authenticator.authenticate({ challenge: 'foreign' }, userId))).toMatchObject(failed);
    const stranger = createAuthenticator(app.env.ENDPOINT);
    expect(await verify(stranger.authenticate(await prepare(), userId))).toMatchObject(failed);
    expect(await verify(stranger.authenticate(await prepare(), 'nobody'))).toMatchObject(failed);
  });

  test('403 for people of an enterprise, 401 for who is suspended', async () => {
    const verify = async () => {
      const { step } = await visit(app, 'SignIn');
      const { body } = await step('POST', preparePath);
      const payload = authenticator.authenticate(body.authenticationOptions, userId);
      return step('POST', `${askPath}/verify`, { payload });
    };
    await app.manage('PATCH', `/users/${userId}`, { primaryEmail: 'pia@okta.example' });
    await app.manage('POST', '/sso-connectors', {
      providerName: 'OIDC',
      connectorName: 'Okta',
      domains: ['okta.example'],
      config: { issuer: 'https://id.enterprise.example', clientId: 'client', clientSecret: 'secret' },
    });
    await settings({ singleSignOnEnabled: true });
    expect(await verify()).toMatchObject({
      status: 403,
      body: { code: 'session.passkey_sign_in.sso_users_not_allowed' },
    });
    await settings({ singleSignOnEnabled: false });
    await app.manage('PATCH', `/users/${userId}/is-suspended`, { isSuspended: true });
    expect(await verify()).toMatchObject({ status: 401, body: { code: 'user.suspended' } });
  });
});

const handleOf = (userId: string) => Buffer.from(userId).toString('base64url');
