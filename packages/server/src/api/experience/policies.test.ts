import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { keepMessages, proveByCode, visit } from './testing/visit.ts';

const password = 'correct horse 7';
const byUsername = {
  identifier: 'username',
  password: true,
  verificationCode: false,
  isPasswordPrimary: true,
};
const byEmail = { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true };

describe.each(anyDatabase)('policies of signing in on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const settings = (patch: object) => app.manage('PATCH', '/sign-in-exp', patch);
  const createUser = async (fields: object) =>
    (await app.manage('POST', '/users', { password, ...fields })).body;
  const verifyPassword = async (type: string, value: string) => {
    const { step } = await visit(app, 'SignIn');
    return step('POST', '/experience/verification/password', { identifier: { type, value }, password });
  };

  test('settings that need a connector are refused until there is one', async () => {
    const needing = [
      { signIn: { methods: [byUsername, byEmail] } },
      { mfa: { factors: ['EmailVerificationCode'], policy: 'NoPrompt' } },
    ];
    for (const patch of needing)
      expect(await settings(patch)).toMatchObject({
        status: 400,
        body: { code: 'sign_in_experiences.enabled_connector_not_found', data: { type: 'Email' } },
      });
    expect(await settings({ forgotPasswordMethods: ['PhoneVerificationCode'] })).toMatchObject({
      status: 400,
      body: { code: 'sign_in_experiences.forgot_password_method_requires_connector' },
    });
    expect(await settings({ passwordExpiration: { enabled: true, validPeriodDays: 30 } })).toMatchObject({
      status: 422,
      body: { code: 'sign_in_experiences.password_expiration_requires_forgot_password' },
    });
    await keepMessages(app);
    expect((await settings({ signIn: { methods: [byUsername, byEmail] } })).status).toBe(200);
  });

  test('a password that has expired is replaced before it opens anything', async () => {
    const user = await createUser({ username: 'ester', primaryEmail: 'ester@example.com' });
    const expire = (isExpired: boolean) =>
      app.manage('PATCH', `/users/${user.id}/password/expiration`, { isExpired });
    expect(await expire(true)).toMatchObject({
      status: 400,
      body: { code: 'sign_in_experiences.password_expiration_not_enabled' },
    });
    const invalid = await settings({ passwordExpiration: { enabled: true, validPeriodDays: 0 } });
    expect(invalid.body.code).toBe('sign_in_experiences.password_expiration_invalid_period_days');
    const enabled = await settings({
      passwordExpiration: { enabled: true, validPeriodDays: 30, enabledAt: 1 },
    });
    expect(enabled.body.passwordExpiration.enabledAt).toBeGreaterThan(Date.now() - 60_000);
    expect((await verifyPassword('username', 'ester')).status).toBe(200);

    const expired = await expire(true);
    expect(expired).toMatchObject({ status: 200, body: { id: user.id } });
    expect(expired.body).not.toHaveProperty('isPasswordExpired');
    expect(await verifyPassword('username', 'ester')).toMatchObject({
      status: 422,
      body: { code: 'password.expired' },
    });
    await expire(false);
    expect((await verifyPassword('username', 'ester')).status).toBe(200);
    await expire(true);

    const { step } = await visit(app, 'ForgotPassword');
    const identifier = { type: 'email', value: 'ester@example.com' } as const;
    const verificationId = await proveByCode(app, step, identifier, 'ForgotPassword');
    await step('POST', '/experience/identification', { verificationId });
    expect((await step('PUT', '/experience/profile/password', { password: 'another horse 8' })).status).toBe(
      204,
    );
    expect((await step('POST', '/experience/submit')).status).toBe(200);
    await app.manage('PATCH', `/users/${user.id}/password`, { password });
    expect((await verifyPassword('username', 'ester')).status).toBe(200);
  });

  test('passwords expire by age, counted from when the rule or the password came', async () => {
    await createUser({ username: 'fritz' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 86_400_000 });
    try {
      expect((await verifyPassword('username', 'fritz')).body.code).toBe('password.expired');
    } finally {
      vi.useRealTimers();
    }
    const off = await settings({ passwordExpiration: { enabled: false, validPeriodDays: 30 } });
    expect(off.body.passwordExpiration).toEqual({ enabled: false, validPeriodDays: 30 });
  });

  test('the last connector that expired passwords need cannot be deleted', async () => {
    await settings({ passwordExpiration: { enabled: true, validPeriodDays: 30 } });
    expect((await app.manage('DELETE', '/connectors/phone')).status).toBe(204);
    expect(await app.manage('DELETE', '/connectors/mail')).toMatchObject({
      status: 422,
      body: { code: 'sign_in_experiences.password_expiration_requires_forgot_password' },
    });
    await settings({ passwordExpiration: { enabled: false, validPeriodDays: 30 } });
  });

  test('codes live and can be tried as the tenant says', async () => {
    expect((await settings({ verificationCodePolicy: { expirationDuration: 59 } })).status).toBe(400);
    await settings({ verificationCodePolicy: { expirationDuration: 60, maxRetryAttempts: 1 } });
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'email', value: 'gabi@example.com' };
    const base = '/experience/verification/verification-code';
    const sent = await step('POST', base, { identifier, interactionEvent: 'SignIn' });
    const { verificationId } = sent.body;
    const check = (code: string) => step('POST', `${base}/verify`, { identifier, verificationId, code });
    expect((await check('x')).body.code).toBe('verification_code.code_mismatch');
    expect((await check('x')).body.code).toBe('verification_code.exceed_max_try');
    await settings({ verificationCodePolicy: {} });
  });

  test('usernames that people choose are of the tenant’s kind', async () => {
    const usernamePolicy = {
      caseSensitive: true,
      minLength: 4,
      maxLength: 6,
      allowedChars: { lowercase: true, uppercase: false, numbers: false, underscore: false },
    };
    expect((await settings({ usernamePolicy })).status).toBe(200);
    const propose = async (value: string) => {
      const { step } = await visit(app, 'Register');
      const body = { identifier: { type: 'username', value }, password };
      return (await step('POST', '/experience/verification/new-password-identity', body)).body;
    };
    expect(await propose('abc')).toMatchObject({
      code: 'user.username_too_short',
      message: 'A username needs at least 4 characters.',
    });
    expect((await propose('abcdefg')).code).toBe('user.username_too_long');
    expect((await propose('abCd')).code).toBe('user.username_uppercase_not_allowed');
    expect((await propose('abcd1')).code).toBe('user.username_numbers_not_allowed');
    expect((await propose('ab_cd')).code).toBe('user.username_underscore_not_allowed');
    expect((await propose('abcde')).code).toBeUndefined();
  });

  test('where case does not count, names differ by more than case and are found in any', async () => {
    const usernamePolicy = (caseSensitive: boolean) => ({
      usernamePolicy: {
        caseSensitive,
        minLength: 1,
        maxLength: 128,
        allowedChars: { lowercase: true, uppercase: true, numbers: true, underscore: true },
      },
    });
    await settings(usernamePolicy(true));
    const small = await createUser({ username: 'hanna' });
    const large = await createUser({ username: 'Hanna' });
    const path = '/sign-in-exp/username-policy/case-sensitivity-conflicts';
    expect((await app.manage('GET', path)).body).toEqual({
      totalConflicts: 1,
      samples: [{ usernameLower: 'hanna', userIds: [small.id, large.id] }],
    });
    expect(await settings(usernamePolicy(false))).toMatchObject({
      status: 409,
      body: { code: 'sign_in_experiences.username_policy_case_conflicts_exist', data: { totalConflicts: 1 } },
    });
    await app.manage('DELETE', `/users/${large.id}`);
    expect((await settings(usernamePolicy(false))).status).toBe(200);
    expect((await verifyPassword('username', 'HANNA')).status).toBe(200);
    const { step } = await visit(app, 'Register');
    const body = { identifier: { type: 'username', value: 'HaNNa' }, password };
    expect((await step('POST', '/experience/verification/new-password-identity', body)).body.code).toBe(
      'user.username_already_in_use',
    );
    const spellings = ['ivo', 'Ivo', 'iVo', 'ivO', 'IVo', 'IVO'];
    const made = await Promise.all(spellings.map(username => app.manage('POST', '/users', { username })));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { body } of made.filter(({ status }) => status !== 200))
      expect(body.code).toBe('user.username_already_in_use');
    await settings(usernamePolicy(true));
    expect((await verifyPassword('username', 'HANNA')).status).toBe(422);

    const { body: kurt } = await app.manage('POST', '/users', { username: 'kurt' });
    const outcomes = await Promise.all([
      settings(usernamePolicy(false)),
      app.manage('POST', '/users', { username: 'Kurt' }),
      settings(usernamePolicy(false)),
    ]);
    const isApart = (await app.manage('GET', path)).body.totalConflicts === 0;
    expect(outcomes.map(({ status }) => status)).not.toContain(500);
    expect((await app.manage('GET', '/sign-in-exp')).body.usernamePolicy.caseSensitive).toBe(!isApart);
    await settings(usernamePolicy(true));
    await app.manage('DELETE', `/users/${kurt.id}`);
  });

  test('registering asks for the profile fields that the tenant chose', async () => {
    for (const name of ['company', 'team'])
      await app.manage('POST', '/custom-profile-fields', { name, type: 'Text', required: true });
    expect((await settings({ signUpProfileFields: [{ name: 'nothing' }] })).body.code).toBe(
      'custom_profile_fields.entity_not_exists_with_names',
    );
    await settings({ signUpProfileFields: [] });
    const register = async (username: string) => {
      const { step } = await visit(app, 'Register');
      const body = { identifier: { type: 'username', value: username }, password };
      const proof = await step('POST', '/experience/verification/new-password-identity', body);
      return step('POST', '/experience/identification', { verificationId: proof.body.verificationId });
    };
    expect((await register('ida')).status).toBe(201);
    await settings({ signUpProfileFields: [{ name: 'team' }] });
    expect((await register('jan')).body).toMatchObject({
      pending: { code: 'user.missing_profile', data: { missingProfile: ['extraProfile'] } },
    });
    await settings({ signUpProfileFields: null });
  });
});
