import { organizationsScope } from '@gatehouse/contract/dialect.ts';
import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  jwtVerify,
} from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StandIn, startStandIn } from '../connectors/testing/stand-in.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createPeople, type People, redirectUri } from './testing/people.ts';

const api = 'https://orders.example/api';
const clientId = 'https://robot.example/oauth/client.json';
const about = { client_id: clientId, client_name: 'Robot', redirect_uris: [redirectUri] };

describe.each(anyDatabase)('applications that are named by a document, on %s', kind => {
  let world: StandIn;
  let app: TestApp;
  let people: People;
  beforeAll(async () => {
    world = await startStandIn();
    app = await startTestApp(kind, { variables: { GATEHOUSE_CONNECTORS_URL: world.url } });
    people = createPeople(app);
  });
  afterAll(async () => {
    await app.close();
    await world.close();
  });

  const say = (documents: Record<string, unknown>) =>
    world.answer(
      Object.fromEntries(
        Object.entries(documents).map(([path, json]) => [`robot.example/oauth/${path}`, { json }]),
      ),
    );
  const enable = (enabled: boolean) => app.manage('PATCH', '/configs/cimd', { enabled });
  const discover = async () => (await call(`${app.env.ENDPOINT}/oidc/.well-known/openid-configuration`)).body;
  const authorize = (id: string, more: Record<string, string> = {}) => {
    const query = {
      client_id: id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      ...more,
    };
    const challenge = {
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    };
    return call(`${app.env.ENDPOINT}/oidc/auth?${new URLSearchParams({ ...query, ...challenge })}`);
  };

  test('they are strangers until the tenant lets them in', async () => {
    say({ 'client.json': about });
    expect((await app.manage('GET', '/configs/cimd')).body).toEqual({ enabled: false });
    const { body: user } = await app.manage('POST', '/users', { username: 'previewed' });
    const preview = `/users/${user.id}/token-check?applicationId=${encodeURIComponent(clientId)}`;
    expect((await app.manage('GET', preview)).status).toBe(404);
    expect(await discover()).not.toHaveProperty('client_id_metadata_document_supported');
    expect((await authorize(clientId)).body.code).toBe('oidc.invalid_client');
    expect(world.asked).toHaveLength(0);
    expect((await enable(true)).body).toEqual({ enabled: true });
    expect((await discover()).client_id_metadata_document_supported).toBe(true);
    expect((await authorize(clientId)).status).toBe(303);
    // Kept from then on: the notice of the setting can come a moment later, and empties the cache again.
    const askAgain = async () => {
      const before = world.asked.length;
      await authorize(clientId);
      return world.asked.length - before;
    };
    await expect.poll(askAgain).toBe(0);
  });

  test('[V10.4.7] a document that is of no use says why', async () => {
    await enable(true);
    const documents = {
      'other.json': about,
      'secret.json': { ...about, client_id: 'https://robot.example/oauth/secret.json', client_secret: 'x' },
      'script.json': {
        client_id: 'https://robot.example/oauth/script.json',
        redirect_uris: ['javascript:0'],
      },
      'text.json': 'no object',
    };
    say(documents);
    const expected = {
      'other.json': 'about another client_id',
      'secret.json': 'client_secret',
      'script.json': 'redirect_uris',
      'text.json': 'JSON',
      'nothing.json': 'status 404',
      'client.json#part': 'not the address',
    };
    for (const [name, words] of Object.entries(expected)) {
      const { body } = await authorize(`https://robot.example/oauth/${name}`);
      expect(body).toMatchObject({ error: 'invalid_client', message: expect.stringContaining(words) });
    }
    const signed = 'https://robot.example/oauth/signed.json';
    const { publicKey } = await generateKeyPair('ES256');
    const proof = {
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: 'https://robot.example/oauth/keys',
    };
    say({ 'signed.json': { ...about, client_id: signed, ...proof } });
    expect((await authorize(signed)).body.message).toContain('the list of keys was answered with status 404');
    say({
      'signed.json': { ...about, client_id: signed, ...proof },
      keys: { keys: [await exportJWK(publicKey)] },
    });
    // A failure is kept for a minute, and forgotten when the tenant's settings change.
    expect((await authorize(signed)).status).toBe(400);
    await enable(false);
    await enable(true);
    expect((await authorize(signed)).status).toBe(303);
    for (const id of ['https://robot.example', 'https://a:b@robot.example/x', 'https://robot.example/a/../b'])
      expect((await authorize(id)).body.message).toContain('not the address');
  });

  test('a document chooses how its ID tokens are signed', async () => {
    const algorithms = ['PS256', 'EdDSA', 'RS256'] as const;
    const documents = algorithms.map(id_token_signed_response_alg => {
      const client_id = `https://robot.example/oauth/${id_token_signed_response_alg}`;
      return { ...about, client_id, id_token_signed_response_alg };
    });
    say(Object.fromEntries(documents.map((each, index) => [algorithms[index], each])));
    await enable(true);
    for (const [index, { client_id, id_token_signed_response_alg: algorithm }] of documents.entries()) {
      const client = await openid.discovery(
        new URL(`${app.env.ENDPOINT}/oidc`),
        client_id,
        { id_token_signed_response_alg: algorithm },
        openid.None(),
        { execute: [openid.allowInsecureRequests] },
      );
      const scope = 'openid';
      const { browser, complete } = await people.register(client, `signer${index}`, { scope });
      const granted = await browser.experience(app.env.ENDPOINT, 'POST', '/interaction/consent', {});
      const { address } = await browser.follow(granted.body.redirectTo, app.env.ENDPOINT);
      const { id_token: token = '' } = await complete(address);
      expect(decodeProtectedHeader(token).alg).toBe(algorithm);
      const keys = createRemoteJWKSet(new URL(`${app.env.ENDPOINT}/oidc/jwks`));
      await jwtVerify(token, keys, { audience: client_id });
    }
    say({ 'none.json': { ...about, id_token_signed_response_alg: 'none' } });
    const { body } = await authorize('https://robot.example/oauth/none.json');
    expect(body.message).toContain('id_token_signed_response_alg');
  });

  test('[V10.4.7] their users are asked, and let them no further than the ceiling of all of them', async () => {
    await enable(true);
    say({ 'client.json': about });
    const resource = await app.manage('POST', '/resources', { name: 'Orders', indicator: api });
    const create = async (name: string) =>
      (await app.manage('POST', `/resources/${resource.body.id}/scopes`, { name })).body.id as string;
    const [read, write] = [await create('read:orders'), await create('write:orders')];
    const all = { name: 'All', description: 'All', isDefault: true, scopeIds: [read, write] };
    await app.manage('POST', '/roles', all);
    const path = '/cimd/user-consent-scopes';
    const add = (body: object) => app.manage('POST', path, body);
    expect((await add({ resourceScopes: ['nothing'] })).body.code).toBe(
      'application.user_consent_scopes_not_found',
    );
    const userScopes = ['profile', organizationsScope];
    expect((await add({ resourceScopes: [read, write], userScopes })).status).toBe(201);
    expect((await app.manage('DELETE', `${path}/resource-scopes/${write}`)).status).toBe(204);
    expect((await app.manage('DELETE', `${path}/resource-scopes/${write}`)).status).toBe(404);
    expect((await app.manage('GET', path)).body).toMatchObject({
      resourceScopes: [{ resource: { indicator: api }, scopes: [{ id: read }] }],
      userScopes,
    });

    const client = await people.discover(clientId);
    const beyond = await authorize(clientId, { scope: 'openid read:orders write:orders', resource: api });
    expect(new URL(beyond.headers.get('location') ?? '').searchParams.get('error_description')).toBe(
      'the application is not allowed to ask for: write:orders',
    );
    const scope = `openid profile offline_access ${organizationsScope} read:orders`;
    const { browser, page, complete } = await people.register(client, 'ada', { scope, resource: api });
    expect(page.address).toContain('/consent?');
    const asked = await browser.experience(app.env.ENDPOINT, 'GET', '/interaction/consent');
    expect(asked.body.application).toMatchObject({ id: clientId, name: 'Robot (robot.example)' });
    expect(asked.body.missingResourceScopes[0].scopes).toMatchObject([{ name: 'read:orders' }]);
    const userId = asked.body.user.id as string;
    expect((await app.manage('GET', `/users/${userId}`)).body).toMatchObject({
      applicationId: null,
      cimdClientId: clientId,
    });
    const { body: organization } = await app.manage('POST', '/organizations', { name: 'Acme' });
    await app.manage('POST', `/organizations/${organization.id}/users`, { userIds: [userId] });
    const granted = await browser.experience(app.env.ENDPOINT, 'POST', '/interaction/consent', {
      organizationIds: [organization.id],
    });
    const { address } = await browser.follow(granted.body.redirectTo, app.env.ENDPOINT);
    const tokens = await complete(address);
    // Such clients follow RFC 8707 (section 2.2).
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: api });
    const { access_token: token } = await openid.refreshTokenGrant(client, tokens.refresh_token ?? '', {
      resource: api,
    });
    expect(decodeJwt(token)).toMatchObject({ client_id: clientId, scope: 'read:orders' });
    const { body: grants } = await app.manage('GET', `/users/${userId}/grants`);
    expect(JSON.stringify(grants)).toContain('Robot (robot.example)');
    await enable(false);
    await expect(
      openid.refreshTokenGrant(client, tokens.refresh_token ?? '', { resource: api }),
    ).rejects.toThrow();
  });
});
