import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { type Outside, startOutside } from './testing/outside.ts';
import { type Step, visit } from './testing/visit.ts';

const base = '/experience/verification';

describe.each(anyDatabase)('social and enterprise accounts on %s', kind => {
  let outside: Outside;
  beforeAll(async () => {
    outside = await startOutside(kind);
    await outside.app.manage('POST', '/connectors', {
      id: 'harbour',
      connectorId: 'oidc',
      config: outside.op.socialConfig,
      metadata: { target: 'harbour', name: { en: 'Harbour ID' } },
      syncProfile: true,
      enableTokenStorage: true,
    });
    await outside.settings({ socialSignInConnectorTargets: ['harbour'] });
  });
  afterAll(() => outside.close());
  const verifiedClaims = (name: string) => ({
    sub: `${name}-1`,
    name,
    email: `${name}@harbour.example`,
    email_verified: true,
  });

  test('[ENT-28] [V10.5.2] a newcomer registers, comes back, and is kept up to date; the tokens are sealed', async () => {
    const { app, identify, prove, register, finish, findUser } = outside;
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
      tenantId: 'default',
      userId: ada.id,
      connectorId: 'harbour',
      target: 'harbour',
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

  test('[ENT-28] a user with the same address is linked by choice of the user or the tenant', async () => {
    const { app, identify, settings, prove, finish, findUser } = outside;
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

  test('[ENT-11] public settings include One Tap if an offered connector has it, and no secret', async () => {
    const { app, settings } = outside;
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

  test('of two sign-ins in one browser, the one continues whose state comes back', async () => {
    const { app } = outside;
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
    const { app, op, begin } = outside;
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
    // An injected response of another sign-in fails at its nonce.
    const own = (await begin(stranger, 'social/harbour')).body.verificationId;
    expect((await verify(stranger, { connectorData: answer, verificationId: own })).body.code).toBe(
      'connector.social_invalid_id_token',
    );
    expect(
      (await verify(step, { connectorData: { code: 'made-up', state: 'the-state' }, verificationId })).body
        .code,
    ).toBe('connector.social_auth_code_invalid');
    for (const path of ['social/nowhere', 'sso/nowhere'])
      expect(await begin(step, path)).toMatchObject({
        status: 404,
        body: {
          code: 'session.invalid_connector_id',
          message: 'No available connector has the ID nowhere.',
        },
      });
    // Another tab may start meanwhile, even again.
    await step('PUT', '/experience', { interactionEvent: 'SignIn' });
    await begin(step, 'social/harbour');
    expect((await verify(step, { connectorData: answer, verificationId })).status).toBe(200);
  });

  test('an administrator links an account for a user', async () => {
    const { op, app } = outside;
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
    expect(
      await app.manage('POST', `/users/${user.id}/identities`, { connectorId: 'none', connectorData }),
    ).toMatchObject({ status: 422, body: { code: 'session.invalid_connector_id' } });
    expect(await link(user.id, connectorData)).toMatchObject({
      status: 200,
      body: { harbour: { userId: 'linked-1' } },
    });
    const other = (await app.manage('POST', '/users', { username: 'other' })).body;
    expect((await link(other.id, connectorData)).body.code).toBe('user.identity_already_in_use');
    expect((await app.manage('POST', '/connectors/none/authorization-uri', request)).status).toBe(404);
  });
});
