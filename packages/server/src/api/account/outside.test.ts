import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOpenIdProvider } from '../../connectors/testing/open-id-provider.ts';
import { anyDatabase } from '../../database/testing/open.ts';
import { testOrigin } from '../../database/testing/tenants.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { visit } from '../experience/testing/visit.ts';
import { enterAccount, password } from './testing/enter.ts';

type Account = Awaited<ReturnType<typeof enterAccount>>;

describe.each(anyDatabase)('own social accounts on %s', kind => {
  let op: Awaited<ReturnType<typeof startOpenIdProvider>>;
  let app: TestApp;
  let account: Account;
  beforeAll(async () => {
    op = await startOpenIdProvider();
    app = await startTestApp(kind, { variables: { GATEHOUSE_CONNECTORS_URL: op.url } });
    const connector = { connectorId: 'oidc', config: op.socialConfig, enableTokenStorage: true };
    for (const target of ['harbour', 'wharf'])
      await app.manage('POST', '/connectors', { ...connector, id: target, metadata: { target } });
    await app.manage('PATCH', '/sign-in-exp', { socialSignInConnectorTargets: ['harbour', 'wharf'] });
    await app.manage('PATCH', '/account-center', { enabled: true, fields: { social: 'Edit' } });
    account = await enterAccount(app, 'linker');
  });
  afterAll(async () => {
    await app.close();
    await op.close();
  });

  const begin = (by: Account, connectorId = 'harbour') =>
    by.send('POST', '/verifications/social', {
      connectorId,
      state: 'the-state',
      redirectUri: `${app.env.ENDPOINT}/account/callback`,
      scope: 'openid calendar',
    });
  const proveAccount = async (by: Account, sub: string, connectorId?: string): Promise<string> => {
    const begun = await begin(by, connectorId);
    expect(begun.status, begun.text).toBe(201);
    const { verificationRecordId, authorizationUri } = begun.body;
    expect(new URL(authorizationUri).searchParams.get('scope')).toBe('openid calendar');
    const connectorData = await op.consent(authorizationUri, { sub });
    const proven = await by.send('POST', '/verifications/social/verify', {
      verificationRecordId,
      connectorData,
    });
    expect(proven.status, proven.text).toBe(200);
    return verificationRecordId;
  };
  const link = (by: Account, method: string, recordId: string, proof?: string) =>
    by.send(method, '/my-account/identities', { newIdentifierVerificationRecordId: recordId }, proof);
  const identities = async () => (await account.send('GET', '/my-account')).body.identities;
  const token = (target: string) => account.send('GET', `/my-account/identities/${target}/access-token`);

  test('an account is linked by who proves both, replaced, and refused to others', async () => {
    const { send, prove } = account;
    const begun = await begin(account);
    const { verificationRecordId, authorizationUri } = begun.body;
    const answer = await op.consent(authorizationUri, { sub: '1' });
    const verify = (connectorData: object, by = account) =>
      by.send('POST', '/verifications/social/verify', { verificationRecordId, connectorData });
    expect((await verify({ ...answer, state: 'mine' })).body.code).toBe('session.csrf_token_mismatch');
    const stranger = await enterAccount(app, 'stranger');
    expect((await verify(answer, stranger)).body.code).toBe('verification_record.not_found');
    const proof = await prove();
    expect((await link(account, 'POST', verificationRecordId, proof)).body.code).toBe(
      'verification_record.not_found',
    );
    expect((await verify(answer)).status).toBe(200);
    expect((await link(account, 'POST', verificationRecordId)).body.code).toBe(
      'verification_record.permission_denied',
    );
    expect((await link(account, 'POST', verificationRecordId, proof)).status).toBe(204);
    expect(await identities()).toMatchObject({ harbour: { userId: '1' } });
    // A verification record can be used only once.
    expect((await link(account, 'PUT', verificationRecordId, proof)).status).toBe(400);

    const another = await proveAccount(account, '2');
    expect((await link(account, 'POST', another, proof)).body.code).toBe('user.identity_already_in_use');
    expect((await link(account, 'PUT', another, proof)).status).toBe(204);
    expect(await identities()).toMatchObject({ harbour: { userId: '2' } });
    const same = await proveAccount(stranger, '2');
    expect((await link(stranger, 'POST', same, await stranger.prove())).body.code).toBe(
      'user.identity_already_in_use',
    );
    expect(await begin(account, 'nothing')).toMatchObject({
      status: 404,
      body: { code: 'session.invalid_connector_id' },
    });
    expect((await send('DELETE', '/my-account/identities/harbour', undefined, proof)).status).toBe(204);
  });

  test('[ENT-33] the token of the provider is read, renewed when it is too old, and replaced by a new proof', async () => {
    const { send, prove, user } = account;
    expect((await token('harbour')).body.code).toBe('secrets.third_party_token_set.token_not_found');
    await link(account, 'POST', await proveAccount(account, '3'), await prove());
    const kept = await token('harbour');
    expect(kept.body).toMatchObject({ access_token: 'their token' });
    expect(kept.body.expires_in).toBeGreaterThan(3500);

    const age = (refreshToken?: string) =>
      app.database.tenant('default').write(testOrigin, tx =>
        tx.db
          .updateTable('secrets')
          .set({
            value: app.vault.seal(JSON.stringify({ accessToken: 'their token', refreshToken, expiresAt: 1 })),
          })
          .where('userId', '=', user.id)
          .execute(),
      );
    await age();
    expect(await token('harbour')).toMatchObject({
      status: 401,
      body: { code: 'secrets.third_party_token_set.access_token_expired' },
    });
    await age('rt');
    expect((await token('harbour')).body).toMatchObject({ access_token: 'their new token' });
    // It is kept: the next one sends no request.
    expect((await token('harbour')).body).toMatchObject({ access_token: 'their new token' });

    const replace = (verificationRecordId: string, target = 'harbour') =>
      send('PUT', `/my-account/identities/${target}/access-token`, { verificationRecordId });
    const record = await proveAccount(account, '3');
    expect((await replace(record, 'wharf')).body.code).toBe(
      'verification_record.social_verification.invalid_target',
    );
    expect((await replace(record)).body).toMatchObject({ access_token: 'their token' });
    expect((await replace(await proveAccount(account, '4'))).body.code).toBe(
      'user.identity_not_exists_in_current_user',
    );
    expect((await send('GET', '/my-account/sso-identities/none/access-token')).status).toBe(404);
  });

  test('the token of the provider is for the user, and for no application that only looks', async () => {
    const { body: application } = await app.manage('POST', '/applications', {
      name: 'Partner',
      type: 'SPA',
      isThirdParty: true,
      oidcClientMetadata: { redirectUris: [`${app.env.ENDPOINT}/demo-app`], postLogoutRedirectUris: [] },
    });
    const partner = application.id;
    await app.manage('POST', `/applications/${partner}/user-consent-scopes`, { userScopes: ['identities'] });
    const { send } = await enterAccount(app, 'linker', { scope: 'openid identities' }, partner);
    expect(Object.keys((await send('GET', '/my-account')).body.identities)).toContain('harbour');
    for (const path of [
      '/identities/harbour/access-token',
      '/sso-identities/acme/access-token',
      '/mfa-verifications',
      '/mfa-settings',
      '/logto-configs',
      '/proofs',
    ])
      expect([path, (await send('GET', `/my-account${path}`)).body.code]).toEqual([
        path,
        'auth.third_party_application_forbidden',
      ]);
    expect((await token('harbour')).status).toBe(200);
  });

  test('an account that is proven on the way in is linked when the sign-in ends', async () => {
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'username', value: 'linker' };
    const { body } = await step('POST', '/experience/verification/password', { identifier, password });
    await step('POST', '/experience/identification', { verificationId: body.verificationId });
    const path = '/experience/verification/social/wharf';
    const redirectUri = `${app.env.ENDPOINT}/callback/wharf`;
    const begun = await step('POST', `${path}/authorization-uri`, { state: 's', redirectUri });
    const { verificationId, authorizationUri } = begun.body;
    const add = () => step('POST', '/experience/profile', { type: 'social', verificationId });
    expect((await add()).body.code).toBe('session.verification_failed');
    const connectorData = await op.consent(authorizationUri, { sub: '5' });
    await step('POST', `${path}/verify`, { connectorData, verificationId });
    expect((await add()).status).toBe(204);
    expect((await step('POST', '/experience/submit')).status).toBe(200);
    expect(await identities()).toMatchObject({ wharf: { userId: '5' } });
  });

  test('an account in the place of another one has none of its tokens', async () => {
    const path = `/users/${account.user.id}/identities/harbour`;
    expect((await token('harbour')).status).toBe(200);
    expect((await app.manage('PUT', path, { userId: 'another' })).status).toBe(200);
    expect((await token('harbour')).body.code).toBe('secrets.third_party_token_set.token_not_found');
  });
});
