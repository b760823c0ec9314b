import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepMessages, proveByCode, type Step, visit } from '../api/experience/testing/visit.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { password } from './testing/people.ts';

/** A domain in other letters has a second name in ASCII, and mail to both goes to one mailbox. */
describe.each(databaseKinds)('spellings of email addresses on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await keepMessages(app);
    await app.manage('PATCH', '/sign-in-exp', {
      signIn: {
        methods: [{ identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: false }],
      },
      signUp: { identifiers: ['email'], password: false, verify: true },
      sentinelPolicy: { maxAttempts: 5, lockoutDuration: 10 },
    });
  });
  afterAll(() => app.close());

  const email = (value: string) => ({ type: 'email' as const, value });
  const enter = async (value: string, event: 'SignIn' | 'Register' = 'SignIn') => {
    const { step } = await visit(app, event);
    const verificationId = await proveByCode(app, step, email(value), event);
    const identified = await step('POST', '/experience/identification', { verificationId });
    const { body } = await step('GET', '/experience/interaction');
    if (event === 'Register' && identified.status < 300) await step('POST', '/experience/submit');
    return { code: identified.body?.code, userId: body.userId as string | undefined };
  };
  const create = (primaryEmail: string) => app.manage('POST', '/users', { primaryEmail, password });
  /** As versions stored it that did not know of spellings. */
  const storeAsGiven = async (username: string, primaryEmail: string) => {
    const { body } = await app.manage('POST', '/users', { username, password });
    await app.database
      .tenant('default')
      .write(testOrigin, tx => tx.update('users', { id: body.id }, { primaryEmail }));
    return body.id as string;
  };

  test('of one mailbox there is one account, however its domain is written', async () => {
    await enter('ada@xn--bcher-kva.example', 'Register');
    const [ada] = (await app.manage('GET', '/users?search=ada')).body;
    expect(ada.primaryEmail).toBe('ada@bücher.example');
    const spellings = ['ada@bücher.example', 'ADA@BÜCHER.example', 'ada@XN--BCHER-KVA.example'];
    for (const value of spellings) {
      expect([value, await enter(value)]).toEqual([value, { code: undefined, userId: ada.id }]);
      expect((await enter(value, 'Register')).code).toBe('user.email_already_in_use');
      expect((await create(value)).body.code).toBe('user.email_already_in_use');
    }
    const { body: other } = await create('other@plain.example');
    const taken = await app.manage('PATCH', `/users/${other.id}`, {
      primaryEmail: 'ada@xn--bcher-kva.example',
    });
    expect(taken.body.code).toBe('user.email_already_in_use');
    // Another full stop, and a domain of both kinds of letters.
    expect((await create('eve@a。bücher.example')).body.primaryEmail).toBe('eve@a.bücher.example');
    expect((await create('eve@a.xn--bcher-kva.example')).body.code).toBe('user.email_already_in_use');
  });

  test('ten accounts of one mailbox at once are one', async () => {
    const spellings = ['bob@bücher.example', 'bob@xn--bcher-kva.example'];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => create(spellings[index % 2]!)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('accounts of earlier versions are found in every spelling, and two in their own', async () => {
    const ascii = await storeAsGiven('ascii', 'cleo@xn--bcher-kva.example');
    expect((await enter('cleo@bücher.example')).userId).toBe(ascii);
    expect((await create('cleo@bücher.example')).body.code).toBe('user.email_already_in_use');
    const written = await storeAsGiven('written', 'cleo@bücher.example');
    expect((await enter('cleo@xn--bcher-kva.example')).userId).toBe(ascii);
    expect((await enter('cleo@bücher.example')).userId).toBe(written);
    // Each keeps what it has, and their other fields can change.
    for (const [id, primaryEmail] of [
      [ascii, 'cleo@xn--bcher-kva.example'],
      [written, 'cleo@bücher.example'],
    ] as const) {
      const changed = await app.manage('PATCH', `/users/${id}`, { name: 'Cleo' });
      expect(changed.body.primaryEmail).toBe(primaryEmail);
    }
  });

  test('another spelling of a domain brings no fresh guesses of a password', async () => {
    await create('dan@bücher.example');
    const guess = async (step: Step, value: string, given: string) =>
      (await step('POST', '/experience/verification/password', { identifier: email(value), password: given }))
        .body.code;
    const spellings = ['dan@bücher.example', 'dan@xn--bcher-kva.example'];
    const answers = await Promise.all(
      spellings.flatMap(value =>
        [1, 2, 3, 4].map(async index => guess((await visit(app, 'SignIn')).step, value, `wrong ${index}`)),
      ),
    );
    expect(answers.filter(code => code === 'session.invalid_credentials')).toHaveLength(4);
    const { step } = await visit(app, 'SignIn');
    for (const value of spellings)
      expect(await guess(step, value, password)).toBe('session.verification_blocked_too_many_attempts');
  });

  test('an invitation is for the person, however the domain is written', async () => {
    const { body: organization } = await app.manage('POST', '/organizations', { name: 'Books' });
    const { body: user } = await create('fay@bücher.example');
    const invite = (invitee: string) =>
      app.manage('POST', '/organization-invitations', {
        organizationId: organization.id,
        invitee,
        expiresAt: Date.now() + 60_000,
      });
    const { body: invitation } = await invite('fay@xn--bcher-kva.example');
    expect((await invite('fay@bücher.example')).status).toBe(422);
    const accepted = await app.manage('PUT', `/organization-invitations/${invitation.id}/status`, {
      status: 'Accepted',
      acceptedUserId: user.id,
    });
    expect(accepted.status, accepted.text).toBe(200);
  });

  test('an erasure finds the person in the spelling of others', async () => {
    const { body: user } = await create('gus@bücher.example');
    await app.manage('POST', '/one-time-tokens', { email: 'gus@xn--bcher-kva.example' });
    const tokens = async () => (await app.manage('GET', '/one-time-tokens')).text;
    expect(await tokens()).toContain('gus@xn--bcher-kva.example');
    expect((await app.manage('POST', `/users/${user.id}/erase`)).status).toBe(204);
    expect(await tokens()).not.toContain('gus@');
  });
});
