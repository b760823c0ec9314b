import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBrowser } from '../../http/testing/browser.ts';
import { type Step, visit } from './testing/visit.ts';

const password = 'correct horse battery';
const base = '/experience/verification';

describe.each(anyDatabase)('[ENT-37] what the settings of a tenant do at sign-in, on %s', kind => {
  let app: TestApp;
  let names = 0;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterEach(() =>
    app.manage('PATCH', '/sign-in-exp', {
      signInMode: 'SignInAndRegister',
      agreeToTermsPolicy: 'Automatic',
      termsOfUseUrl: null,
      mfa: { factors: [], policy: 'UserControlled' },
      adaptiveMfa: {},
      sentinelPolicy: {},
    }),
  );
  afterAll(() => app.close());

  const set = async (settings: object) =>
    expect((await app.manage('PATCH', '/sign-in-exp', settings)).status).toBe(200);
  const newName = () => {
    names += 1;
    return `person_${names}`;
  };

  test.each([
    { mode: 'SignIn', allowed: ['SignIn', 'ForgotPassword'] },
    { mode: 'Register', allowed: ['Register'] },
    { mode: 'SignInAndRegister', allowed: ['SignIn', 'Register', 'ForgotPassword'] },
  ])('sign-in mode $mode', async ({ mode, allowed }) => {
    await set({ signInMode: mode });
    for (const interactionEvent of ['SignIn', 'Register']) {
      const { step } = await visit(app, interactionEvent === 'SignIn' ? 'Register' : 'SignIn');
      const { status } = await step('PUT', '/experience/interaction-event', { interactionEvent });
      expect([interactionEvent, status]).toEqual([
        interactionEvent,
        allowed.includes(interactionEvent) ? 204 : 403,
      ]);
    }
  });

  test.each([
    { policy: 'Automatic', signIn: 'shown', register: 'shown' },
    { policy: 'ManualRegistrationOnly', signIn: 'none', register: 'agree' },
    { policy: 'Manual', signIn: 'agree', register: 'agree' },
  ])('terms are agreed to by policy $policy', async ({ policy, signIn, register }) => {
    await set({ agreeToTermsPolicy: policy, termsOfUseUrl: 'https://example.com/terms' });
    const termsOf = async (event: 'SignIn' | 'Register') => {
      const { step } = await visit(app, event);
      return (await step('GET', '/experience/interaction')).body.firstStep.terms;
    };
    expect([await termsOf('SignIn'), await termsOf('Register')]).toEqual([signIn, register]);
  });

  const signIn = async (username: string, given = password, browser = createBrowser()) => {
    const { step } = await visit(app, 'SignIn', { prompt: 'login' }, browser);
    const identifier = { type: 'username', value: username };
    const { body, status } = await step('POST', `${base}/password`, { identifier, password: given });
    if (status !== 200) return { status, code: body.code };
    return submit(step, body.verificationId);
  };
  const register = async () => {
    const { step } = await visit(app, 'Register');
    const identifier = { type: 'username', value: newName() };
    const { body } = await step('POST', `${base}/new-password-identity`, { identifier, password });
    return submit(step, body.verificationId);
  };
  const submit = async (step: Step, verificationId: string) => {
    await step('POST', '/experience/identification', { verificationId });
    const { status, body } = await step('POST', '/experience/submit');
    return { status, code: body.code, skippable: body.data?.skippable };
  };
  const newUser = async () => {
    const username = newName();
    await app.manage('POST', '/users', { username, password });
    return username;
  };

  const optional = { status: 422, code: 'user.suggest_mfa', skippable: true };
  const required = { status: 422, code: 'user.missing_mfa', skippable: undefined };
  const none = { status: 200, code: undefined, skippable: undefined };
  test.each([
    { policy: 'UserControlled', atSignIn: optional, atSignUp: optional },
    { policy: 'Mandatory', atSignIn: required, atSignUp: required },
    { policy: 'PromptOnlyAtSignIn', atSignIn: optional, atSignUp: none },
    { policy: 'PromptAtSignInAndSignUp', atSignIn: optional, atSignUp: optional },
    { policy: 'PromptOnlyAtSignInMandatory', atSignIn: required, atSignUp: none },
    { policy: 'PromptAtSignInAndSignUpMandatory', atSignIn: required, atSignUp: required },
    { policy: 'NoPrompt', atSignIn: none, atSignUp: none },
  ])('MFA policy $policy', async ({ policy, atSignIn, atSignUp }) => {
    const username = await newUser();
    await set({ mfa: { factors: ['Totp'], policy } });
    expect(await signIn(username)).toEqual(atSignIn);
    expect(await register()).toEqual(atSignUp);
  });

  test.each([
    { policy: 'NoPrompt', outcome: none },
    { policy: 'Mandatory', outcome: required },
  ])('an organization that requires MFA, with policy $policy', async ({ policy, outcome }) => {
    const username = newName();
    const { body: user } = await app.manage('POST', '/users', { username, password });
    const { body: organization } = await app.manage('POST', '/organizations', {
      name: username,
      isMfaRequired: true,
    });
    await app.manage('POST', `/organizations/${organization.id}/users`, { userIds: [user.id] });
    await set({ mfa: { factors: ['Totp'], policy: 'NoPrompt', organizationRequiredMfaPolicy: policy } });
    expect(await signIn(username)).toEqual(outcome);
  });

  /** The last decision about any attempt, as the watch over them wrote it down. */
  const lastDecision = async () => {
    const rows = await app.database
      .tenant('default')
      .read(db =>
        db
          .selectFrom('sentinelActivities')
          .select('decision')
          .where('targetType', '=', 'User')
          .orderBy('createdAt', 'desc')
          .limit(1)
          .execute(),
      );
    return rows[0]?.decision;
  };

  test('attempts are allowed, and blocked after too many failures', async () => {
    const username = await newUser();
    await set({ sentinelPolicy: { maxAttempts: 3, lockoutDuration: 5 } });
    expect((await signIn(username)).status).toBe(200);
    expect(await lastDecision()).toBe('Allowed');
    for (const _ of [1, 2, 3]) await signIn(username, 'wrong');
    expect(await lastDecision()).toBe('Blocked');
    expect((await signIn(username)).code).toBe('session.verification_blocked_too_many_attempts');
  });

  test('after failed attempts the right password alone is challenged, where MFA adapts', async () => {
    const username = newName();
    const { body: user } = await app.manage('POST', '/users', { username, password });
    await app.manage('POST', `/users/${user.id}/mfa-verifications`, { type: 'Totp' });
    // A known device: nothing but the failures is unusual.
    const browser = createBrowser();
    expect((await signIn(username, password, browser)).status).toBe(200);
    await set({
      mfa: { factors: ['Totp'], policy: 'NoPrompt' },
      adaptiveMfa: { enabled: true },
    });
    expect((await signIn(username, password, browser)).status).toBe(200);
    for (const _ of [1, 2, 3]) await signIn(username, 'wrong', browser);
    expect(await lastDecision()).toBe('Challenge');
    expect(await signIn(username, password, browser)).toMatchObject({
      status: 403,
      code: 'session.mfa.require_mfa_verification',
    });
  });

  test('what an address does is counted, and decided only when it is too much', async () => {
    await signIn(await newUser(), 'wrong');
    const rows = await app.database
      .tenant('default')
      .read(db =>
        db.selectFrom('sentinelActivities').select('decision').where('targetType', '=', 'Address').execute(),
      );
    expect(new Set(rows.map(({ decision }) => decision))).toEqual(new Set(['Undecided']));
  });
});
