import { multiFactorAcr, singleFactorAcr } from '@gatehouse/contract/authentication-levels.ts';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../api/experience/testing/authenticator.ts';
import { proveByCode, type Step, visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser } from '../http/testing/browser.ts';
import { hold, openAccountCenter, password, takeTokens } from './testing/people.ts';

const base = '/experience/verification';
const scope = 'openid offline_access profile identities urn:logto:scope:organizations';
const refused = { status: 403, body: { code: 'session.mfa.require_mfa_verification' } };
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** The thief has the password, and none of the factors. */
describe.each(anyDatabase)('a factor planted with the password alone, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await openAccountCenter(app);
  });
  beforeEach(() => settings());
  afterAll(() => app.close());

  const settings = async (
    factors = ['Totp', 'WebAuthn'],
    { policy = 'NoPrompt', ...rest }: Record<string, unknown> = {},
  ) => {
    const patch = {
      adaptiveMfa: { enabled: false },
      passkeySignIn: { enabled: false },
      mfa: { policy, factors },
      ...rest,
    };
    const { status, text } = await app.manage('PATCH', '/sign-in-exp', patch);
    expect(status, text).toBe(200);
  };
  const create = async (username: string, fields: object = {}) =>
    (await app.manage('POST', '/users', { username, password, ...fields })).body.id as string;
  const skipAtSignIn = (id: string) =>
    app.database
      .tenant('default')
      .write(testOrigin, tx => tx.update('users', { id }, { mfaConfig: { skipMfaOnSignIn: true } }));
  const identify = async (step: Step, username: string) => {
    const identifier = { type: 'username', value: username };
    const { body } = await step('POST', `${base}/password`, { identifier, password });
    const found = await step('POST', '/experience/identification', { verificationId: body.verificationId });
    expect(found.status, found.text).toBe(204);
    return step;
  };
  const enter = async (
    username: string,
    parameters: Record<string, string> = {},
    browser = createBrowser(),
  ) => {
    const { step } = await visit(app, 'SignIn', { scope, prompt: 'login consent', ...parameters }, browser);
    return identify(step, username);
  };
  const submit = (step: Step) => step('POST', '/experience/submit');
  const factorsOf = async (id: string) =>
    (await app.manage('GET', `/users/${id}/mfa-verifications`)).body.map(
      ({ type }: { type: string }) => type,
    );

  const prepareTotp = async (step: Step) => {
    const { body } = await step('POST', `${base}/totp/secret`);
    const { verificationId, secret } = body;
    await step('POST', `${base}/totp/verify`, { verificationId, code: codeOf(secret) });
    return {
      secret: secret as string,
      bind: () => step('POST', '/experience/profile/mfa', { type: 'Totp', verificationId }),
    };
  };
  const preparePasskey = async (step: Step, authenticator = createAuthenticator(app.env.ENDPOINT)) => {
    const { body } = await step('POST', `${base}/web-authn/registration`);
    const { verificationId } = body;
    const payload = authenticator.register(body.registrationOptions);
    const done = await step('POST', `${base}/web-authn/registration/verify`, { verificationId, payload });
    expect(done.status, done.text).toBe(200);
    return {
      bind: () => step('POST', '/experience/profile/mfa', { type: 'WebAuthn', verificationId }),
      bindToSignIn: () => step('POST', '/experience/profile/mfa/passkey', { verificationId }),
    };
  };
  const addTotp = async (id: string) =>
    (await app.manage('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' })).body.secret as string;
  const proveTotp = async (step: Step, secret: string) =>
    expect((await step('POST', `${base}/totp/verify`, { code: codeOf(secret) })).status).toBe(200);

  /** A user who has signed in with the browser, and has set a passkey up in another: the first factor needs no other. */
  const owner = async (username: string) => {
    const id = await create(username);
    const browser = createBrowser();
    const known = await submit(await enter(username, {}, browser));
    await browser.follow(known.body.redirectTo, app.env.ENDPOINT);
    const other = createBrowser();
    const step = await enter(username, {}, other);
    expect((await (await preparePasskey(step)).bind()).status).toBe(204);
    const done = await submit(step);
    expect(done.status, done.text).toBe(200);
    const { address } = await other.follow(done.body.redirectTo, app.env.ENDPOINT);
    expect(decodeJwt((await takeTokens(app, address)).body.id_token).amr).toContain('mfa');
    const { body: organization } = await app.manage('POST', '/organizations', {
      name: username,
      isMfaRequired: true,
    });
    await app.manage('POST', `/organizations/${organization.id}/users`, { userIds: [id] });
    return { id, browser, organizationId: organization.id as string };
  };

  test.each([
    ['skips it at sign-in', 'skipping', false],
    ['is on a device that adaptive MFA knows', 'adapted', true],
  ])(
    '[V6.3.4] where the owner of a passkey %s, neither binds nor leads to MFA, nor to the passkey',
    async (_, name, isAdaptive) => {
      const { id, browser, organizationId } = await owner(name);
      if (isAdaptive) await settings(undefined, { adaptiveMfa: { enabled: true } });
      else await skipAtSignIn(id);

      const asking = await enter(name, { acr_values: multiFactorAcr }, browser);
      for (const attempt of [submit, async (step: Step) => (await prepareTotp(step)).bind(), submit])
        expect(await attempt(asking)).toMatchObject(refused);
      expect((await asking('GET', '/experience/interaction')).body.mfa.newFactors).toEqual([]);

      const quiet = await enter(name, {}, browser);
      const planted = await prepareTotp(quiet);
      expect(await planted.bind()).toMatchObject(refused);
      const done = await submit(quiet);
      const { address } = await browser.follow(done.body.redirectTo, app.env.ENDPOINT);
      const thief = hold(app, browser, (await takeTokens(app, address)).body);
      expect(decodeJwt(thief.tokens.id_token)).toMatchObject({ acr: singleFactorAcr, amr: ['pwd'] });
      expect((await thief.refresh({ organization_id: organizationId })).status).toBe(403);
      const proof = await thief.send('POST', '/verifications/totp/verify', { code: codeOf(planted.secret) });
      expect(proof.status).toBeGreaterThanOrEqual(400);
      const path = '/my-account/mfa-verifications';
      const [key] = (await thief.send('GET', path)).body;
      expect((await thief.send('DELETE', `${path}/${key.id}`, undefined, await thief.prove())).status).toBe(
        401,
      );
      const { secret } = (await thief.send('POST', `${path}/totp-secret/generate`)).body;
      const added = await thief.send(
        'POST',
        path,
        { type: 'Totp', secret, code: codeOf(secret) },
        await thief.prove(),
      );
      expect(added.status).toBe(401);
      expect(await factorsOf(id)).toEqual(['WebAuthn']);
    },
  );

  test('is refused at the end, when the owner has set one up since', async () => {
    const id = await create('later');
    const step = await enter('later');
    expect((await (await prepareTotp(step)).bind()).status).toBe(204);
    const own = await enter('later');
    expect((await (await preparePasskey(own)).bind()).status).toBe(204);
    expect((await submit(own)).status).toBe(200);
    await skipAtSignIn(id);
    expect(await submit(step)).toMatchObject(refused);
    expect(await factorsOf(id)).toEqual(['WebAuthn']);
  });

  test('is one at most, when many first factors come at once', async () => {
    const id = await create('raced');
    const steps: Step[] = [];
    for (const _ of Array(12)) {
      const step = await enter('raced');
      expect((await (await prepareTotp(step)).bind()).status).toBe(204);
      steps.push(step);
    }
    const answers = await Promise.all(steps.map(submit));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await factorsOf(id)).toEqual(['Totp']);
  });

  test('is refused as a passkey to sign in with, as backup codes, and as a passkey beside an app given up', async () => {
    const id = await create('app_owner');
    await addTotp(id);
    await skipAtSignIn(id);
    await settings(['Totp', 'WebAuthn', 'BackupCode'], {
      policy: 'UserControlled',
      passkeySignIn: { enabled: true },
    });
    const step = await enter('app_owner');
    expect(await (await preparePasskey(step)).bindToSignIn()).toMatchObject(refused);
    const { body } = await step('POST', `${base}/backup-code/generate`);
    const codes = { type: 'BackupCode', verificationId: body.verificationId };
    expect(await step('POST', '/experience/profile/mfa', codes)).toMatchObject(refused);
    expect(await submit(step)).toMatchObject(refused);
    await settings(['WebAuthn']);
    const other = await enter('app_owner', { acr_values: multiFactorAcr });
    expect(await submit(other)).toMatchObject({ ...refused, body: { data: { availableFactors: ['Totp'] } } });
    expect(await (await preparePasskey(other)).bind()).toMatchObject(refused);
    expect(await factorsOf(id)).toEqual(['Totp']);
  });

  test('is what an owner may add who has proven the app, also where the tenant gave it up and demands another', async () => {
    const id = await create('rightful');
    const secret = await addTotp(id);
    await skipAtSignIn(id);
    await settings(['WebAuthn'], { policy: 'Mandatory' });
    const browser = createBrowser();
    const step = await enter('rightful', {}, browser);
    expect(await submit(step)).toMatchObject({ ...refused, body: { data: { availableFactors: ['Totp'] } } });
    await proveTotp(step, secret);
    expect((await submit(step)).body).toMatchObject({
      code: 'user.missing_mfa',
      data: { availableFactors: ['WebAuthn'] },
    });
    expect((await (await preparePasskey(step)).bind()).status).toBe(204);
    const done = await submit(step);
    const { address } = await browser.follow(done.body.redirectTo, app.env.ENDPOINT);
    expect(decodeJwt((await takeTokens(app, address)).body.id_token).amr).toEqual([
      'pwd',
      'otp',
      'pop',
      'swk',
      'user',
      'mfa',
    ]);
    expect(await factorsOf(id)).toEqual(['Totp', 'WebAuthn']);
  });

  test('is refused as an address, and does not replace the address that is there', async () => {
    const methods = [
      { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
      { identifier: 'email', password: true, verificationCode: false, isPasswordPrimary: true },
    ];
    const signUp = { identifiers: ['email'], password: true, verify: true };
    await settings(['Totp', 'WebAuthn', 'EmailVerificationCode'], { signIn: { methods }, signUp });
    const bindAddress = async (username: string) => {
      const { step } = await visit(app, 'Register', { prompt: 'login' });
      const thief = { type: 'email', value: `thief_of_${username}@example.com` } as const;
      const verificationId = await proveByCode(app, step, thief, 'Register');
      await step('PUT', '/experience/interaction-event', { interactionEvent: 'SignIn' });
      await identify(step, username);
      return step('POST', '/experience/profile/mfa', { type: 'EmailVerificationCode', verificationId });
    };
    const id = await create('no_mail');
    await addTotp(id);
    await skipAtSignIn(id);
    expect(await bindAddress('no_mail')).toMatchObject(refused);
    await skipAtSignIn(await create('mailed', { primaryEmail: 'mailed@example.com' }));
    expect(await bindAddress('mailed')).toMatchObject(refused);
    await settings(['Totp']);
    expect((await bindAddress('mailed')).body.code).toBe('session.mfa.mfa_factor_not_enabled');
  });
});
