import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepMessages, proveByCode, readMessage, visit } from '../api/experience/testing/visit.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

const password = 'correct horse battery';
const phone = { type: 'phone', value: '4915112345678' } as const;

/** People of an enterprise come in through it: whoever has left it stays out. */
describe.each(databaseKinds)('domains that sign in by their enterprise only, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await keepMessages(app);
    const code = { password: true, verificationCode: true, isPasswordPrimary: true };
    await app.manage('PATCH', '/sign-in-exp', {
      singleSignOnEnabled: true,
      signIn: {
        methods: [
          { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
          { identifier: 'phone', ...code },
          { identifier: 'email', ...code },
        ],
      },
    });
    await app.manage('POST', '/users', {
      username: 'worker',
      primaryEmail: 'worker@acme.example',
      primaryPhone: phone.value,
      password,
    });
    await app.manage('POST', '/users', { username: 'other', primaryEmail: 'o@elsewhere.example', password });
    const made = await app.manage('POST', '/sso-connectors', {
      providerName: 'OIDC',
      connectorName: 'Acme',
      domains: ['acme.example'],
      config: { issuer: 'https://id.acme.example', clientId: 'client', clientSecret: 'secret' },
    });
    expect(made.status, made.text).toBe(200);
  });
  afterAll(() => app.close());

  const signIn = async (identifier: { type: string; value: string }) => {
    const { step } = await visit(app, 'SignIn');
    const { body } = await step('POST', '/experience/verification/password', { identifier, password });
    return step('POST', '/experience/identification', body);
  };

  test.each([{ type: 'username', value: 'worker' }, phone, { type: 'email', value: 'worker@acme.example' }])(
    'the password with a $type is not enough',
    async identifier => {
      expect((await signIn(identifier)).body).toMatchObject({ code: 'session.sso_enabled' });
    },
  );

  test('nor is a code to the phone', async () => {
    const { step } = await visit(app, 'SignIn');
    const verificationId = await proveByCode(app, step, phone);
    const refused = await step('POST', '/experience/identification', { verificationId });
    expect(refused.body).toMatchObject({ code: 'session.sso_enabled' });
  });

  test('nor a new password: neither by phone nor by email', async () => {
    const { step } = await visit(app, 'ForgotPassword');
    const verificationId = await proveByCode(app, step, phone, 'ForgotPassword');
    const refused = await step('POST', '/experience/identification', { verificationId });
    expect(refused.body).toMatchObject({ code: 'session.sso_enabled' });
    const ask = async (value: string) => {
      const other = await visit(app, 'ForgotPassword');
      return other.step('POST', '/experience/verification/verification-code', {
        identifier: { type: 'email', value },
        interactionEvent: 'ForgotPassword',
      });
    };
    // Whether somebody has the address makes no difference.
    for (const value of ['worker@acme.example', 'stranger@acme.example'])
      expect((await ask(value)).body).toMatchObject({ code: 'session.sso_enabled' });
    expect((await readMessage(app, 'worker@acme.example')).code).toBe('');
  });

  test('others sign in as before', async () => {
    expect((await signIn({ type: 'username', value: 'other' })).status).toBe(204);
  });
});
