import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startOpenIdProvider } from '../../connectors/testing/open-id-provider.ts';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { type Step, visit } from './testing/visit.ts';

const base = '/experience/verification';

describe.each(databaseKinds)('accounts elsewhere on %s', kind => {
  let op: Awaited<ReturnType<typeof startOpenIdProvider>>;
  let app: TestApp;
  beforeAll(async () => {
    op = await startOpenIdProvider();
    app = await startTestApp(kind, { variables: { GATEHOUSE_CONNECTORS_URL: op.url } });
    await app.manage('POST', '/connectors', {
      id: 'harbour',
      connectorId: 'oidc',
      config: op.socialConfig,
      metadata: { target: 'harbour', name: { en: 'Harbour ID' } },
      syncProfile: true,
      enableTokenStorage: true,
    });
    await settings({ socialSignInConnectorTargets: ['harbour'] });
  });
  afterAll(async () => {
    await app.close();
    await op.close();
  });
  const settings = async (patch: object) => {
    const { status, text } = await app.manage('PATCH', '/sign-in-exp', patch);
    expect(status, text).toBe(200);
  };
  const begin = (step: Step, path: string) =>
    step('POST', `${base}/${path}/authorization-uri`, {
      state: 'the-state',
      redirectUri: `${app.env.ENDPOINT}/callback/harbour`,
    });
  const prove = async (step: Step, claims: JWTPayload, path = 'social/harbour') => {
    const begun = await begin(step, path);
    expect(begun.status, begun.text).toBe(200);
    const { authorizationUri, verificationId } = begun.body;
    const connectorData = await op.consent(authorizationUri, claims);
    const verified = await step('POST', `${base}/${path}/verify`, { connectorData, verificationId });
    expect(verified.status, verified.text).toBe(200);
    return verificationId as string;
  };
  const identify = (step: Step, body: object = {}) => step('POST', '/experience/identification', body);
  const register = async (step: Step) => {
    await step('PUT', '/experience/interaction-event', { interactionEvent: 'Register' });
    return identify(step);
  };
  const finish = async (step: Step) => {
    const done = await step('POST', '/experience/submit');
    expect(done.status, done.text).toBe(200);
  };
  const findUser = async (email: string) =>
    (await app.manage('GET', `/users?search.primaryEmail=${email}&mode.primaryEmail=exact`)).body[0];
  const verifiedClaims = (name: string) => ({
    sub: `${name}-1`,
    name,
    email: `${name}@harbour.example`,
    email_verified: true,
  });

  test('[ENT-28] [V10.5.2] a newcomer registers, comes back, and is kept up to date; the tokens are sealed', async () => {
    // A number that cannot exist is left out.
    const number = { phone_number: '+99999', phone_number_verified: true };
    const claims = { ...verifiedClaims('ada'), ...number, picture: 'https://harbour.example/ada.png' };
    const { step } = await visit(app, 'SignIn');
    const verificationId = await prove(step, claims);
    const unknown = await identify(step, { verificationId });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'user.identity_not_exist' } });
    expect(unknown.body.data).toBeUndefined();
    // The tenant registers by username: what is missing is asked for, but no password.
    expect((await register(step)).body.pending).toMatchObject({
      code: 'user.missing_profile',
      data: { missingProfile: ['username'] },
    });
    await step('POST', '/experience/profile', { type: 'username', value: 'ada' });
    expect((await identify(step)).status).toBe(201);
    await finish(step);
    const ada = await findUser('ada@harbour.example');
    expect(ada).toMatchObject({
      username: 'ada',
      name: 'ada',
      avatar: 'https://harbour.example/ada.png',
      hasPassword: false,
      primaryPhone: null,
      identities: { harbour: { userId: 'ada-1', details: { email: 'ada@harbour.example' } } },
    });
    const known = await app.manage('GET', `/users/${ada.id}/identities/harbour?includeTokenSecret=true`);
    expect(known.body.tokenSecret).toMatchObject({
      type: 'federated_token_set',
      metadata: { hasRefreshToken: true },
    });
    const rows = await app.database
      .tenant('default')
      .read(db => db.selectFrom('secrets').select('value').execute());
    expect(rows).toHaveLength(1);
    expect(app.vault.open(rows[0]?.value ?? '')).toContain('their token');

    const again = (await visit(app, 'SignIn')).step;
    const id = await prove(again, { ...claims, name: 'Ada Lovelace' });
    expect((await identify(again, { verificationId: id })).status).toBe(204);
    await finish(again);
    expect((await findUser('ada@harbour.example')).name).toBe('Ada Lovelace');
    const third = (await visit(app, 'Register')).step;
    await prove(third, claims).then(verificationId => identify(third, { verificationId }));
    expect((await identify(third)).body.code).toBe('user.identity_already_in_use');

    // Tokens of an account go when another one takes its place.
    const address = `/users/${ada.id}/identities/harbour`;
    const readTokens = async () =>
      (await app.manage('GET', `${address}?includeTokenSecret=true`)).body.tokenSecret;
    expect(await readTokens()).toBeTruthy();
    await app.manage('PUT', address, { userId: 'ada-2' });
    expect(await readTokens()).toBeFalsy();
  });

  test('[ENT-28] somebody with the same address is linked by their own wish or by that of the tenant', async () => {
    const create = (name: string) =>
      app.manage('POST', '/users', { username: name, primaryEmail: `${name}@harbour.example` });
    await create('grace');
    const { step } = await visit(app, 'SignIn');
    const unproven = await prove(step, { ...verifiedClaims('grace'), email_verified: false });
    expect((await identify(step, { verificationId: unproven })).body.data).toBeUndefined();
    const verificationId = await prove(step, verifiedClaims('grace'));
    expect((await identify(step, { verificationId })).body).toMatchObject({
      code: 'user.identity_not_exist',
      data: { relatedUser: { type: 'email', value: 'grace@harbour.example' } },
    });
    expect((await identify(step, { linkSocialIdentity: true })).status).toBe(204);
    // Nothing is linked before everything is proven.
    expect((await findUser('grace@harbour.example')).identities).toEqual({});
    await finish(step);
    expect((await findUser('grace@harbour.example')).identities.harbour.userId).toBe('grace-1');

    await create('alan');
    await settings({ socialSignIn: { automaticAccountLinking: true } });
    const other = (await visit(app, 'SignIn')).step;
    expect(
      (await identify(other, { verificationId: await prove(other, verifiedClaims('alan')) })).status,
    ).toBe(204);
    await finish(other);
    expect((await findUser('alan@harbour.example')).identities.harbour.userId).toBe('alan-1');
    await settings({ socialSignIn: {} });
  });

  test('[ENT-11] everybody learns that One Tap is on where a connector that is offered says so, and no secret', async () => {
    const config = {
      clientId: 'client',
      clientSecret: 'never told',
      oneTap: { isEnabled: true, autoSelect: true },
    };
    const { body: google } = await app.manage('POST', '/connectors', {
      connectorId: 'google-universal',
      config,
    });
    const read = async () => (await app.manage('GET', '/.well-known/sign-in-exp')).body.googleOneTap;
    expect(await read()).toBeUndefined();
    await settings({ socialSignInConnectorTargets: ['harbour', 'google'] });
    expect(await read()).toEqual({
      connectorId: google.id,
      clientId: 'client',
      isEnabled: true,
      autoSelect: true,
    });
    await app.manage('PATCH', `/connectors/${google.id}`, {
      config: { clientId: 'client', clientSecret: 'never told' },
    });
    expect(await read()).toBeUndefined();
    await settings({ socialSignInConnectorTargets: ['harbour'] });
  });

  test('of two sign-ins in one browser, that one goes on which asked with the state that comes back', async () => {
    const redirectUri = 'https://other.example.com/callback';
    const { body: application } = await app.manage('POST', '/applications', {
      name: 'Other',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    });
    const ask = async (step: Step, state: string) =>
      (
        await step('POST', `${base}/social/harbour/authorization-uri`, {
          state,
          redirectUri: `${app.env.ENDPOINT}/callback/harbour`,
        })
      ).body.verificationId;
    const first = await visit(app, 'SignIn');
    const asked = [await ask(first.step, 'of the first')];
    const parameters = { client_id: application.id, redirect_uri: redirectUri };
    const { step } = await visit(app, 'SignIn', parameters, first.browser);
    asked.push(await ask(step, 'of the second'));
    const found = [];
    for (const state of ['of the first', 'of the second', 'of nobody']) {
      const { body } = await step('GET', `/experience/interaction?${new URLSearchParams({ state })}`);
      found.push(body.verificationRecords[0].id);
    }
    expect(found).toEqual([...asked, asked[1]]);
  });

  test('[V10.1.2, V10.2.1, V10.5.1] an answer counts for the request, the sign-in and the connector that it belongs to', async () => {
    const { step } = await visit(app, 'SignIn');
    const { authorizationUri, verificationId } = (await begin(step, 'social/harbour')).body;
    const answer = await op.consent(authorizationUri, verifiedClaims('eve'));
    const verify = (by: Step, body: object, path = 'social/harbour') =>
      by('POST', `${base}/${path}/verify`, body);
    const wrongState = { connectorData: { ...answer, state: 'mine' }, verificationId };
    expect((await verify(step, wrongState)).body.code).toBe('session.csrf_token_mismatch');
    const stranger = (await visit(app, 'SignIn')).step;
    expect((await verify(stranger, { connectorData: answer, verificationId })).body.code).toBe(
      'session.verification_session_not_found',
    );
    // Somebody who plants their own answer in another's sign-in fails at its nonce.
    const own = (await begin(stranger, 'social/harbour')).body.verificationId;
    expect((await verify(stranger, { connectorData: answer, verificationId: own })).body.code).toBe(
      'connector.social_invalid_id_token',
    );
    expect(
      (await verify(step, { connectorData: { code: 'made-up', state: 'the-state' }, verificationId })).body
        .code,
    ).toBe('connector.social_auth_code_invalid');
    expect((await begin(step, 'social/nowhere')).body.code).toBe('session.invalid_connector_id');
    // Another tab may begin meanwhile, even anew.
    await step('PUT', '/experience', { interactionEvent: 'SignIn' });
    await begin(step, 'social/harbour');
    expect((await verify(step, { connectorData: answer, verificationId })).status).toBe(200);
  });

  test('an administrator links an account for a user', async () => {
    const user = (await app.manage('POST', '/users', { username: 'linked' })).body;
    const request = { state: 's1', redirectUri: 'https://admin.example/back' };
    const begun = await app.manage('POST', '/connectors/harbour/authorization-uri', request);
    const answer = await op.consent(begun.body.redirectTo, verifiedClaims('linked'));
    const link = (id: string, connectorData: object) =>
      app.manage('POST', `/users/${id}/identities`, { connectorId: 'harbour', connectorData });
    expect(
      (await link(user.id, { ...answer, state: 'other', redirectUri: request.redirectUri })).body.code,
    ).toBe('connector.social_invalid_id_token');
    const connectorData = { ...answer, redirectUri: request.redirectUri };
    expect(await link(user.id, connectorData)).toMatchObject({
      status: 200,
      body: { harbour: { userId: 'linked-1' } },
    });
    const other = (await app.manage('POST', '/users', { username: 'other' })).body;
    expect((await link(other.id, connectorData)).body.code).toBe('user.identity_already_in_use');
    expect((await app.manage('POST', '/connectors/none/authorization-uri', request)).status).toBe(404);
  });

  test('[ENT-12] [V10.2.2] people of an enterprise become users and members; it speaks for its own domains only', async () => {
    const connector = await app.manage('POST', '/sso-connectors', {
      providerName: 'OIDC',
      connectorName: 'Acme',
      config: { clientId: 'gatehouse', clientSecret: 'secret', issuer: op.issuer },
      domains: ['acme.example'],
      syncProfile: true,
      enableTokenStorage: true,
    });
    const path = `sso/${connector.body.id}`;
    const organization = (await app.manage('POST', '/organizations', { name: 'Acme' })).body;
    await app.manage('POST', `/organizations/${organization.id}/jit/sso-connectors`, {
      ssoConnectorIds: [connector.body.id],
    });
    const closed = (await visit(app, 'SignIn')).step;
    expect((await begin(closed, path)).body.code).toBe('connector.not_enabled');
    // Enterprises decide themselves who their people are, also where nobody else can register.
    await settings({ singleSignOnEnabled: true, signInMode: 'SignIn' });
    const claims = { sub: 'e-1', name: 'Edsger', email: 'edsger@acme.example', email_verified: true };

    const { step } = await visit(app, 'SignIn');
    const verificationId = await prove(step, claims, path);
    expect((await identify(step, { verificationId })).body.code).toBe('user.sso_identity_not_exist');
    expect((await register(step)).status).toBe(201);
    await finish(step);
    const edsger = await findUser('edsger@acme.example');
    const identity = await app.manage(
      'GET',
      `/users/${edsger.id}/sso-identities/${connector.body.id}?includeTokenSecret=1`,
    );
    expect(identity.body).toMatchObject({
      ssoIdentity: { issuer: op.issuer, identityId: 'e-1' },
      tokenSecret: { identityId: 'e-1' },
    });
    const members = await app.manage('GET', `/organizations/${organization.id}/users`);
    expect(members.body.map(({ id }: { id: string }) => id)).toEqual([edsger.id]);

    const again = (await visit(app, 'SignIn')).step;
    expect((await identify(again, { verificationId: await prove(again, claims, path) })).status).toBe(204);
    await finish(again);

    // An answer that names another provider as its sender is not taken for this one's (RFC 9207).
    const mixed = (await visit(app, 'SignIn')).step;
    const mixing = (await begin(mixed, path)).body;
    const answer = await op.consent(mixing.authorizationUri, claims);
    const mixedUp = await mixed('POST', `${base}/${path}/verify`, {
      connectorData: { ...answer, iss: 'https://evil.example' },
      verificationId: mixing.verificationId,
    });
    expect(mixedUp.body.code).toBe('connector.authorization_failed');

    // A key that nobody knows yet is asked for, but not again and again.
    await op.changeKey('k2');
    const early = (await visit(app, 'SignIn')).step;
    const { authorizationUri, verificationId: earlyId } = (await begin(early, path)).body;
    const connectorData = await op.consent(authorizationUri, claims);
    const refused = await early('POST', `${base}/${path}/verify`, { connectorData, verificationId: earlyId });
    expect(refused.body.code).toBe('connector.social_invalid_id_token');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    const later = (await visit(app, 'SignIn')).step;
    expect((await identify(later, { verificationId: await prove(later, claims, path) })).status).toBe(204);
    await finish(later);
    vi.useRealTimers();

    await app.manage('POST', '/users', { username: 'barbara', primaryEmail: 'barbara@acme.example' });
    const known = (await visit(app, 'SignIn')).step;
    const barbara = { sub: 'e-2', name: 'Barbara', email: 'barbara@acme.example', email_verified: true };
    expect((await identify(known, { verificationId: await prove(known, barbara, path) })).status).toBe(204);
    await finish(known);
    expect((await findUser('barbara@acme.example')).name).toBe('Barbara');

    const foreign = (await visit(app, 'SignIn')).step;
    const posing = { sub: 'e-3', name: 'Mallory', email: 'ada@harbour.example', email_verified: true };
    const posed = await identify(foreign, { verificationId: await prove(foreign, posing, path) });
    expect(posed.body.code).toBe('user.sso_identity_not_exist');
    expect((await register(foreign)).status).toBe(201);
    await finish(foreign);
    const mallory = (await app.manage('GET', '/users?search=Mallory')).body[0];
    expect(mallory).toMatchObject({ name: 'Mallory', primaryEmail: null });
  });
});
