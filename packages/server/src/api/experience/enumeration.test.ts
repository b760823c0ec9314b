import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { keepMessages, readMessage, visit } from './testing/visit.ts';

const sendPath = '/experience/verification/verification-code';

/** Where sign-up is closed nobody learns who has an account: not by words, not by statuses, not by work that is done. */
describe.each(databaseKinds)('strangers at a closed door, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await keepMessages(app);
    await app.manage('PATCH', '/sign-in-exp', {
      signInMode: 'SignIn',
      signIn: {
        methods: [{ identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true }],
      },
      signUp: { identifiers: ['email'], password: false, verify: true },
    });
    await app.manage('POST', '/users', {
      primaryEmail: 'known@example.com',
      username: 'known',
      password: 'correct horse battery',
    });
    await app.manage('POST', '/users', { primaryEmail: 'passwordless@example.com' });
  });
  afterAll(() => app.close());
  const email = (name: string) => ({ type: 'email', value: `${name}@example.com` });
  /** What an answer tells, with what is random in it left out. */
  const told = ({ status, body, headers }: Awaited<ReturnType<TestApp['manage']>>) => ({
    status,
    body: { ...body, ...(body?.verificationId ? { verificationId: body.verificationId.length } : {}) },
    headers: [...headers.keys()].toSorted(),
  });

  test.each(['SignIn', 'ForgotPassword'] as const)(
    'codes at %s: the same answers, and no message',
    async event => {
      const ask = async (name: string) => {
        const { step } = await visit(app, event);
        const identifier = email(name);
        const sent = await step('POST', sendPath, { identifier, interactionEvent: event });
        const wrong = await step('POST', `${sendPath}/verify`, {
          identifier,
          verificationId: sent.body.verificationId,
          code: 'wrong1',
        });
        const unproven = await step('POST', '/experience/identification', sent.body);
        return [sent, wrong, unproven].map(told);
      };
      const known = await ask('known');
      expect(known.map(({ status }) => status)).toEqual([200, 400, 400]);
      expect(await ask('stranger')).toEqual(known);
      expect((await readMessage(app, 'known@example.com')).code).toMatch(/^\d{6}$/);
      expect((await readMessage(app, 'stranger@example.com')).code).toBe('');
    },
  );

  test('the same rows are written for a stranger, and the message is never sent', async () => {
    const { rows } = await app.database.system(async db => ({
      rows: await db
        .selectFrom('messages')
        .select(['recipient', 'sentAt', 'error'])
        .where('recipient', '=', 'stranger@example.com')
        .execute(),
    }));
    expect(rows).toHaveLength(2);
    for (const row of rows)
      expect(row).toMatchObject({ sentAt: expect.any(Number), error: expect.any(String) });
  });

  test('passwords: wrong, of nobody, and of somebody who has none look the same', async () => {
    const attempt = async (name: string) => {
      const { step } = await visit(app, 'SignIn');
      return told(
        await step('POST', '/experience/verification/password', {
          identifier: email(name),
          password: 'wrong',
        }),
      );
    };
    const known = await attempt('known');
    expect(known).toMatchObject({ status: 422, body: { code: 'session.invalid_credentials' } });
    expect(await attempt('stranger')).toEqual(known);
    expect(await attempt('passwordless')).toEqual(known);
  });

  test('usernames: nobody who cannot register by one learns which are taken', async () => {
    const { step } = await visit(app);
    expect((await step('PUT', '/experience', { interactionEvent: 'Register' })).status).toBe(403);
    await app.manage('PATCH', '/sign-in-exp', { signInMode: 'SignInAndRegister' });
    const propose = async (username: string) => {
      const registering = await visit(app, 'Register');
      return told(
        await registering.step('POST', '/experience/verification/new-password-identity', {
          identifier: { type: 'username', value: username },
          password: 'correct horse battery',
        }),
      );
    };
    const known = await propose('known');
    expect(known.body).toMatchObject({ code: 'user.sign_up_method_not_enabled' });
    expect(await propose('stranger')).toEqual(known);
  });
});
