import {
  multiFactorAcr,
  phishingResistantAcr,
  singleFactorAcr,
} from '@gatehouse/contract/authentication-levels.ts';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../api/experience/testing/authenticator.ts';
import { keepMessages, proveByCode, readMessage, type Step, visit } from '../api/experience/testing/visit.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import type { Browser } from '../http/testing/browser.ts';
import { password, takeTokens } from './testing/people.ts';

const required = 'session.mfa.require_mfa_verification';

/** The password or the mailbox is known to the attacker, the authenticator app is not. */
describe.each(databaseKinds)('an attacker who reads the mail of a user on %s', kind => {
  let app: TestApp;
  const mfa = { policy: 'NoPrompt', factors: ['Totp', 'EmailVerificationCode'] };
  beforeAll(async () => {
    app = await startTestApp(kind);
    await keepMessages(app);
    const methods = [
      { identifier: 'email', password: true, verificationCode: false, isPasswordPrimary: true },
    ];
    const signUp = { identifiers: ['email'], password: true, verify: true };
    const settings = await app.manage('PATCH', '/sign-in-exp', { signIn: { methods }, signUp, mfa });
    expect(settings.status, settings.text).toBe(200);
  });
  afterAll(() => app.close());

  /** Has an authenticator app and is not asked for it at sign-in. */
  const createVictim = async (name: string, { hasTotp = true } = {}) => {
    const primaryEmail = `${name}@example.com`;
    const { body } = await app.manage('POST', '/users', { primaryEmail, username: name, password });
    const totp =
      hasTotp && (await app.manage('POST', `/users/${body.id}/mfa-verifications`, { type: 'Totp' }));
    await app.database
      .tenant('default')
      .write(testOrigin, tx => tx.update('users', { id: body.id }, { mfaConfig: { skipMfaOnSignIn: true } }));
    return {
      identifier: { type: 'email', value: primaryEmail } as const,
      code: () => new TOTP({ secret: Secret.fromBase32(totp ? totp.body.secret : '') }).generate(),
    };
  };
  type Victim = Awaited<ReturnType<typeof createVictim>>;

  const byPassword = async ({ identifier }: Victim, step: Step, given = password) => {
    const proof = await step('POST', '/experience/verification/password', { identifier, password: given });
    await step('POST', '/experience/identification', proof.body);
  };
  const byLink = async ({ identifier }: Victim, step: Step) => {
    const link = await app.manage('POST', '/one-time-tokens', { email: identifier.value });
    const opened = await step('POST', '/experience/verification/one-time-token/verify', {
      identifier,
      token: link.body.token,
    });
    await step('POST', '/experience/identification', opened.body);
  };
  /** A code of the second factor, read from the mailbox. */
  const proveMailbox = async ({ identifier }: Victim, step: Step) => {
    const path = '/experience/verification/mfa-verification-code';
    const { body } = await step('POST', path, { identifierType: 'email' });
    const { code } = await readMessage(app, identifier.value);
    const answer = await step('POST', `${path}/verify`, { ...body, code, identifierType: 'email' });
    expect(answer.status, answer.text).toBe(200);
  };
  const levelOf = async (browser: Browser, step: Step) => {
    const { body } = await step('POST', '/experience/submit');
    const { address } = await browser.follow(body.redirectTo, app.env.ENDPOINT);
    return decodeJwt((await takeTokens(app, address)).body.id_token);
  };
  const begin = async (parameters: Record<string, string> = {}, browser?: Browser) =>
    visit(app, 'SignIn', { prompt: 'consent', ...parameters }, browser);
  const strong = { acr_values: multiFactorAcr };

  test('[V6.3.4] does not reach the level of MFA with a code that nothing asked for', async () => {
    const victim = await createVictim('unasked');
    const { browser, step } = await begin();
    await byPassword(victim, step);
    await proveMailbox(victim, step);
    expect(await levelOf(browser, step)).toMatchObject({ acr: singleFactorAcr, amr: ['pwd'] });
    // Nor from that session.
    const up = await begin(strong, browser);
    const asked = { code: required, data: { availableFactors: ['Totp'] } };
    expect((await up.step('POST', '/experience/submit')).body).toMatchObject(asked);
    await proveMailbox(victim, up.step);
    expect((await up.step('POST', '/experience/submit')).body).toMatchObject(asked);
    await up.step('POST', '/experience/verification/totp/verify', { code: victim.code() });
    expect(await levelOf(browser, up.step)).toMatchObject({ acr: multiFactorAcr });
  });

  test('reaches it where the tenant allows weaker factors, and where the user has no other', async () => {
    const alone = await createVictim('alone', { hasTotp: false });
    const { browser, step } = await begin(strong);
    await byPassword(alone, step);
    await proveMailbox(alone, step);
    expect(await levelOf(browser, step)).toMatchObject({ acr: multiFactorAcr });
    await app.manage('PATCH', '/sign-in-exp', { mfa: { ...mfa, allowWeakerFactors: true } });
    const victim = await createVictim('allowed');
    const weaker = await begin(strong);
    await byPassword(victim, weaker.step);
    expect((await weaker.step('POST', '/experience/submit')).body.data.availableFactors).toEqual([
      'Totp',
      'EmailVerificationCode',
    ]);
    await proveMailbox(victim, weaker.step);
    expect(await levelOf(weaker.browser, weaker.step)).toMatchObject({ acr: multiFactorAcr });
    await app.manage('PATCH', '/sign-in-exp', { mfa });
  });

  test('[V6.4.3] does not use the mailbox twice, at once, from the session, or after a reset', async () => {
    const victim = await createVictim('twice', { hasTotp: false });
    const { browser, step } = await begin();
    await byLink(victim, step);
    await proveMailbox(victim, step);
    expect(await levelOf(browser, step)).toMatchObject({ acr: singleFactorAcr, amr: ['otp'] });
    const up = await begin(strong, browser);
    // The session alone is no start.
    expect((await up.step('POST', '/experience/submit')).body.code).toBe('session.identifier_not_found');
    await byLink(victim, up.step);
    await proveMailbox(victim, up.step);
    expect((await up.step('POST', '/experience/submit')).body).toMatchObject({
      code: 'user.missing_mfa',
      data: { availableFactors: ['Totp'], requiredAcr: multiFactorAcr },
    });
    const changed = 'another horse battery';
    const { step: resetStep } = await visit(app, 'ForgotPassword');
    const proof = await proveByCode(app, resetStep, victim.identifier, 'ForgotPassword');
    await resetStep('POST', '/experience/identification', { verificationId: proof });
    await resetStep('PUT', '/experience/profile/password', { password: changed });
    expect((await resetStep('POST', '/experience/submit')).status).toBe(200);
    const after = await begin();
    await byPassword(victim, after.step, changed);
    await proveMailbox(victim, after.step);
    expect(await levelOf(after.browser, after.step)).toMatchObject({ acr: singleFactorAcr });
    const again = await begin(strong, after.browser);
    await byPassword(victim, again.step, changed);
    await proveMailbox(victim, again.step);
    expect((await again.step('POST', '/experience/submit')).body.code).toBe('user.missing_mfa');
  });

  test('is not asked for the app where only a passkey will do and there are none', async () => {
    const victim = await createVictim('keyless');
    const { browser, step } = await begin({ acr_values: phishingResistantAcr });
    await byPassword(victim, step);
    const { status, body } = await step('POST', '/experience/submit');
    expect({ status, unmetAcr: body.unmetAcr }).toEqual({ status: 200, unmetAcr: phishingResistantAcr });
    const { address } = await browser.follow(body.redirectTo, app.env.ENDPOINT);
    expect(new URL(address).searchParams.get('error')).toBe('unmet_authentication_requirements');
  });

  test.each([
    ['a second factor', 'keyed', { mfa: { ...mfa, factors: [...mfa.factors, 'WebAuthn'] } }],
    [
      'to sign in with',
      'keyed_too',
      { passkeySignIn: { enabled: true, showPasskeyButton: false, allowAutofill: false } },
    ],
  ])('adds a passkey only after the app was proven, where passkeys are %s', async (_, name, settings) => {
    const patched = await app.manage('PATCH', '/sign-in-exp', settings);
    expect(patched.status, patched.text).toBe(200);
    const victim = await createVictim(name);
    const { browser, step } = await begin({ acr_values: phishingResistantAcr });
    await byPassword(victim, step);
    const submit = () => step('POST', '/experience/submit');
    expect((await submit()).body).toMatchObject({
      code: required,
      data: { availableFactors: ['Totp'], requiredAcr: phishingResistantAcr },
    });
    const path = '/experience/verification/web-authn/registration';
    const prepare = async () => {
      const { verificationId, registrationOptions } = (await step('POST', path)).body;
      const payload = createAuthenticator(app.env.ENDPOINT).register(registrationOptions);
      await step('POST', `${path}/verify`, { verificationId, payload });
      return step('POST', '/experience/profile/mfa', { type: 'WebAuthn', verificationId });
    };
    expect((await prepare()).body.code).toBe(required);
    await step('POST', '/experience/verification/totp/verify', { code: victim.code() });
    const asked = (await submit()).body;
    expect(asked).toMatchObject({
      code: 'user.missing_mfa',
      data: { availableFactors: ['WebAuthn'], requiredAcr: phishingResistantAcr },
    });
    expect(asked.data).not.toHaveProperty('skippable');
    const bound = await prepare();
    expect(bound.status, bound.text).toBe(204);
    expect(await levelOf(browser, step)).toMatchObject({ acr: phishingResistantAcr });
    await app.manage('PATCH', '/sign-in-exp', { mfa, passkeySignIn: { enabled: false } });
  });
});
