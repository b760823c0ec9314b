import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterAccount } from '../api/account/testing/enter.ts';
import { keepMessages, readMessage, visit } from '../api/experience/testing/visit.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

/** The default of a tenant; the lockout of the address comes after a hundred failures. */
const tries = 10;
const guesses = 100;

/** A code has six digits: what keeps it from being guessed is that so few guesses are looked at. */
describe.each(databaseKinds)('a hundred guesses of a code at once, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { GATEHOUSE_ADDRESS_LIMIT: '10000' } });
    await keepMessages(app);
    await app.manage('PATCH', '/account-center', { enabled: true, fields: { email: 'Edit' } });
    const settings = await app.manage('PATCH', '/sign-in-exp', {
      signIn: {
        methods: [
          { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
          { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true },
        ],
      },
      mfa: { policy: 'NoPrompt', factors: ['PhoneVerificationCode'] },
    });
    expect(settings.status, settings.text).toBe(200);
  });
  afterAll(() => app.close());

  type Answer = { status: number; body: { code?: string } };
  type Sent = { recipient: string; guess: (code: string) => Promise<Answer> };
  const create = async (username: string, fields: object = {}) => {
    const primaryEmail = `${username}@example.com`;
    const password = 'correct horse battery';
    await app.manage('POST', '/users', { primaryEmail, username, password, ...fields });
    return primaryEmail;
  };
  const doors: Record<string, () => Promise<Sent>> = {
    'at sign-in': async () => {
      const email = await create('guessed_sign_in');
      const identifier = { type: 'email', value: email };
      const { step } = await visit(app, 'SignIn');
      const path = '/experience/verification/verification-code';
      const { body } = await step('POST', path, { identifier, interactionEvent: 'SignIn' });
      const { verificationId } = body;
      return {
        recipient: email,
        guess: code => step('POST', `${path}/verify`, { identifier, verificationId, code }),
      };
    },
    'as second factor': async () => {
      const primaryPhone = '4915112345670';
      const email = await create('guessed_factor', { primaryPhone });
      const { step } = await visit(app, 'SignIn');
      const proof = await step('POST', '/experience/verification/password', {
        identifier: { type: 'email', value: email },
        password: 'correct horse battery',
      });
      await step('POST', '/experience/identification', proof.body);
      const path = '/experience/verification/mfa-verification-code';
      const { body } = await step('POST', path, { identifierType: 'phone' });
      const { verificationId } = body;
      return {
        recipient: primaryPhone,
        guess: code => step('POST', `${path}/verify`, { verificationId, code, identifierType: 'phone' }),
      };
    },
    'in the account center': async () => {
      const email = 'guessed.account@example.com';
      const { send } = await enterAccount(app, `guessed_account_${kind}`, { primaryEmail: email });
      const identifier = { type: 'email', value: email };
      const { body } = await send('POST', '/verifications/verification-code', { identifier });
      const verificationId = body.verificationRecordId;
      return {
        recipient: email,
        guess: code =>
          send('POST', '/verifications/verification-code/verify', { identifier, verificationId, code }),
      };
    },
    'by a machine': async () => {
      const email = await create('guessed_machine');
      await app.manage('POST', '/verification-codes', { email });
      return {
        recipient: email,
        guess: code => app.manage('POST', '/verification-codes/verify', { email, verificationCode: code }),
      };
    },
  };

  test.each(Object.keys(doors))(
    '[V6.6.3] %s: ten are looked at, and the right one comes too late',
    async name => {
      const { recipient, guess } = await doors[name]!();
      const { code } = await readMessage(app, recipient);
      const wrong = Array.from({ length: guesses - 1 }, (_, index) =>
        `${(Number(code) + 1 + index) % 1_000_000}`.padStart(6, '0'),
      );
      const answers = await Promise.all(wrong.map(guess));
      const count = (wanted: string) => answers.filter(({ body }) => body.code === wanted).length;
      expect({
        looked: count('verification_code.code_mismatch'),
        refused: count('verification_code.exceed_max_try'),
      }).toEqual({ looked: tries, refused: guesses - 1 - tries });
      expect((await guess(code)).status).toBeGreaterThanOrEqual(400);
    },
  );
});
