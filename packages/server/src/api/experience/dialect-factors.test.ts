import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byPassword, type Dialect, email, password, startDialect } from './testing/dialect.ts';
import { proveByCode, visit } from './testing/visit.ts';

/** Behavior that custom sign-in pages written for the dialect rely on. */
describe('clients of the dialect and factors', () => {
  let dialect: Dialect;
  beforeAll(async () => {
    dialect = await startDialect();
  });
  beforeEach(() => dialect.reset());
  afterAll(() => dialect.app.close());

  test('factors are prepared before the tenant offers them, and refused when they are bound', async () => {
    const { app, signIn } = dialect;
    await app.manage('POST', '/users', { username: 'eager', password });
    const step = await signIn('eager');
    const secret = await step('POST', '/experience/verification/totp/secret');
    expect(secret.status).toBe(200);
    expect((await step('POST', '/experience/verification/backup-code/generate')).status).toBe(200);
    const { verificationId } = secret.body;
    expect((await step('POST', '/experience/profile/mfa', { type: 'Totp', verificationId })).body.code).toBe(
      'session.mfa.mfa_factor_not_enabled',
    );
  });

  test('a factor that is optional is suggested, one that is mandatory is missing', async () => {
    const { app, settings, signIn } = dialect;
    await app.manage('POST', '/users', { username: 'factorless', password });
    await settings({ mfa: { policy: 'UserControlled', factors: ['Totp'] } });
    const suggested = await (await signIn('factorless'))('POST', '/experience/submit');
    expect(suggested).toMatchObject({
      status: 422,
      body: { code: 'user.suggest_mfa', data: { availableFactors: ['Totp'], skippable: true } },
    });
    for (const policy of ['Mandatory', 'PromptAtSignInAndSignUpMandatory', 'PromptOnlyAtSignInMandatory']) {
      expect((await settings({ mfa: { policy, factors: ['Totp'] } })).status).toBe(200);
      const step = await signIn('factorless');
      const missing = await step('POST', '/experience/submit');
      expect(missing).toMatchObject({ status: 422, body: { code: 'user.missing_mfa' } });
      expect(missing.body.data).not.toHaveProperty('skippable');
      expect((await step('POST', '/experience/profile/mfa/mfa-skipped')).body.code).toBe(
        'session.mfa.mfa_policy_not_user_controlled',
      );
    }
  });

  test('where a factor is required at sign-in only, new users get in first', async () => {
    const { app, settings, signIn } = dialect;
    await settings({ mfa: { policy: 'PromptOnlyAtSignInMandatory', factors: ['Totp'] } });
    const { step } = await visit(app, 'Register');
    const { body } = await step('POST', '/experience/verification/new-password-identity', {
      identifier: { type: 'username', value: 'first_timer' },
      password,
    });
    await step('POST', '/experience/identification', body);
    expect((await step('POST', '/experience/submit')).status).toBe(200);
    expect((await (await signIn('first_timer'))('POST', '/experience/submit')).body.code).toBe(
      'user.missing_mfa',
    );
  });

  test('another factor is suggested with those that came with registering', async () => {
    const { app, settings } = dialect;
    await settings({
      signUp: { identifiers: ['email'], password: true, verify: true },
      signIn: { methods: [{ identifier: 'email', ...byPassword }] },
      mfa: { policy: 'UserControlled', factors: ['EmailVerificationCode', 'Totp'] },
    });
    const { step } = await visit(app, 'Register');
    const verificationId = await proveByCode(app, step, email('thin@example.com'), 'Register');
    await step('POST', '/experience/profile', { type: 'password', value: password });
    await step('POST', '/experience/identification', { verificationId });
    expect((await step('POST', '/experience/submit')).body).toMatchObject({
      code: 'session.mfa.suggest_additional_mfa',
      data: {
        availableFactors: ['EmailVerificationCode', 'Totp'],
        maskedIdentifiers: { EmailVerificationCode: expect.any(String) },
      },
    });
  });

  test('422 for adaptive MFA without a factor', async () => {
    const { settings } = dialect;
    expect(await settings({ adaptiveMfa: { enabled: true } })).toMatchObject({
      status: 422,
      body: { code: 'sign_in_experiences.adaptive_mfa_requires_mfa' },
    });
  });
});
