import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepMessages, readMessage, visit } from '../api/experience/testing/visit.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { password } from './testing/people.ts';

const byUsername = {
  signIn: {
    methods: [{ identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true }],
  },
  signUp: { identifiers: ['username'], password: true, verify: false },
};

/** Visitors must not be able to do more than the tenant's sign-in pages offer. */
describe('a visitor who asks for more than the pages offer', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('postgresql', { variables: { GATEHOUSE_ADDRESS_LIMIT: '1000' } });
    await keepMessages(app);
  });
  beforeEach(() => app.manage('PATCH', '/sign-in-exp', byUsername));
  afterAll(() => app.close());

  test('does not become a user without a proof where only providers vouch for new users', async () => {
    const signUp = { identifiers: [], password: false, verify: false };
    expect((await app.manage('PATCH', '/sign-in-exp', { signUp })).status).toBe(200);
    const before = (await app.manage('GET', '/users')).body.length;
    const { step } = await visit(app, 'Register');
    await step('POST', '/experience/profile', { type: 'username', value: 'from_nowhere' });
    await step('POST', '/experience/profile', { type: 'password', value: password });
    const identified = await step('POST', '/experience/identification', {});
    expect(identified.body.code).toBe('user.sign_up_method_not_enabled');
    expect((await step('POST', '/experience/submit')).status).not.toBe(200);
    expect((await app.manage('GET', '/users')).body).toHaveLength(before);
  });

  test('has no text messages sent to numbers that cannot register, and is not told', async () => {
    const { body: user } = await app.manage('POST', '/users', {
      username: 'known',
      primaryPhone: '491701111111',
    });
    expect(user.primaryPhone).toBe('491701111111');
    const ask = async (event: 'SignIn' | 'Register', value: string) => {
      const { step } = await visit(app, event);
      const sent = await step('POST', '/experience/verification/verification-code', {
        identifier: { type: 'phone', value },
        interactionEvent: event,
      });
      return {
        status: sent.status,
        keys: Object.keys(sent.body),
        isSent: (await readMessage(app, value)).code !== '',
      };
    };
    const told = { status: 200, keys: ['verificationId'] };
    expect(await ask('Register', '491702222222')).toEqual({ ...told, isSent: false });
    expect(await ask('SignIn', '491703333333')).toEqual({ ...told, isSent: false });
    // A user gets it, and learns when it comes back that it is no way to sign in.
    expect(await ask('SignIn', '491701111111')).toEqual({ ...told, isSent: true });
    await app.manage('PATCH', '/sign-in-exp', {
      signUp: { ...byUsername.signUp, secondaryIdentifiers: [{ identifier: 'phone', verify: true }] },
    });
    expect(await ask('Register', '491704444444')).toEqual({ ...told, isSent: true });
  });

  test('does not replace what the own profile says, where the account center is closed', async () => {
    const { body: user } = await app.manage('POST', '/users', {
      username: 'settled',
      password,
      name: 'Set Tled',
      profile: { website: 'https://settled.example' },
    });
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'username', value: 'settled' };
    const { body } = await step('POST', '/experience/verification/password', { identifier, password });
    await step('POST', '/experience/identification', body);
    const fill = async (values: object) =>
      (await step('POST', '/experience/profile', { type: 'extraProfile', values })).status;
    expect(await fill({ name: 'Chief Executive' })).toBe(400);
    expect(await fill({ website: 'https://evil.example' })).toBe(400);
    expect(await fill({ avatar: 'javascript:alert(1)' })).toBe(400);
    expect(await fill({ avatar: 'data:text/html,<script>alert(1)</script>' })).toBe(400);
    // Missing fields can be filled in.
    expect(await fill({ nickname: 'Setty', avatar: 'https://a.example/p.png' })).toBe(204);
    expect((await step('POST', '/experience/submit')).status).toBe(200);
    expect((await app.manage('GET', `/users/${user.id}`)).body).toMatchObject({
      name: 'Set Tled',
      avatar: 'https://a.example/p.png',
      profile: { website: 'https://settled.example', nickname: 'Setty' },
    });
  });
});
