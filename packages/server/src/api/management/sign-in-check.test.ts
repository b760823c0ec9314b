import type { CheckedMethod, CheckedSignIn, SignInGate } from '@gatehouse/contract/sign-in-check.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { testOrigin } from '../../database/testing/tenants.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { visit } from '../experience/testing/visit.ts';

const password = 'correct horse battery';
const byUsername = {
  identifier: 'username',
  password: true,
  verificationCode: false,
  isPasswordPrimary: true,
};
const byEmail = { ...byUsername, identifier: 'email' };

describe.each(anyDatabase)('what would happen at a sign-in, on %s', kind => {
  let app: TestApp;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const settings = (body: object) => app.manage('PATCH', '/sign-in-exp', body);
  const createUser = async (fields: object = {}) => {
    count += 1;
    const username = `checked_${count}`;
    const { body } = await app.manage('POST', '/users', { username, password, ...fields });
    return { id: body.id as string, username };
  };
  const check = async (userId: string, method: CheckedMethod = 'username_password', query = '') => {
    const { body } = await app.manage('GET', `/users/${userId}/sign-in-check?${query}`);
    const found = (body as CheckedSignIn[]).find(each => each.method === method);
    if (!found) throw new Error(`${method} was not checked`);
    return found;
  };
  const notesAt = ({ gates }: CheckedSignIn, gate: SignInGate) =>
    gates.find(each => each.gate === gate)?.notes.map(({ code }) => code);
  const stateAt = ({ gates }: CheckedSignIn, gate: SignInGate) =>
    gates.find(each => each.gate === gate)?.state;

  /** The error code at which a real sign-in with the password stops, or nothing. */
  const signInForReal = async (username: string) => {
    const { step } = await visit(app, 'SignIn');
    const proof = await step('POST', '/experience/verification/password', {
      identifier: { type: 'username', value: username },
      password,
    });
    if (proof.status !== 200) return proof.body.code;
    const identified = await step('POST', '/experience/identification', {
      verificationId: proof.body.verificationId,
    });
    if (identified.status !== 204) return identified.body.code;
    const submitted = await step('POST', '/experience/submit');
    return submitted.status === 200 ? undefined : submitted.body.code;
  };
  /** The first thing that the check says, which must also stop a real sign-in. */
  const firstCode = ({ gates }: CheckedSignIn) => gates.flatMap(({ notes }) => notes)[0]?.code;

  test('says the same as a real sign-in', async () => {
    const standard = { mfa: { policy: 'NoPrompt', factors: [] }, signIn: { methods: [byUsername] } };
    const cases: { name: string; settings?: object; user?: object; prepare?: (id: string) => unknown }[] = [
      { name: 'nothing special' },
      {
        name: 'suspended',
        prepare: id => app.manage('PATCH', `/users/${id}/is-suspended`, { isSuspended: true }),
      },
      { name: 'method off', settings: { signIn: { methods: [byEmail] } } },
      {
        name: 'MFA required',
        settings: { mfa: { policy: 'Mandatory', factors: ['Totp', 'WebAuthn'] } },
      },
      {
        name: 'MFA offered',
        settings: { mfa: { policy: 'PromptAtSignInAndSignUp', factors: ['Totp'] } },
      },
      {
        name: 'has an authenticator app',
        settings: { mfa: { policy: 'NoPrompt', factors: ['Totp'] } },
        prepare: id => app.manage('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' }),
      },
      {
        name: 'email missing',
        settings: { signUp: { identifiers: ['email'], password: true, verify: true } },
      },
    ];
    for (const each of cases) {
      await settings({ ...standard, signUp: { identifiers: ['username'], password: true, verify: false } });
      if (each.settings) await settings(each.settings);
      const user = await createUser(each.user);
      await each.prepare?.(user.id);
      const checked = await check(user.id);
      const real = await signInForReal(user.username);
      expect(firstCode(checked), each.name).toBe(real);
    }
    await settings({ ...standard, signUp: { identifiers: ['username'], password: true, verify: false } });
  });

  test('a closed gate ends the path, and names the setting', async () => {
    const user = await createUser();
    await app.manage('PATCH', `/users/${user.id}/is-suspended`, { isSuspended: true });
    const checked = await check(user.id);
    expect(checked.isAllowed).toBe(false);
    expect(checked.gates[0]).toEqual({
      gate: 'identifier',
      state: 'closed',
      notes: [{ state: 'closed', code: 'user.suspended', rule: 'isSuspended', setting: 'user' }],
    });
    expect(checked.gates.slice(1).every(({ state }) => state === 'unreached')).toBe(true);
  });

  test('what the user lacks is said for each method', async () => {
    await settings({ signIn: { methods: [byUsername, byEmail] } });
    const { body } = await app.manage('POST', '/users', { primaryEmail: `none.${kind}@example.com` });
    expect(notesAt(await check(body.id, 'username_password'), 'identifier')).toEqual(['no_identifier']);
    expect(notesAt(await check(body.id, 'email_password'), 'proof')).toEqual(['no_password']);
    expect(notesAt(await check(body.id, 'email_code'), 'proof')).toEqual(['user.sign_in_method_not_enabled']);
    expect(notesAt(await check(body.id, 'passkey'), 'proof')).toEqual(['user.sign_in_method_not_enabled']);
  });

  test('a lockout is seen, and checking is no attempt', async () => {
    await settings({ sentinelPolicy: { maxAttempts: 3, lockoutDuration: 60 } });
    const user = await createUser();
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await check(user.id)).isAllowed).toBe(true);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { step } = await visit(app, 'SignIn');
      await step('POST', '/experience/verification/password', {
        identifier: { type: 'username', value: user.username },
        password: 'wrong',
      });
    }
    const checked = await check(user.id);
    expect(notesAt(checked, 'proof')).toEqual(['session.verification_blocked_too_many_attempts']);
    expect(checked.gates[1]?.notes[0]?.setting).toBe('lockout');
    await settings({ sentinelPolicy: {} });
  });

  test('questions are told one after the other, up to the application', async () => {
    await settings({ mfa: { policy: 'Mandatory', factors: ['Totp', 'BackupCode'] } });
    const user = await createUser();
    const { body: partner } = await app.manage('POST', '/applications', {
      name: 'Partner',
      type: 'Traditional',
      isThirdParty: true,
      oidcClientMetadata: { redirectUris: ['https://partner.example/cb'], postLogoutRedirectUris: [] },
    });
    const open = await check(user.id, 'username_password', `applicationId=${partner.id}`);
    expect(open.isAllowed).toBe(true);
    expect(notesAt(open, 'mfa')).toEqual(['user.missing_mfa', 'session.mfa.backup_code_required']);
    expect(notesAt(open, 'consent')).toEqual(['consent_asked']);
    await app.manage('PATCH', `/applications/${partner.id}`, { appLevelAccessControlEnabled: true });
    const closed = await check(user.id, 'username_password', `applicationId=${partner.id}`);
    expect(notesAt(closed, 'application')).toEqual(['access_denied']);
    expect(stateAt(closed, 'consent')).toBe('unreached');
    await settings({ mfa: { policy: 'NoPrompt', factors: [] } });
  });

  test('a known device and a country change what adaptive MFA asks for', async () => {
    await settings({
      adaptiveMfa: { enabled: true },
      mfa: { policy: 'PromptAtSignInAndSignUp', factors: ['Totp'] },
    });
    const user = await createUser();
    await app.manage('POST', `/users/${user.id}/mfa-verifications`, { type: 'Totp' });
    const fresh = await check(user.id);
    expect(fresh.gates.find(({ gate }) => gate === 'risk')?.notes[0]?.because).toEqual(['newDevice']);
    expect(notesAt(fresh, 'mfa')).toEqual(['session.mfa.require_mfa_verification']);
    const known = await check(user.id, 'username_password', 'device=known');
    expect(stateAt(known, 'risk')).toBe('open');
    expect(stateAt(known, 'mfa')).toBe('open');
    await settings({ adaptiveMfa: { enabled: false }, mfa: { policy: 'NoPrompt', factors: [] } });
  });

  test('users of an enterprise come in by its SSO alone, also before their first time', async () => {
    const { body: connector } = await app.manage('POST', '/sso-connectors', {
      providerName: 'SAML',
      connectorName: `Corp ${kind}`,
      domains: [`corp-${kind}.example`],
      config: {
        signInEndpoint: 'https://idp.example/sso',
        entityId: 'https://idp.example',
        x509Certificate: 'x',
      },
    });
    await app.database.tenant('default').write(testOrigin, async tx => {
      await tx.update('ssoConnectors', { id: connector.id }, { isComplete: true });
    });
    await settings({ singleSignOnEnabled: true });
    const user = await createUser({ primaryEmail: `ada@corp-${kind}.example` });
    expect(notesAt(await check(user.id), 'identifier')).toEqual(['session.sso_enabled']);
    expect(await check(user.id, 'enterprise_sso')).toMatchObject({ isAllowed: true, target: connector.id });
    await app.manage('DELETE', `/sso-connectors/${connector.id}`);
  });

  test('an unknown user, an unknown application and an impossible country are refused', async () => {
    const user = await createUser();
    const status = async (path: string) => (await app.manage('GET', path)).status;
    expect(await status('/users/nobody/sign-in-check')).toBe(404);
    expect(await status(`/users/${user.id}/sign-in-check?applicationId=none`)).toBe(404);
    expect(await status(`/users/${user.id}/sign-in-check?country=usa`)).toBe(400);
  });
});
