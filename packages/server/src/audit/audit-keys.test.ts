import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AuditKey, auditKeys } from '@gatehouse/contract/audit.ts';
import * as openid from 'openid-client';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthenticator } from '../api/experience/testing/authenticator.ts';
import { keepMessages, proveByCode, readMessage, type Step, visit } from '../api/experience/testing/visit.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createPeople } from '../oidc/testing/people.ts';

const password = 'correct horse battery';
const base = '/experience/verification';
const api = 'https://orders.example/api';
const byUsername = {
  identifier: 'username',
  password: true,
  verificationCode: false,
  isPasswordPrimary: true,
};
const byCode = (identifier: string) => ({
  ...byUsername,
  identifier,
  verificationCode: true,
  isPasswordPrimary: false,
});

/** Written by the plugs to the outside, whose own tests tell of them; `Unknown` is for entries of older versions. */
const isElsewhere = (key: AuditKey) =>
  /^TriggerHook\.|^BackchannelLogout$|^ClientRegistration$|^Account\.|^DraftPreview\.|^PersonalData\.|^SamlApplication\.|^SamlLogout\.|^Sms\.|\.(?:Social|EnterpriseSso|IdpInitiatedSso)\.|^Unknown$/.test(
    key,
  );

let app: TestApp;
let captcha: Server;
beforeAll(async () => {
  captcha = createServer((_, response) => response.end('{"success":true}'));
  await new Promise<void>(resolve => captcha.listen(0, resolve));
  const { port } = captcha.address() as AddressInfo;
  // These entries do not depend on the database, so one kind is enough.
  app = await startTestApp('postgresql', {
    variables: { GATEHOUSE_CAPTCHA_VERIFY_URL: `http://localhost:${port}` },
    auditIntervalMs: 3_600_000,
  });
  await keepMessages(app);
});
afterAll(async () => {
  await app.close();
  captcha.close();
});

const settings = async (patch: object) => {
  const { status, text } = await app.manage('PATCH', '/sign-in-exp', patch);
  expect(status, text).toBe(200);
};
const createUser = async (fields: object) =>
  (await app.manage('POST', '/users', { password, ...fields })).body as { id: string };
const identify = (step: Step, verificationId: string) =>
  step('POST', '/experience/identification', { verificationId });
const finish = (step: Step) => step('POST', '/experience/submit');

const useTokens = async () => {
  const people = createPeople(app);
  await app.manage('POST', '/resources', { name: 'Orders', indicator: api });
  for (const token of ['access-token', 'client-credentials'])
    await app.manage('PUT', `/configs/jwt-customizer/${token}`, {
      script: "const getCustomJwtClaims = () => { throw new Error('no') };",
    });
  const robot = await people.createApplication({ name: 'Robot', type: 'MachineToMachine' });
  const shop = await people.createApplication({ name: 'Shop', type: 'SPA' });
  const client = await people.discover(shop.id);
  const query = { client_id: shop.id, redirect_uri: 'https://elsewhere.example', response_type: 'code' };
  await fetch(`${app.env.ENDPOINT}/oidc/auth?${new URLSearchParams(query)}`);
  const { tokens, userId } = await people.register(client, 'tokens', { resource: api });
  const refreshed = await openid.refreshTokenGrant(client, tokens!.refresh_token!, { resource: api });
  const exchange = (fields: Record<string, string>) =>
    call(`${app.env.ENDPOINT}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${btoa(`${robot.id}:${robot.secret}`)}`,
      },
    });
  for (const type of ['token-exchange', 'device_code', 'made-up'])
    await exchange({ grant_type: `urn:ietf:params:oauth:grant-type:${type}` });
  await exchange({ grant_type: 'client_credentials', resource: api });
  const { body } = await app.manage('GET', `/users/${userId}/grants`);
  await app.manage('DELETE', `/users/${userId}/grants/${body.grants[0].id}`);
  await openid.tokenRevocation(client, refreshed.refresh_token!);
};

const useCodesAndLinks = async () => {
  for (const type of ['postFirstFactorVerification', 'postSignIn'])
    await app.manage('PUT', `/configs/actions/action.${type}`, { script: 'const runAction = () => ({});' });
  await settings({
    signIn: { methods: [byUsername, byCode('email'), byCode('phone')] },
    signUp: { identifiers: ['email', 'phone'], password: false, verify: true },
  });
  const user = { primaryEmail: 'code@example.com', primaryPhone: '4915100001' };
  await createUser({ username: 'codes', ...user });
  const known = [
    { type: 'email', value: user.primaryEmail },
    { type: 'phone', value: user.primaryPhone },
  ] as const;
  const fresh = [
    { type: 'email', value: 'fresh@example.com' },
    { type: 'phone', value: '4915100002' },
  ] as const;
  for (const event of ['SignIn', 'Register', 'ForgotPassword'] as const)
    for (const identifier of event === 'Register' ? fresh : known) {
      const { step } = await visit(app, event);
      await identify(step, await proveByCode(app, step, identifier, event));
      if (event === 'ForgotPassword')
        await step('PUT', '/experience/profile/password', { password: `${password} ${identifier.type}` });
      await finish(step);
    }
  for (const [event, email] of [
    ['SignIn', user.primaryEmail],
    ['Register', 'linked@example.com'],
    ['ForgotPassword', user.primaryEmail],
  ] as const) {
    const context = event === 'ForgotPassword' ? { interactionEvent: event } : {};
    const { body } = await app.manage('POST', '/one-time-tokens', { email, context });
    const { step } = await visit(app, event);
    const identifier = { type: 'email', value: email };
    await step('POST', `${base}/one-time-token/verify`, { identifier, token: body.token });
  }
  const { step } = await visit(app, 'SignIn');
  for (const interactionEvent of ['Register', 'SignIn'])
    await step('PUT', '/experience/interaction-event', { interactionEvent });
  const forgetful = await visit(app, 'ForgotPassword');
  await forgetful.step('PUT', '/experience/interaction-event', { interactionEvent: 'ForgotPassword' });
};

/** Every second factor is set up, and every one proven, rightly or not. */
const useFactors = async (step: Step, userId: string) => {
  const number = `49152${Math.random().toString().slice(2, 8)}`;
  await app.manage('PATCH', `/users/${userId}`, {
    primaryEmail: `${userId}@example.com`,
    primaryPhone: number,
  });
  for (const [identifierType, recipient] of [
    ['email', `${userId}@example.com`],
    ['phone', number],
  ] as const) {
    const { body } = await step('POST', `${base}/mfa-verification-code`, { identifierType });
    const { code } = await readMessage(app, recipient);
    const { verificationId } = body;
    await step('POST', `${base}/mfa-verification-code/verify`, { identifierType, verificationId, code });
  }
  const bind = (type: string, verificationId: string) =>
    step('POST', '/experience/profile/mfa', { type, verificationId });
  const totp = (await step('POST', `${base}/totp/secret`)).body;
  const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate();
  await step('POST', `${base}/totp/verify`, { code, verificationId: totp.verificationId });
  await bind('Totp', totp.verificationId);
  const passkey = (await step('POST', `${base}/web-authn/registration`)).body;
  const payload = createAuthenticator(app.env.ENDPOINT).register(passkey.registrationOptions);
  const { verificationId } = passkey;
  await step('POST', `${base}/web-authn/registration/verify`, { verificationId, payload });
  await step('POST', '/experience/profile/mfa/passkey', { verificationId });
  await bind('WebAuthn', verificationId);
  await bind('BackupCode', (await step('POST', `${base}/backup-code/generate`)).body.verificationId);
  await step('POST', `${base}/backup-code/verify`, { code: 'wrong' });
  await step('POST', '/experience/profile/mfa/mfa-enabled');
};

/** Users without an address set one up as their second factor. */
const bindAddresses = async () => {
  await settings({
    signIn: { methods: [byUsername] },
    signUp: { identifiers: ['username'], password: true, verify: false },
    mfa: { policy: 'UserControlled', factors: ['EmailVerificationCode', 'PhoneVerificationCode'] },
  });
  for (const event of ['SignIn', 'Register'] as const)
    for (const [type, value] of [
      ['email', `${event}@factor.example`.toLowerCase()],
      ['phone', event === 'SignIn' ? '4915300001' : '4915300002'],
    ] as const) {
      const identifier = { type: 'username', value: `bare_${event}_${type}`.toLowerCase() };
      if (event === 'SignIn') await createUser({ username: identifier.value });
      const { step } = await visit(app, event);
      const way = event === 'SignIn' ? 'password' : 'new-password-identity';
      const { body } = await step('POST', `${base}/${way}`, { identifier, password });
      await identify(step, body.verificationId);
      const verificationId = await proveByCode(app, step, { type, value });
      const factor = type === 'email' ? 'EmailVerificationCode' : 'PhoneVerificationCode';
      await step('POST', '/experience/profile/mfa', { type: factor, verificationId });
    }
};

const useSecondFactors = async () => {
  await settings({
    signIn: { methods: [byUsername] },
    signUp: {
      identifiers: ['username'],
      password: true,
      verify: true,
      secondaryIdentifiers: [{ identifier: 'emailOrPhone', verify: true }],
    },
    mfa: {
      policy: 'UserControlled',
      factors: ['Totp', 'WebAuthn', 'BackupCode', 'EmailVerificationCode', 'PhoneVerificationCode'],
    },
    passkeySignIn: { enabled: true },
  });
  const identifier = { type: 'username', value: 'factors' };
  const { step: register } = await visit(app, 'Register');
  const address = { type: 'email', value: 'factors@example.com' } as const;
  const proven = await proveByCode(app, register, address, 'Register');
  await register('POST', '/experience/profile', { type: 'email', verificationId: proven });
  const proposed = await register('POST', `${base}/new-password-identity`, { identifier, password });
  await identify(register, proposed.body.verificationId);
  const { userId } = (await register('GET', '/experience/interaction')).body;
  await useFactors(register, userId);

  const { id } = await createUser({ username: 'second' });
  const { step } = await visit(app, 'SignIn');
  const { body } = await step('POST', `${base}/password`, {
    identifier: { type: 'username', value: 'second' },
    password,
  });
  await identify(step, body.verificationId);
  await useFactors(step, id);

  const { step: passkeys } = await visit(app, 'SignIn');
  const asked = await passkeys('POST', `${base}/sign-in-passkey/authentication`, { identifier });
  const stranger = createAuthenticator(app.env.ENDPOINT);
  await passkeys('POST', `${base}/sign-in-passkey/authentication/verify`, {
    verificationId: asked.body.verificationId,
    payload: stranger.authenticate(asked.body.authenticationOptions, id),
  });
};

const useCaptcha = async () => {
  const config = { type: 'Turnstile', siteKey: 'site', secretKey: 'secret' };
  await app.manage('PUT', '/captcha-provider', { config });
  await settings({ captchaPolicy: { enabled: true } });
  const { step } = await visit(app);
  await step('PUT', '/experience', { interactionEvent: 'SignIn', captchaToken: 'human' });
};

test('[ENT-22] every key is written by something, with who, from where and how it went', async () => {
  await useTokens();
  await useCodesAndLinks();
  await bindAddresses();
  await useSecondFactors();
  await useCaptcha();
  await app.app.services.audit.flush();
  const entries = await app.database.tenant('default').read(async db => {
    const rows = await db.selectFrom('logs').select(['key', 'payload']).execute();
    return (await app.database.people.open(db, 'default', rows)).map(({ value }) => value);
  });
  const written = new Set(entries.map(({ key }) => key));
  expect(auditKeys.filter(key => !isElsewhere(key) && !written.has(key))).toEqual([]);
  for (const { key, payload } of entries) {
    const told = { ip: expect.any(String), userAgent: expect.any(String), applicationId: expect.any(String) };
    expect(payload, key).toMatchObject(payload.result === 'Error' ? { ...told, error: {} } : told);
    expect(payload.result, key).toMatch(/^(?:Success|Error)$/);
    const isAboutSomebody = /(?:Submit|AuthorizationCode|RefreshToken|RevokeGrants)$/.test(key);
    const isProposal = /NewPasswordIdentity|Verification\.(?:Email|Phone)VerificationCode|OneTimeToken/.test(
      key,
    );
    if (payload.result === 'Success' && isAboutSomebody && !isProposal)
      expect(payload.userId, key).toEqual(expect.any(String));
  }
});
