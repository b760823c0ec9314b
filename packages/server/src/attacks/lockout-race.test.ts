import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepMessages, readMessage, type Step, visit } from '../api/experience/testing/visit.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser } from '../http/testing/browser.ts';

const base = '/experience/verification';
const password = 'correct horse battery';
const limit = 5;
const guesses = 60;

/** Guesses that come at the same time are no more than guesses that come one after the other. */
describe.each(databaseKinds)('the lockout under parallel guesses, on %s', kind => {
  let app: TestApp;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { TRUST_PROXY: 'true', GATEHOUSE_ADDRESS_LIMIT: '1000' } });
    await keepMessages(app);
    await app.manage('PATCH', '/sign-in-exp', {
      sentinelPolicy: { maxAttempts: limit, lockoutDuration: 10 },
      signIn: {
        methods: [
          { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
          { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true },
        ],
      },
      signUp: { identifiers: ['username'], password: true, verify: false },
      mfa: { factors: ['Totp', 'BackupCode'], policy: 'NoPrompt' },
    });
  });
  afterAll(() => app.close());

  let user: { id: string; username: string; primaryEmail: string };
  beforeEach(async () => {
    count += 1;
    const username = `person_${count}`;
    const primaryEmail = `${username}@example.com`;
    user = (await app.manage('POST', '/users', { username, primaryEmail, password })).body;
  });

  const arrive = (address = `198.51.100.${count}`, event: 'SignIn' | undefined = 'SignIn') =>
    visit(app, event, {}, createBrowser(undefined, { 'x-forwarded-for': address }));
  /** Counts the responses by error code or status. */
  const tally = (answers: { status: number; body?: { code?: string } }[]) => {
    const codes = answers.map(({ status, body }) => body?.code ?? `${status}`);
    return Object.fromEntries(
      [...new Set(codes)].map(code => [code, codes.filter(one => one === code).length]),
    );
  };
  const blocked = 'session.verification_blocked_too_many_attempts';
  const guess = (step: Step, path: string, bodies: object[]) =>
    Promise.all(bodies.map(body => step('POST', `${base}/${path}`, body)));

  test('[V6.3.1] passwords: five are checked, the last of them locks, and the right one is refused with the rest', async () => {
    const { step } = await arrive();
    const identifier = { type: 'username', value: user.username };
    const wrong = Array.from({ length: guesses }, (_, index) => ({ identifier, password: `wrong ${index}` }));
    expect(tally(await guess(step, 'password', wrong))).toEqual({
      'session.invalid_credentials': limit - 1,
      [blocked]: guesses - limit + 1,
    });
    const late = await step('POST', `${base}/password`, { identifier, password });
    expect(late).toMatchObject({ status: 400, body: { code: blocked } });
  });

  test('a correct password succeeds, and the failures before it are forgotten', async () => {
    const { step } = await arrive();
    const identifier = { type: 'username', value: user.username };
    const attempt = async (given: string) =>
      (await step('POST', `${base}/password`, { identifier, password: given })).status;
    for (const _ of [1, 2, 3, 4]) expect(await attempt('wrong')).toBe(422);
    expect(await attempt(password)).toBe(200);
    for (const _ of [1, 2, 3, 4]) expect(await attempt('wrong')).toBe(422);
    expect(await attempt(password)).toBe(200);
  });

  const signInToFactors = async () => {
    const { step } = await arrive();
    const identifier = { type: 'username', value: user.username };
    const { body } = await step('POST', `${base}/password`, { identifier, password });
    await step('POST', '/experience/identification', body);
    return step;
  };

  test('codes of an authenticator app: five are checked, and the right one is refused after them', async () => {
    const { body } = await app.manage('POST', `/users/${user.id}/mfa-verifications`, { type: 'Totp' });
    const step = await signInToFactors();
    const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
    const right = totp.generate();
    const wrong = Array.from({ length: guesses }, (_, index) => ({
      code: `${(Number(right) + 1 + index * 7) % 1_000_000}`.padStart(6, '0'),
    }));
    expect(tally(await guess(step, 'totp/verify', wrong))).toEqual({
      'session.mfa.invalid_totp_code': limit - 1,
      [blocked]: guesses - limit + 1,
    });
    expect((await step('POST', `${base}/totp/verify`, { code: right })).body.code).toBe(blocked);
  });

  test('backup codes: the same', async () => {
    await app.manage('POST', `/users/${user.id}/mfa-verifications`, { type: 'Totp' });
    const { body } = await app.manage('POST', `/users/${user.id}/mfa-verifications`, { type: 'BackupCode' });
    const step = await signInToFactors();
    const wrong = Array.from({ length: guesses }, (_, index) => ({ code: `wrong${index}` }));
    expect(tally(await guess(step, 'backup-code/verify', wrong))).toEqual({
      'session.mfa.invalid_backup_code': limit - 1,
      [blocked]: guesses - limit + 1,
    });
    expect((await step('POST', `${base}/backup-code/verify`, { code: body.codes[0] })).body.code).toBe(
      blocked,
    );
  });

  test('[V6.6.3] codes that were sent: the same', async () => {
    const { step } = await arrive();
    const identifier = { type: 'email', value: user.primaryEmail };
    const asked = { identifier, interactionEvent: 'SignIn' };
    const { body } = await step('POST', `${base}/verification-code`, asked);
    const { verificationId } = body;
    const { code } = await readMessage(app, user.primaryEmail);
    const wrong = Array.from({ length: guesses }, (_, index) => ({
      identifier,
      verificationId,
      code: `${(Number(code) + 1 + index) % 1_000_000}`.padStart(6, '0'),
    }));
    expect(tally(await guess(step, 'verification-code/verify', wrong))).toEqual({
      'verification_code.code_mismatch': limit - 1,
      [blocked]: guesses - limit + 1,
    });
    const late = await step('POST', `${base}/verification-code/verify`, { identifier, verificationId, code });
    expect(late.body.code).toBe(blocked);
  });

  test('a stranger’s address with a code of one’s own locks no user out', async () => {
    const { step } = await arrive();
    const own = { type: 'email', value: `attacker_${count}@example.com` };
    await app.manage('POST', '/users', { primaryEmail: own.value });
    const sent = await step('POST', `${base}/verification-code`, {
      identifier: own,
      interactionEvent: 'SignIn',
    });
    const { verificationId } = sent.body;
    const victim = { type: 'email', value: user.primaryEmail };
    for (const _ of Array.from({ length: limit + 2 })) {
      const refused = await step('POST', `${base}/verification-code/verify`, {
        identifier: victim,
        verificationId,
        code: '000000',
      });
      expect(refused.body.code).toBe('verification_code.email_mismatch');
    }
    const victims = await arrive();
    const again = await victims.step('POST', `${base}/verification-code`, {
      identifier: victim,
      interactionEvent: 'SignIn',
    });
    const { code } = await readMessage(app, user.primaryEmail);
    const proven = await victims.step('POST', `${base}/verification-code/verify`, {
      identifier: victim,
      verificationId: again.body.verificationId,
      code,
    });
    expect(proven.status, proven.text).toBe(200);
  });
});

describe.each(databaseKinds)('the limit of an address under parallel guesses, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { TRUST_PROXY: 'true', GATEHOUSE_ADDRESS_LIMIT: '10' } });
    await app.manage('POST', '/users', { username: 'known', password });
  });
  afterAll(() => app.close());

  test('one address tries many names at once, and only as many as the limit are checked', async () => {
    const { step } = await visit(
      app,
      'SignIn',
      {},
      createBrowser(undefined, { 'x-forwarded-for': '203.0.113.1' }),
    );
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        step('POST', `${base}/password`, {
          identifier: { type: 'username', value: `name_${index}` },
          password: 'wrong',
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter(status => status === 422)).toHaveLength(10);
    expect(statuses.filter(status => status === 429)).toHaveLength(30);
    const late = await step('POST', `${base}/password`, {
      identifier: { type: 'username', value: 'known' },
      password,
    });
    expect(late.body.code).toBe('request.address_rate_limited');
  });

  test('what succeeds is not counted', async () => {
    const { step } = await visit(
      app,
      'SignIn',
      {},
      createBrowser(undefined, { 'x-forwarded-for': '203.0.113.2' }),
    );
    const identifier = { type: 'username', value: 'known' };
    for (const _ of Array.from({ length: 12 }))
      expect((await step('POST', `${base}/password`, { identifier, password })).status).toBe(200);
  });
});
