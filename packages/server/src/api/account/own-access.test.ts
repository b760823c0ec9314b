import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { picture, sendFile } from '../../http/testing/files.ts';
import { createAuthenticator } from '../experience/testing/authenticator.ts';
import { enterAccount } from './testing/enter.ts';

const factorsPath = '/my-account/mfa-verifications';

describe.each(anyDatabase)('ways into the own account on %s', kind => {
  let app: TestApp;
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gatehouse-account-'));
    app = await startTestApp(kind, { variables: { GATEHOUSE_DATA_DIR: directory } });
  });
  afterAll(async () => {
    await app.close();
    await rm(directory, { recursive: true });
  });
  const allow = (fields: object, rest: object = {}) =>
    app.manage('PATCH', '/account-center', { enabled: true, fields, ...rest });
  const factors = (...list: string[]) =>
    app.manage('PATCH', '/sign-in-exp', { mfa: { policy: 'NoPrompt', factors: list } });

  test('a passkey is made, named, used for one factor only, and removed', async () => {
    const otherSite = 'https://app.example.com';
    await allow({ passkey: 'Edit' }, { webauthnRelatedOrigins: [otherSite] });
    await factors('WebAuthn');
    const { send, prove } = await enterAccount(app, 'keyed');
    const proof = await prove();
    const prepare = async () => (await send('POST', '/verifications/web-authn/registration')).body;
    const finish = (id: string, payload: object) =>
      send('POST', '/verifications/web-authn/registration/verify', { verificationRecordId: id, payload });
    const add = (id: string, fields: object = {}, named = proof) =>
      send(
        'POST',
        factorsPath,
        { type: 'WebAuthn', newIdentifierVerificationRecordId: id, ...fields },
        named,
      );

    const { verificationRecordId: id, registrationOptions } = await prepare();
    const key = createAuthenticator(app.env.ENDPOINT);
    expect((await finish(id, key.register({ challenge: 'AAAA' }))).body.code).toBe(
      'session.mfa.webauthn_verification_failed',
    );
    expect((await add(id)).body.code).toBe('verification_record.not_found');
    expect((await finish(id, key.register(registrationOptions))).status).toBe(200);
    expect((await finish(id, key.register(registrationOptions))).body.code).toBe(
      'verification_record.not_found',
    );
    expect((await add(id, { name: 'Blue key' })).status).toBe(204);
    expect((await add(id)).body.code).toBe('verification_record.permission_denied');
    const [factor] = (await send('GET', factorsPath)).body;
    expect(factor).toMatchObject({ type: 'WebAuthn', name: 'Blue key' });
    const rename = (named?: string) =>
      send('PATCH', `${factorsPath}/${factor.id}/name`, { name: 'Red key' }, named);
    expect((await rename()).status).toBe(401);
    // With a passkey there, the password is not enough to change the factors.
    expect((await rename(proof)).status).toBe(401);

    const elsewhere = await prepare();
    const visitor = createAuthenticator(otherSite, app.env.ENDPOINT);
    const { verificationRecordId } = elsewhere;
    expect((await finish(verificationRecordId, visitor.register(elsewhere.registrationOptions))).status).toBe(
      200,
    );
    // A passkey that is only being made proves nothing; one that was there before does.
    expect((await rename(verificationRecordId)).status).toBe(401);
    expect((await send('GET', '/my-account/proofs')).body).toEqual({
      proofs: ['Password', 'WebAuthn'],
      factorProofs: ['WebAuthn'],
      isSignInRecent: true,
    });
    const asked = (await send('POST', '/verifications/web-authn/authentication')).body;
    const confirm = (payload: object) =>
      send('POST', '/verifications/web-authn/authentication/verify', {
        verificationRecordId: asked.verificationRecordId,
        payload,
      });
    expect((await rename(asked.verificationRecordId)).status).toBe(401);
    expect((await confirm(visitor.authenticate(asked.authenticationOptions))).body.code).toBe(
      'session.mfa.webauthn_verification_failed',
    );
    expect((await confirm(key.authenticate(asked.authenticationOptions, 'keyed'))).status).toBe(200);
    const byKey = asked.verificationRecordId;
    expect((await rename(byKey)).body).toMatchObject({ id: factor.id, name: 'Red key' });
    expect((await add(id, {}, byKey)).body.code).toBe('verification_record.not_found');

    await allow({ passkey: 'ReadOnly' });
    expect((await add(verificationRecordId, {}, byKey)).body.code).toBe('account_center.field_not_editable');
    expect((await send('GET', factorsPath)).body).toHaveLength(1);
    await allow({ passkey: 'Edit' });
    expect((await send('DELETE', `${factorsPath}/${factor.id}`, undefined, byKey)).status).toBe(204);
    expect((await send('GET', factorsPath)).body).toEqual([]);
  });

  test('an authenticator app is replaced by one whose code is right', async () => {
    // Codes change every 30 seconds: not while the test counts them.
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
    onTestFinished(() => void vi.useRealTimers());
    await allow({ mfa: 'Edit' });
    await factors('Totp');
    const { send, prove } = await enterAccount(app, 'replacer');
    const proof = await prove();
    const generate = async () => (await send('POST', `${factorsPath}/totp-secret/generate`)).body.secret;
    const replace = (secret: string, code: string, named: string | undefined = proof) =>
      send('PUT', `${factorsPath}/totp`, { secret, code }, named);
    const codeOf = (secret: string, timestamp = Date.now()) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
    const confirm = (code: string) => send('POST', '/verifications/totp/verify', { code });
    const [first, second] = [await generate(), await generate()];
    const early = codeOf(first, Date.now() - 30_000);
    expect((await replace(first, early, '')).status).toBe(401);
    expect((await replace(first, early)).status).toBe(204);
    expect((await replace(second, codeOf(second))).status).toBe(401);
    const byFactor = (await confirm(codeOf(first))).body.verificationRecordId;
    expect((await replace(second, 'wrong1', byFactor)).body.code).toBe('session.mfa.invalid_totp_code');
    expect((await replace('short', 'wrong1', byFactor)).body.code).toBe('user.totp_secret_invalid');
    const [before] = (await send('GET', factorsPath)).body;
    expect((await replace(second, codeOf(second), byFactor)).status).toBe(204);
    expect((await confirm(codeOf(second))).body.code).toBe('session.mfa.invalid_totp_code');
    const later = new TOTP({ secret: Secret.fromBase32(second) }).generate({
      timestamp: Date.now() + 30_000,
    });
    const { verificationRecordId } = (await confirm(later)).body;
    const choice = { skipMfaOnSignIn: true };
    expect((await send('PATCH', '/my-account/mfa-settings', choice, verificationRecordId)).status).toBe(200);
    const after = (await send('GET', factorsPath)).body;
    expect(after).toHaveLength(1);
    expect(after[0].id).not.toBe(before.id);
    const rename = send('PATCH', `${factorsPath}/${after[0].id}/name`, { name: 'App' }, byFactor);
    expect((await rename).body.code).toBe('verification_record.not_found');
  });

  test('[V7.5.2, V8.2.2, V10.4.9, V10.7.3] sessions and grants are listed and ended by who proves to be still there', async () => {
    await allow({ session: 'Edit' });
    const { user, send, prove } = await enterAccount(app, 'everywhere');
    expect((await send('GET', '/my-account/sessions')).status).toBe(401);
    const proof = await prove();
    const [session] = (await send('GET', '/my-account/sessions', undefined, proof)).body.sessions;
    expect(session).toMatchObject({ isCurrent: true, accountId: user.id });
    const { body } = await send('GET', '/my-account/grants', undefined, proof);
    expect(body.grants).toHaveLength(1);
    const none = await send('GET', '/my-account/grants?appType=thirdParty', undefined, proof);
    expect(none.body.grants).toEqual([]);

    const other = await enterAccount(app, 'stranger');
    const otherProof = await other.prove();
    const endPath = `/my-account/sessions/${session.payload.uid}`;
    expect((await other.send('DELETE', endPath, undefined, otherProof)).body.code).toBe(
      'oidc.session_not_found',
    );
    const [own] = (await other.send('GET', '/my-account/grants', undefined, otherProof)).body.grants;
    const revoke = () => other.send('DELETE', `/my-account/grants/${own.id}`, undefined, otherProof);
    expect((await revoke()).status).toBe(204);
    await allow({ session: 'ReadOnly' });
    const end = () => send('DELETE', endPath, undefined, proof);
    expect((await end()).body.code).toBe('account_center.field_not_editable');
    await allow({ session: 'Edit' });
    expect((await end()).status).toBe(204);
    // Their tokens ended with the grant and with the session.
    expect((await revoke()).status).toBe(401);
    expect((await end()).status).toBe(401);
    expect((await app.manage('GET', `/users/${user.id}/sessions`)).body.sessions).toEqual([]);
  });

  test('401 for sessions without their scope', async () => {
    const { send } = await enterAccount(app, 'scopeless', { scope: 'openid profile identities' });
    expect((await send('GET', '/my-account/sessions')).status).toBe(401);
  });

  test('decisions about second factors need a proof', async () => {
    await allow({ mfa: 'Edit' });
    const { send, prove } = await enterAccount(app, 'decider');
    const update = (body: object, proof?: string) => send('PATCH', '/my-account/logto-configs', body, proof);
    const mild = { mfa: { skipped: true }, passkeySignIn: { skipped: true } };
    expect((await update(mild)).status).toBe(401);
    expect((await update(mild, await prove())).body).toEqual({
      mfa: { skipped: true, skipMfaOnSignIn: false },
      passkeySignIn: { skipped: true },
    });
    expect((await update({ mfa: { skipMfaOnSignIn: true } })).status).toBe(401);
    expect((await update({ mfa: { enabled: false } })).status).toBe(401);
    await update({ mfa: { skipMfaOnSignIn: true } }, await prove());
    expect((await send('GET', '/my-account/logto-configs')).body.mfa).toEqual({
      skipped: true,
      skipMfaOnSignIn: true,
    });
  });

  test('a linked account is unlinked, but never the last way in', async () => {
    await allow({ social: 'Edit', password: 'Edit' });
    const { user, send, prove } = await enterAccount(app, 'linked');
    const link = (target: string) =>
      app.manage('PUT', `/users/${user.id}/identities/${target}`, { userId: `${target}-1` });
    await link('github');
    const proof = await prove();
    const unlink = (target: string) => send('DELETE', `/my-account/identities/${target}`, undefined, proof);
    expect((await unlink('google')).body.code).toBe('user.identity_not_exist');
    expect((await unlink('github')).status).toBe(204);
    await link('github');
    await app.database.system(db =>
      db.updateTable('users').set({ passwordEncrypted: null }).where('id', '=', user.id).execute(),
    );
    expect((await unlink('github')).body.code).toBe('user.last_sign_in_method_required');
  });

  test('company accounts are listed and unlinked by who has another way in', async () => {
    await allow({ social: 'Edit' });
    const { send, prove, user } = await enterAccount(app, 'employee');
    await app.database.system(db =>
      db
        .insertInto('userSsoIdentities')
        .values({
          tenantId: 'default',
          id: 'company-identity',
          userId: user.id,
          issuer: 'https://company.example',
          identityId: 'e-1',
          detail: {},
          ssoConnectorId: 'company',
        })
        .execute(),
    );
    const path = '/my-account/sso-identities';
    expect((await send('GET', path)).body).toMatchObject([{ ssoConnectorId: 'company', identityId: 'e-1' }]);
    expect((await send('DELETE', `${path}/company`)).status).toBe(401);
    const proof = await prove();
    expect((await send('DELETE', `${path}/company`, undefined, proof)).status).toBe(204);
    expect((await send('DELETE', `${path}/company`, undefined, proof)).body.code).toBe(
      'user.enterprise_sso_identity_not_exists',
    );
  });

  test('fields that the account center lists are filled in, checked and emptied; others are refused', async () => {
    for (const field of [
      { name: 'team', type: 'Select', required: false, config: { options: [{ value: 'red' }] } },
      { name: 'nickname', type: 'Text', required: true },
      { name: 'hidden', type: 'Text', required: false },
    ])
      expect((await app.manage('POST', '/custom-profile-fields', field)).status).toBe(201);
    await allow({ profile: 'Edit' }, { profileFields: [{ name: 'team' }, { name: 'nickname' }] });
    const { send } = await enterAccount(app, 'filler');
    const path = '/my-account/profile-fields';
    const fill = (values: object) => send('PATCH', path, { values });
    expect((await fill({ team: 'red', nickname: 'Fil' })).body).toEqual({
      values: { team: 'red', nickname: 'Fil' },
    });
    expect((await fill({ team: 'blue' })).body.code).toBe('guard.invalid_input');
    expect((await fill({ nickname: null })).body.code).toBe('guard.invalid_input');
    expect((await fill({ hidden: 'x' })).body.code).toBe('guard.invalid_input');
    // An application that may see the profile, but no custom data.
    const narrow = await enterAccount(app, 'filler', { scope: 'openid profile' });
    expect((await narrow.send('GET', path)).body).toEqual({ values: { nickname: 'Fil' } });
    const fillNarrow = (values: object) => narrow.send('PATCH', path, { values });
    expect((await fillNarrow({ team: 'red' })).body.code).toBe('auth.unauthorized');
    expect((await fillNarrow({ nickname: 'Filler' })).body).toEqual({ values: { nickname: 'Filler' } });
    expect((await fill({ team: null, nickname: 'Fil' })).body).toEqual({ values: { nickname: 'Fil' } });
    await allow({ profile: 'ReadOnly' });
    expect((await fill({ team: 'red' })).body.code).toBe('account_center.field_not_editable');
    expect((await send('GET', path)).body).toEqual({ values: { nickname: 'Fil' } });
  });

  test('a picture of oneself, where it may be changed, and nothing but a picture', async () => {
    const { token } = await enterAccount(app, 'vain');
    const upload = (content: Buffer) =>
      sendFile(`${app.env.ENDPOINT}/api/my-account/user-assets/avatar`, content, { token });
    await allow({ avatar: 'ReadOnly' });
    expect((await upload(picture)).body.code).toBe('account_center.field_not_editable');
    await allow({ avatar: 'Edit' });
    const { body } = await upload(picture);
    expect((await fetch(body.url)).status).toBe(200);
    const archive = Buffer.from([0x50, 0x4b, 3, 4, 0, 0]);
    expect((await upload(archive)).body.code).toBe('guard.mime_type_not_allowed');
    const large = Buffer.concat([picture, Buffer.alloc(2 * 1024 * 1024)]);
    expect((await upload(large)).body.code).toBe('guard.file_size_exceeded');
  });

  test('403 for changes by an application of others, which may only look', async () => {
    await allow({ name: 'Edit' });
    const { body: application } = await app.manage('POST', '/applications', {
      name: 'Partner',
      type: 'SPA',
      isThirdParty: true,
      oidcClientMetadata: { redirectUris: [`${app.env.ENDPOINT}/demo-app`], postLogoutRedirectUris: [] },
    });
    const scopes = { userScopes: ['profile'] };
    await app.manage('POST', `/applications/${application.id}/user-consent-scopes`, scopes);
    const { send } = await enterAccount(app, 'cautious', { scope: 'openid profile' }, application.id);
    expect((await send('GET', '/my-account')).status).toBe(200);
    expect(await send('PATCH', '/my-account', { name: 'Taken over' })).toMatchObject({
      status: 403,
      body: { code: 'auth.third_party_application_forbidden' },
    });
  });
});
