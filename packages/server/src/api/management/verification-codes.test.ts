import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { keepMessages, readMessage, visit } from '../experience/testing/visit.ts';

describe.each(databaseKinds)('codes for other purposes on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const send = (body: object) => app.manage('POST', '/verification-codes', body);
  const verify = (body: object) => app.manage('POST', '/verification-codes/verify', body);

  test('501 as long as nothing can send', async () => {
    expect(await send({ email: 'ada@example.com' })).toMatchObject({
      status: 501,
      body: { code: 'connector.not_found' },
    });
    await keepMessages(app);
  });

  test.each([
    ['email', 'ada@example.com'],
    ['phone', '4915112345'],
  ])('204 sends a code to an %s and takes it once', async (type, value) => {
    expect((await send({ [type]: value })).status).toBe(204);
    const { code: verificationCode, templateType } = await readMessage(app, value);
    expect(templateType).toBe('Generic');
    const wrong = verificationCode === '000000' ? '000001' : '000000';
    expect((await verify({ [type]: value, verificationCode: wrong })).body.code).toBe(
      'verification_code.code_mismatch',
    );
    expect((await verify({ [type]: value, verificationCode })).status).toBe(204);
    expect((await verify({ [type]: value, verificationCode })).body.code).toBe('verification_code.not_found');
  });

  test('400 for who got none, for both at once and for a code that signs in', async () => {
    const email = 'bea@example.com';
    expect((await verify({ email, verificationCode: '123456' })).body.code).toBe(
      'verification_code.not_found',
    );
    expect((await send({ email, phone: '4915112345' })).status).toBe(400);
    expect((await send({})).status).toBe(400);
    const methods = [
      { identifier: 'email', password: false, verificationCode: true, isPasswordPrimary: false },
    ];
    await app.manage('PATCH', '/sign-in-exp', {
      signIn: { methods },
      signUp: { identifiers: ['email'], password: false, verify: true },
    });
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'email', value: email };
    await step('POST', '/experience/verification/verification-code', {
      identifier,
      interactionEvent: 'SignIn',
    });
    const { code: verificationCode } = await readMessage(app, email);
    expect((await verify({ email, verificationCode })).body.code).toBe('verification_code.not_found');
  });
});
