import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepMessages, proveByCode, visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

const password = 'correct horse battery';

/** An attacker reads the mail of the victim, and nothing else. */
describe.each(anyDatabase)('a mailbox against a second factor, on %s', kind => {
  let app: TestApp;
  const mfa = { factors: ['Totp', 'EmailVerificationCode'], policy: 'Mandatory' };
  beforeAll(async () => {
    app = await startTestApp(kind);
    await keepMessages(app);
    const settings = await app.manage('PATCH', '/sign-in-exp', {
      signIn: {
        methods: [{ identifier: 'email', password: true, verificationCode: false, isPasswordPrimary: true }],
      },
      signUp: { identifiers: ['email'], password: true, verify: true },
      mfa,
    });
    expect(settings.status, settings.text).toBe(200);
  });
  afterAll(() => app.close());

  const createUser = async (name: string, { hasTotp }: { hasTotp: boolean }) => {
    const primaryEmail = `${name}@example.com`;
    const { body } = await app.manage('POST', '/users', { primaryEmail, username: name, password });
    if (hasTotp) await app.manage('POST', `/users/${body.id}/mfa-verifications`, { type: 'Totp' });
    return { type: 'email', value: primaryEmail } as const;
  };
  const signIn = async (identifier: { type: 'email'; value: string }, given = password) => {
    const { step } = await visit(app, 'SignIn');
    const { body } = await step('POST', '/experience/verification/password', { identifier, password: given });
    await step('POST', '/experience/identification', body);
    return step('POST', '/experience/submit');
  };
  const reset = async (identifier: { type: 'email'; value: string }, given: string) => {
    const { step } = await visit(app, 'ForgotPassword');
    const verificationId = await proveByCode(app, step, identifier, 'ForgotPassword');
    await step('POST', '/experience/identification', { verificationId });
    await step('PUT', '/experience/profile/password', { password: given });
    const done = await step('POST', '/experience/submit');
    expect(done.status, done.text).toBe(200);
  };

  test('[V6.3.4] a code by email does not stand in for the authenticator app, unless the tenant says so', async () => {
    const victim = await createUser('strong', { hasTotp: true });
    const offered = async () => (await signIn(victim)).body.data.availableFactors;
    expect(await offered()).toEqual(['Totp']);
    await app.manage('PATCH', '/sign-in-exp', { mfa: { ...mfa, allowWeakerFactors: true } });
    expect(await offered()).toEqual(['Totp', 'EmailVerificationCode']);
    // Also then, not together with a password that the same mailbox has set.
    await reset(victim, 'another horse battery');
    const refused = await signIn(victim, 'another horse battery');
    expect(refused.body).toMatchObject({
      code: 'session.mfa.require_mfa_verification',
      data: { availableFactors: ['Totp'] },
    });
    await app.manage('PATCH', '/sign-in-exp', { mfa });
  });

  test('[V6.4.3] after a reset by email, in whatever browser, the mailbox is not the second factor', async () => {
    const victim = await createUser('weak', { hasTotp: false });
    expect((await signIn(victim)).body.data.availableFactors).toEqual(['EmailVerificationCode']);
    await reset(victim, 'another horse battery');
    const asked = (await signIn(victim, 'another horse battery')).body;
    expect(asked).toMatchObject({ code: 'user.missing_mfa', data: { availableFactors: ['Totp'] } });
    expect(asked.data).not.toHaveProperty('skippable');
  });
});
