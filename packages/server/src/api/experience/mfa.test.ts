import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBrowser } from '../../http/testing/browser.ts';
import { createAuthenticator } from './testing/authenticator.ts';
import { keepMessages, readMessage, type Step, visit } from './testing/visit.ts';

const password = 'correct horse battery';
const base = '/experience/verification';
/** The code of now, or of a time when it is not yet due but already taken: clocks are not exact. */
const codeOf = (secret: string, inSeconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + inSeconds * 1000 });

describe.each(anyDatabase)('second factors on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    const variables = { TRUST_PROXY: 'true', GATEHOUSE_COUNTRY_HEADER: 'X-Country' };
    app = await startTestApp(kind, { variables });
    await keepMessages(app);
  });
  afterAll(() => app.close());

  const policy = (name: string, factors: string[], rest: object = {}) =>
    app.manage('PATCH', '/sign-in-exp', { mfa: { policy: name, factors, ...rest } });
  const createUser = async (username: string, fields: object = {}) =>
    (await app.manage('POST', '/users', { username, password, ...fields })).body;
  /** Up to the point where only second factors are between the user and the application. */
  const identify = async (username: string, browser = createBrowser()) => {
    const { step } = await visit(app, 'SignIn', { prompt: 'login' }, browser);
    const { body } = await step('POST', `${base}/password`, {
      identifier: { type: 'username', value: username },
      password,
    });
    await step('POST', '/experience/identification', { verificationId: body.verificationId });
    return step;
  };
  const submit = async (step: Step) => {
    const { status, body } = await step('POST', '/experience/submit');
    return { status, code: body.code, data: body.data };
  };
  const bindTotp = async (step: Step) => {
    const { body: prepared } = await step('POST', `${base}/totp/secret`);
    const { secret, verificationId } = prepared;
    const code = codeOf(secret);
    await step('POST', `${base}/totp/verify`, { code, verificationId });
    const bound = await step('POST', '/experience/profile/mfa', { type: 'Totp', verificationId });
    return { secret: secret as string, code, verificationId: verificationId as string, bound };
  };
  const bindBackupCodes = async (step: Step): Promise<string[]> => {
    const { body } = await step('POST', `${base}/backup-code/generate`);
    await step('POST', '/experience/profile/mfa', {
      type: 'BackupCode',
      verificationId: body.verificationId,
    });
    return body.codes;
  };

  test('[ENT-37] [V6.5.1] mandatory: set up with backup codes at the first sign-in, asked for at the next', async () => {
    await policy('Mandatory', ['Totp', 'BackupCode']);
    await createUser('strict');
    const first = await identify('strict');
    expect(await submit(first)).toMatchObject({
      status: 422,
      code: 'user.missing_mfa',
      data: { availableFactors: ['Totp'] },
    });
    expect((await first('POST', '/experience/profile/mfa/mfa-skipped')).body.code).toBe(
      'session.mfa.mfa_policy_not_user_controlled',
    );
    const { secret, code, bound } = await bindTotp(first);
    expect(bound.status).toBe(204);
    expect(await submit(first)).toMatchObject({ status: 422, code: 'session.mfa.backup_code_required' });
    const codes = await bindBackupCodes(first);
    expect(codes).toHaveLength(10);
    expect(await submit(first)).toMatchObject({ status: 200 });

    const second = await identify('strict');
    expect(await submit(second)).toMatchObject({
      status: 403,
      code: 'session.mfa.require_mfa_verification',
      data: { availableFactors: ['Totp', 'BackupCode'] },
    });
    expect((await second('POST', `${base}/totp/verify`, { code: 'wrong1' })).body.code).toBe(
      'session.mfa.invalid_totp_code',
    );
    expect(await submit(second)).toMatchObject({ status: 403 });
    const useTotp = (step: Step, given: string) => step('POST', `${base}/totp/verify`, { code: given });
    const nextCode = codeOf(secret, 30);
    expect((await useTotp(second, code)).body.code).toBe('session.mfa.invalid_totp_code');
    expect((await useTotp(second, nextCode)).status).toBe(200);
    expect(await submit(second)).toMatchObject({ status: 200 });
    for (const used of [code, nextCode])
      expect((await useTotp(await identify('strict'), used)).body.code).toBe('session.mfa.invalid_totp_code');

    const third = await identify('strict');
    const useCode = (step: Step, code = codes[0]) => step('POST', `${base}/backup-code/verify`, { code });
    expect((await useCode(third)).status).toBe(200);
    expect(await submit(third)).toMatchObject({ status: 200 });
    expect((await useCode(await identify('strict'))).body.code).toBe('session.mfa.invalid_backup_code');
  });

  test('a factor that is only being prepared proves nothing', async () => {
    await policy('NoPrompt', ['Totp']);
    const user = await createUser('careful');
    await app.manage('POST', `/users/${user.id}/mfa-verifications`, { type: 'Totp' });
    const step = await identify('careful');
    const { bound } = await bindTotp(step);
    expect(bound.body.code).toBe('session.mfa.require_mfa_verification');
    expect(await submit(step)).toMatchObject({ status: 403, code: 'session.mfa.require_mfa_verification' });
  });

  test('[ENT-37] user controlled: skipped once, not asked again', async () => {
    await policy('UserControlled', ['Totp']);
    await createUser('relaxed');
    const first = await identify('relaxed');
    expect(await submit(first)).toMatchObject({ code: 'user.suggest_mfa', data: { skippable: true } });
    expect((await first('POST', '/experience/profile/mfa/mfa-skipped')).status).toBe(204);
    expect(await submit(first)).toMatchObject({ status: 200 });
    expect(await submit(await identify('relaxed'))).toMatchObject({ status: 200 });
  });

  test('[ENT-37] who wants second factors is asked for one, and keeps being asked', async () => {
    await policy('NoPrompt', ['Totp']);
    const user = await createUser('eager');
    const step = await identify('eager');
    expect((await step('POST', '/experience/profile/mfa/mfa-enabled')).status).toBe(204);
    expect((await step('GET', '/experience/interaction')).body.mfa).toMatchObject({ mfaEnabled: true });
    expect(await submit(step)).toMatchObject({ code: 'user.suggest_mfa', data: { skippable: true } });
    await bindTotp(step);
    expect((await step('GET', '/experience/interaction')).body.mfa.newFactors).toEqual(['Totp']);
    expect(await submit(step)).toMatchObject({ status: 200 });
    const { body: configs } = await app.manage('GET', `/users/${user.id}/logto-configs`);
    expect(configs.mfa).toMatchObject({ enabled: true, skipped: false });
    expect(await submit(await identify('eager'))).toMatchObject({ status: 403 });
  });

  test('[ENT-37] an organization requires what the tenant does not', async () => {
    await policy('NoPrompt', ['Totp'], { organizationRequiredMfaPolicy: 'Mandatory' });
    const user = await createUser('member');
    expect(await submit(await identify('member'))).toMatchObject({ status: 200 });
    const { body: organization } = await app.manage('POST', '/organizations', {
      name: 'Bank',
      isMfaRequired: true,
    });
    await app.manage('POST', `/organizations/${organization.id}/users`, { userIds: [user.id] });
    const asked = await submit(await identify('member'));
    expect(asked.code).toBe('user.missing_mfa');
    expect(asked.data).not.toHaveProperty('skippable');
  });

  test('a code by email is a second factor after a password', async () => {
    await policy('NoPrompt', ['EmailVerificationCode']);
    await createUser('mailed', { primaryEmail: 'mailed@example.com' });
    const step = await identify('mailed');
    expect(await submit(step)).toMatchObject({
      status: 403,
      data: {
        availableFactors: ['EmailVerificationCode'],
        maskedIdentifiers: { EmailVerificationCode: 'm****@example.com' },
      },
    });
    const { body } = await step('POST', `${base}/mfa-verification-code`, { identifierType: 'email' });
    const { code, templateType } = await readMessage(app, 'mailed@example.com');
    expect(templateType).toBe('MfaVerification');
    const proof = { verificationId: body.verificationId, identifierType: 'email', code };
    expect((await step('POST', `${base}/mfa-verification-code/verify`, proof)).status).toBe(200);
    expect(await submit(step)).toMatchObject({ status: 200 });
  });

  test('where the tenant adapts, only what is unusual asks for the second factor', async () => {
    const adapt = (enabled: boolean) => app.manage('PATCH', '/sign-in-exp', { adaptiveMfa: { enabled } });
    await policy('NoPrompt', []);
    expect((await adapt(true)).body.code).toBe('sign_in_experiences.adaptive_mfa_requires_mfa');
    await policy('NoPrompt', ['EmailVerificationCode']);
    await adapt(true);
    const primaryEmail = 'adaptive@example.com';
    await createUser('adaptive', { primaryEmail });
    const prove = async (step: Step) => {
      const { body } = await step('POST', `${base}/mfa-verification-code`, { identifierType: 'email' });
      const { code } = await readMessage(app, primaryEmail);
      const { verificationId } = body;
      await step('POST', `${base}/mfa-verification-code/verify`, {
        verificationId,
        identifierType: 'email',
        code,
      });
    };
    const asked = { status: 403, code: 'session.mfa.require_mfa_verification' };

    const headers: Record<string, string> = {};
    const browser = createBrowser(undefined, headers);
    const submitFrom = async (country: string) => {
      headers['x-country'] = country;
      return submit(await identify('adaptive', browser));
    };
    const first = await identify('adaptive', browser);
    expect(await submit(first)).toMatchObject(asked);
    expect((await first('GET', '/experience/interaction')).body.pending).not.toHaveProperty('because');
    await prove(first);
    expect(await submit(first)).toMatchObject({ status: 200 });
    expect(await submitFrom('NL')).toMatchObject({ status: 200 });
    expect(await submitFrom('NL')).toMatchObject({ status: 200 });
    expect(await submitFrom('AQ')).toMatchObject(asked);
    expect(await submit(await identify('adaptive'))).toMatchObject(asked);

    await app.app.services.audit.flush();
    const { body: logs } = await app.manage('GET', '/logs?logKey=Interaction.SignIn.Identifier.Submit');
    const risks = logs.map((log: { payload: { risks?: string[] } }) => log.payload.risks);
    expect(risks).toContainEqual(['newDevice']);
    expect(risks).toContainEqual(['newCountry']);
    // To be asked for a second factor is no failure.
    const { body: failed } = await app.manage('GET', '/logs?logKey=Interaction.SignIn.Submit&result=Error');
    expect(failed).toEqual([]);
    await adapt(false);
  });

  test('400 and 404 out of turn: factors that are off, and no user to set them up for', async () => {
    await policy('NoPrompt', ['Totp']);
    await createUser('turn', { primaryPhone: '4930111222' });
    const step = await identify('turn');
    const { verificationId } = (await step('POST', `${base}/backup-code/generate`)).body;
    const bound = await step('POST', '/experience/profile/mfa', { type: 'BackupCode', verificationId });
    expect(bound.body.code).toBe('session.mfa.mfa_factor_not_enabled');
    expect((await step('POST', `${base}/mfa-verification-code`, { identifierType: 'phone' })).body.code).toBe(
      'session.mfa.mfa_factor_not_enabled',
    );
    const { step: early } = await visit(app, 'SignIn');
    expect(await early('POST', `${base}/totp/secret`)).toMatchObject({
      status: 404,
      body: { code: 'session.identifier_not_found' },
    });
  });

  test('a passkey is set up, and proves once for each challenge', async () => {
    await policy('UserControlled', ['WebAuthn']);
    await createUser('keyed');
    const key = createAuthenticator(app.env.ENDPOINT);
    const first = await identify('keyed');
    expect((await first('POST', `${base}/web-authn/authentication`)).body.code).toBe(
      'session.mfa.webauthn_verification_not_found',
    );
    const { body: prepared } = await first('POST', `${base}/web-authn/registration`);
    const { verificationId, registrationOptions } = prepared;
    const register = (payload: object) =>
      first('POST', `${base}/web-authn/registration/verify`, { verificationId, payload });
    expect((await register(key.register({ challenge: 'AAAA' }))).body.code).toBe(
      'session.mfa.webauthn_verification_failed',
    );
    expect((await register(key.register(registrationOptions))).status).toBe(200);
    await first('POST', '/experience/profile/mfa', { type: 'WebAuthn', verificationId });
    expect(await submit(first)).toMatchObject({ status: 200 });

    const second = await identify('keyed');
    expect(await submit(second)).toMatchObject({ status: 403, data: { availableFactors: ['WebAuthn'] } });
    const { body: asked } = await second('POST', `${base}/web-authn/authentication`);
    const authenticate = (payload: object) =>
      second('POST', `${base}/web-authn/authentication/verify`, {
        verificationId: asked.verificationId,
        payload,
      });
    const stranger = createAuthenticator(app.env.ENDPOINT);
    expect((await authenticate(stranger.authenticate(asked.authenticationOptions))).body.code).toBe(
      'session.mfa.webauthn_verification_failed',
    );
    const answer = key.authenticate(asked.authenticationOptions);
    expect((await authenticate(answer)).status).toBe(200);
    expect((await authenticate(answer)).body.code).toBe('session.verification_session_not_found');
    expect(await submit(second)).toMatchObject({ status: 200 });
  });
});
