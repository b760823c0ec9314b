import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepMessages, proveByCode, type Step, visit } from '../api/experience/testing/visit.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { password } from './testing/people.ts';

/** Numbers are compared in international form. Nothing else may be equal by that. */
describe.each(databaseKinds)('spellings of phone numbers on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await keepMessages(app);
    const method = { identifier: 'phone', password: true, verificationCode: true, isPasswordPrimary: false };
    await app.manage('PATCH', '/sign-in-exp', {
      signIn: { methods: [method] },
      signUp: { identifiers: ['phone'], password: false, verify: true },
      sentinelPolicy: { maxAttempts: 5, lockoutDuration: 10 },
    });
  });
  afterAll(() => app.close());

  const phone = (value: string) => ({ type: 'phone' as const, value });
  const identifyByCode = async (value: string) => {
    const { step } = await visit(app, 'SignIn');
    const verificationId = await proveByCode(app, step, phone(value));
    const identified = await step('POST', '/experience/identification', { verificationId });
    const { body } = await step('GET', '/experience/interaction');
    return {
      status: identified.status,
      code: identified.body?.code,
      userId: body.userId as string | undefined,
    };
  };
  /** As versions stored it that did not know of spellings. */
  const storeAsGiven = async (username: string, primaryPhone: string) => {
    const { body } = await app.manage('POST', '/users', { username, password });
    await app.database
      .tenant('default')
      .write(testOrigin, tx => tx.update('users', { id: body.id }, { primaryPhone }));
    return body.id as string;
  };

  test('the owner of a mobile number is not the owner of the landline with a zero, nor the other way round', async () => {
    const landline = await app.manage('POST', '/users', { primaryPhone: '3903311234567' });
    expect(landline.body.primaryPhone).toBe('3903311234567');
    // The mobile number belongs to no user yet.
    expect(await identifyByCode('393311234567')).toMatchObject({ code: 'user.user_not_exist' });
    const mobile = await app.manage('POST', '/users', { primaryPhone: '393311234567' });
    expect(mobile.status, mobile.text).toBe(200);
    expect((await identifyByCode('393311234567')).userId).toBe(mobile.body.id);
    expect((await identifyByCode('3903311234567')).userId).toBe(landline.body.id);
  });

  test('where an earlier version stored both spellings, each is found as it is written', async () => {
    const plain = await storeAsGiven('plain', '4915112345678');
    const zero = await storeAsGiven('zero', '49015112345678');
    const byPassword = async (value: string) => {
      const { step } = await visit(app, 'SignIn');
      const { body } = await step('POST', '/experience/verification/password', {
        identifier: phone(value),
        password,
      });
      await step('POST', '/experience/identification', body);
      return (await step('GET', '/experience/interaction')).body.userId;
    };
    for (const _ of [1, 2, 3]) {
      expect(await byPassword('4915112345678')).toBe(plain);
      expect(await byPassword('49015112345678')).toBe(zero);
    }
    // The number is not given out a third time.
    const third = await app.manage('POST', '/users', { primaryPhone: '49015112345678' });
    expect(third.status).toBe(422);
  });

  test('[V6.3.1] another spelling of a number brings no fresh guesses of its password', async () => {
    const number = '5511912345678';
    await app.manage('POST', '/users', { primaryPhone: number, password });
    const carriers = ['', '0', '012', '014', '015', '021', '031', '041'];
    const spellings = carriers.map(carrier => `55${carrier}${number.slice(2)}`);
    const guess = async (step: Step, value: string, given: string) =>
      (await step('POST', '/experience/verification/password', { identifier: phone(value), password: given }))
        .body.code;
    const answers = await Promise.all(
      spellings.flatMap(value =>
        [1, 2, 3].map(async index => guess((await visit(app, 'SignIn')).step, value, `wrong ${index}`)),
      ),
    );
    expect(answers.filter(code => code === 'session.invalid_credentials')).toHaveLength(4);
    const { step } = await visit(app, 'SignIn');
    for (const value of spellings)
      expect(await guess(step, value, password)).toBe('session.verification_blocked_too_many_attempts');
  });
});
