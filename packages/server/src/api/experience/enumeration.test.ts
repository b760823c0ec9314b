import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBrowser } from '../../http/testing/browser.ts';
import { recipientMark } from '../../messages/queue.ts';
import { keepMessages, readMessage, visit } from './testing/visit.ts';

const sendPath = '/experience/verification/verification-code';
const passwordPath = '/experience/verification/password';

/** With closed sign-up, responses must not reveal which accounts exist: not by text, status or timing. */
describe.each(anyDatabase)('strangers at a closed door, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind, {
      variables: { TRUST_PROXY: 'true', GATEHOUSE_ADDRESS_LIMIT: '4' },
      // As in production: time would not tell of a cheap hash.
      hashing: { cost: { memoryCost: 19_456, timeCost: 2 } },
    });
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
  let addresses = 0;
  /** A client at its own IP address. */
  const arrive = (event?: 'SignIn' | 'Register' | 'ForgotPassword', address = `198.51.100.${++addresses}`) =>
    visit(app, event, {}, createBrowser(undefined, { 'x-forwarded-for': address }));
  const email = (name: string) => ({ type: 'email', value: `${name}@example.com` });
  /** The parts of a response that could reveal something, without random values. */
  const told = ({ status, body, headers }: Awaited<ReturnType<TestApp['manage']>>) => ({
    status,
    body: { ...body, ...(body?.verificationId ? { verificationId: body.verificationId.length } : {}) },
    headers: [...headers.keys()].toSorted(),
  });

  test.each(['SignIn', 'ForgotPassword'] as const)(
    'codes at %s: the same answers, and no message',
    async event => {
      const ask = async (name: string) => {
        const { step } = await arrive(event);
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
        .where('recipient', '=', recipientMark(app.vault, 'stranger@example.com'))
        .execute(),
    }));
    expect(rows).toHaveLength(2);
    for (const row of rows)
      expect(row).toMatchObject({ sentAt: expect.any(Number), error: expect.any(String) });
  });

  test('a wrong password, an unknown user and a user without a password look the same', async () => {
    const attempt = async (name: string) => {
      const { step } = await arrive('SignIn');
      return told(
        await step('POST', passwordPath, {
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

  test('time does not tell either: as much is hashed for a stranger as for a user', async () => {
    const times: Record<string, number[]> = { known: [], stranger: [], passwordless: [] };
    // In turns, so that whatever else the machine does falls on all of them.
    for (const _ of Array.from({ length: 9 }))
      for (const [name, list] of Object.entries(times)) {
        const { step } = await arrive('SignIn');
        const begun = performance.now();
        await step('POST', passwordPath, { identifier: email(name), password: 'wrong' });
        list.push(performance.now() - begun);
      }
    const [known = 0, ...others] = Object.values(times).map(
      list => list.toSorted((one, other) => one - other)[4],
    );
    // Hashing is nearly all of it: without, an answer would come in a fraction of the time.
    for (const other of others) expect(other).toBeGreaterThan(known / 2);
  });

  test('[V6.3.1] 429 for an address that fails too often, whichever user it tries; others can sign in', async () => {
    const attempt = async (address: string, name: string, password = 'wrong') => {
      const { step } = await arrive('SignIn', address);
      return step('POST', passwordPath, { identifier: email(name), password });
    };
    const statuses = [];
    for (const name of ['ann', 'ben', 'cat', 'dan', 'eve'])
      statuses.push((await attempt('203.0.113.7', name)).status);
    expect(statuses).toEqual([422, 422, 422, 422, 429]);
    const refused = await attempt('203.0.113.7', 'known', 'correct horse battery');
    expect(refused.body).toMatchObject({
      code: 'request.address_rate_limited',
      message: 'Too many attempts from your network. Try again in 60 minutes.',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect((await attempt('203.0.113.8', 'known', 'correct horse battery')).status).toBe(200);
    // All of a subscriber's IPv6 addresses are one.
    for (const last of [1, 2, 3, 4]) await attempt(`2001:db8:0:7::${last}`, 'fay');
    expect((await attempt('2001:db8:0:7:ffff::5', 'fay')).status).toBe(429);
    expect((await attempt('2001:db8:0:8::5', 'fay')).status).toBe(422);
  });

  test('429 for an address that has codes sent to many users', async () => {
    const send = async (name: string) => {
      const { step } = await arrive('SignIn', '203.0.113.9');
      return (await step('POST', sendPath, { identifier: email(name), interactionEvent: 'SignIn' })).status;
    };
    const statuses = [];
    for (const name of ['ann', 'ben', 'cat', 'dan', 'eve']) statuses.push(await send(name));
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  test('usernames: without sign-up by username, responses do not reveal which are taken', async () => {
    const closed = await arrive('Register');
    const proposal = { identifier: { type: 'username', value: 'known' }, password: 'correct horse battery' };
    const refused = await closed.step('POST', '/experience/verification/new-password-identity', proposal);
    expect(refused.status).toBe(403);
    await app.manage('PATCH', '/sign-in-exp', { signInMode: 'SignInAndRegister' });
    const propose = async (username: string) => {
      const registering = await arrive('Register');
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
