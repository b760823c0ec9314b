import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { keepMessages, readMessage, visit } from '../api/experience/testing/visit.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, signIn } from '../http/testing/browser.ts';
import { enter, password } from './testing/people.ts';

const day = 86_400;

describe('what a sign-in holds to', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    await app.manage('PATCH', '/sign-in-exp', { mfa: { policy: 'NoPrompt', factors: ['Totp'] } });
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => app.close());

  const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
  const create = async (username: string, secret = password) =>
    (await app.manage('POST', '/users', { username, password: secret })).body.id as string;
  const prove = async (username: string, secret: string) => {
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'username', value: username };
    const proven = await step('POST', '/experience/verification/password', { identifier, password: secret });
    return { step, status: proven.status, verificationId: proven.body.verificationId as string };
  };
  const sessionCookie = (browser: ReturnType<typeof createBrowser>) =>
    /(?:^|; )_session=([^;]+)/.exec(browser.cookies())?.[1] ?? '';

  test('[V6.2.8, V6.2.9] a long password counts to its last character, as it was typed', async () => {
    const long = `${'Correct Horse Battery Staple '.repeat(7)} end`;
    expect(long.length).toBeGreaterThan(200);
    const { step } = await visit(app, 'Register');
    const identifier = { type: 'username', value: 'long' };
    const chosen = await step('POST', '/experience/verification/new-password-identity', {
      identifier,
      password: long,
    });
    expect(chosen.status).toBe(200);
    const { verificationId } = chosen.body;
    expect((await step('POST', '/experience/identification', { verificationId })).status).toBe(201);
    expect((await step('POST', '/experience/submit')).status).toBe(200);
    const others = [long.slice(0, -1), long.slice(0, 72), long.toLowerCase(), `${long} `, ` ${long}`];
    for (const other of others) expect((await prove('long', other)).status).toBe(422);
    expect((await prove('long', long)).status).toBe(200);
  });

  test('[V6.2.5] a password needs no kind of character and may have any', async () => {
    const propose = async (value: string, chosen: string) => {
      const { step } = await visit(app, 'Register');
      const path = '/experience/verification/new-password-identity';
      const identifier = { type: 'username', value };
      return (await step('POST', path, { identifier, password: chosen })).status;
    };
    const passwords = [
      'lettersonlyplease',
      '73920185640',
      'пароль из слов',
      '合言葉は内緒です',
      '🦊🌲🎻🧀🚲🪁🧊🎲',
    ];
    for (const [index, chosen] of passwords.entries())
      expect([chosen, await propose(`chooser_${index}`, chosen)]).toEqual([chosen, 200]);
  });

  test('[V6.2.10] passwords do not expire by default', async () => {
    await create('settled');
    later(3 * 365 * day);
    expect((await prove('settled', password)).status).toBe(200);
  });

  test('[V6.4.2] there is no hint and no secret question', async () => {
    for (const field of ['passwordHint', 'securityQuestion']) {
      const refused = await app.manage('POST', '/users', { username: 'forgetful', password, [field]: 'x' });
      expect(refused).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
    }
    const { text } = await call(`${app.env.ENDPOINT}/api/swagger.json`);
    expect(text).toContain('/experience/verification/password');
    expect(text).not.toMatch(/password_?hint|(security|secret)_?(question|answer)/i);
  });

  test('[V6.5.8] a code of an authenticator app counts by the clock of the server alone', async () => {
    const id = await create('clocked');
    const { body } = await app.manage('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' });
    const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
    const { step, verificationId } = await prove('clocked', password);
    await step('POST', '/experience/identification', { verificationId });
    const at = (seconds: number) => {
      const timestamp = Date.now() + seconds * 1000;
      return step('POST', '/experience/verification/totp/verify', { code: totp.generate({ timestamp }) });
    };
    for (const seconds of [-300, -90, 90, 300])
      expect((await at(seconds)).body.code).toBe('session.mfa.invalid_totp_code');
    const named = await step('POST', '/experience/verification/totp/verify', {
      code: totp.generate({ timestamp: Date.now() - 300_000 }),
      timestamp: Date.now() - 300_000,
    });
    expect(named.status).toBe(400);
    expect((await at(0)).status).toBe(200);
  });

  test('[V6.6.2] a code that was sent for one sign-in is worth nothing in another', async () => {
    await keepMessages(app);
    await app.manage('PATCH', '/sign-in-exp', {
      signIn: {
        methods: [
          { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
          { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: false },
        ],
      },
    });
    await app.manage('POST', '/users', { username: 'mailed', primaryEmail: 'mailed@example.com' });
    const path = '/experience/verification/verification-code';
    const identifier = { type: 'email', value: 'mailed@example.com' };
    const [mine, theirs] = [await visit(app, 'SignIn'), await visit(app, 'SignIn')];
    const send = (step: typeof mine.step) => step('POST', path, { identifier, interactionEvent: 'SignIn' });
    const { verificationId } = (await send(mine.step)).body;
    const { code } = await readMessage(app, identifier.value);
    const other = (await send(theirs.step)).body.verificationId;
    const verify = (step: typeof mine.step, id: string) =>
      step('POST', `${path}/verify`, { identifier, verificationId: id, code });
    for (const id of [verificationId, other]) expect((await verify(theirs.step, id)).status).not.toBe(200);
    expect((await verify(mine.step, verificationId)).status).toBe(200);
    const used = await theirs.step('POST', '/experience/identification', { verificationId });
    expect(used.status).not.toBe(204);
  });

  test('[V6.7.2] a passkey signs a challenge of 256 random bits', async () => {
    await app.manage('PATCH', '/sign-in-exp', {
      passkeySignIn: { enabled: true, showPasskeyButton: true, allowAutofill: true },
    });
    const challenges = new Set<string>();
    for (const _ of [1, 2, 3]) {
      const { step } = await visit(app, 'SignIn');
      const { body } = await step('POST', '/experience/preflight/sign-in-passkey/authentication');
      challenges.add(body.authenticationOptions.challenge);
    }
    expect(challenges.size).toBe(3);
    for (const challenge of challenges) expect(Buffer.from(challenge, 'base64url')).toHaveLength(32);
    await app.manage('PATCH', '/sign-in-exp', { passkeySignIn: { enabled: false } });
  });

  test('[V7.2.2, V7.2.3] the name of a session is random, 256 bits of it', async () => {
    await create('random');
    const names = new Set<string>();
    for (const _ of [1, 2, 3]) names.add(sessionCookie((await enter(app, { username: 'random' })).browser));
    expect(names.size).toBe(3);
    // 43 characters of an alphabet of 64.
    for (const name of names) expect(name).toMatch(/^[\w-]{43}$/);
  });

  test('[V7.2.4] a sign-in ends the name that the session had, also when it is not the first', async () => {
    await create('again');
    const { browser } = await enter(app, { username: 'again' });
    const before = browser.cookies();
    const old = sessionCookie(browser);
    await visit(app, undefined, { prompt: 'login' }, browser);
    const next = await signIn(browser, app.env.ENDPOINT, { username: 'again', password });
    const { address } = await browser.follow(next, app.env.ENDPOINT);
    expect(new URL(address).searchParams.has('code')).toBe(true);
    expect(sessionCookie(browser)).not.toBe(old);
    const thief = createBrowser(undefined, { cookie: before });
    const { page } = await visit(app, undefined, { prompt: 'none' }, thief);
    expect(new URL(page.address).searchParams.get('error')).toBe('login_required');
  });

  test('[V7.3.1] a session that is not used for two weeks is over', async () => {
    await create('idle');
    const { isSignedIn } = await enter(app, { username: 'idle' });
    later(13 * day);
    expect(await isSignedIn()).toBe(true);
    later(13 * day);
    expect(await isSignedIn()).toBe(true);
    vi.useRealTimers();
    const other = await enter(app, { username: 'idle' });
    later(15 * day);
    expect(await other.isSignedIn()).toBe(false);
  });
});
