import { createServer } from 'node:http';
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Browser, createBrowser, registerUser } from '../http/testing/browser.ts';
import { readForm } from './provider-forms.ts';
import { createPeople, type People, redirectUri } from './testing/people.ts';

const api = 'https://orders.example/api';
const password = 'correct horse battery';

describe.each(anyDatabase)('flows of OAuth on %s', kind => {
  let app: TestApp;
  let people: People;
  let origin: string;
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  let jwks: { keys: object[] };

  beforeAll(async () => {
    app = await startTestApp(kind);
    origin = app.env.ENDPOINT;
    people = createPeople(app);
    keys = await generateKeyPair('ES256', { extractable: true });
    jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] };
    await app.manage('POST', '/resources', { name: 'Orders', indicator: api });
  });
  afterAll(() => app.close());

  const signing = () => openid.PrivateKeyJwt({ key: keys.privateKey, kid: 'one' });
  const createPublic = async (customClientMetadata: Record<string, unknown> = {}, type = 'SPA') =>
    people.discover((await people.createApplication({ name: 'Shop', type, customClientMetadata })).id);
  const proofOf = async (client: openid.Configuration) =>
    openid.getDPoPHandle(client, await openid.randomDPoPKeyPair('ES256'));

  test('the metadata is there under both names, and names every endpoint', async () => {
    const [openidMetadata, oauthMetadata] = await Promise.all(
      ['openid-configuration', 'oauth-authorization-server'].map(name =>
        call(`${origin}/oidc/.well-known/${name}`),
      ),
    );
    expect(oauthMetadata!.body).toEqual(openidMetadata!.body);
    expect(openidMetadata!.body).toMatchObject({
      device_authorization_endpoint: `${origin}/oidc/device/auth`,
      introspection_endpoint: `${origin}/oidc/token/introspection`,
      revocation_endpoint: `${origin}/oidc/token/revocation`,
      pushed_authorization_request_endpoint: `${origin}/oidc/request`,
      dpop_signing_alg_values_supported: expect.arrayContaining(['ES256']),
      token_endpoint_auth_methods_supported: expect.arrayContaining(['private_key_jwt']),
      backchannel_logout_supported: true,
    });
  });

  test('a pushed authorization request works once', async () => {
    const { tokens } = await people.register(await createPublic(), 'anna', {}, { push: true });
    expect(tokens!.claims()).toMatchObject({ username: 'anna' });
  });

  test('DPoP: tokens are bound to the key, and worth nothing without it', async () => {
    const client = await createPublic();
    const dpop = await proofOf(client);
    const { tokens, userId = '' } = await people.register(client, 'bert', {}, { dpop });
    expect(tokens!.token_type).toBe('dpop');
    await expect(
      openid.fetchUserInfo(client, tokens!.access_token, userId, { DPoP: dpop }),
    ).resolves.toMatchObject({ username: 'bert' });
    const bare = await call(`${origin}/oidc/me`, { token: tokens!.access_token });
    expect(bare.status).toBe(401);
    await expect(openid.refreshTokenGrant(client, tokens!.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(
      openid.refreshTokenGrant(client, tokens!.refresh_token!, {}, { DPoP: dpop }),
    ).resolves.toMatchObject({ token_type: 'dpop' });
  });

  test('a token that is bound to a key does not open the management API as a bearer token', async () => {
    const client = await people.discover(app.manager.id, openid.ClientSecretBasic(app.manager.secret));
    const { access_token: token } = await openid.clientCredentialsGrant(
      client,
      { resource: 'https://default.gatehouse.app/api', scope: 'all' },
      { DPoP: await proofOf(client) },
    );
    expect((await call(`${origin}/api/applications`, { token })).status).toBe(401);
  });

  test('private_key_jwt: a client with a registered key signs, and a secret no longer helps', async () => {
    const machine = await people.createApplication({
      name: 'Robot',
      type: 'MachineToMachine',
      customClientMetadata: { jwks },
    });
    const grant = async (authentication: openid.ClientAuth) =>
      openid.clientCredentialsGrant(await people.discover(machine.id, authentication), { resource: api });
    await expect(grant(signing())).resolves.toMatchObject({ token_type: 'bearer' });
    await expect(grant(openid.ClientSecretBasic(machine.secret))).rejects.toMatchObject({ status: 401 });
    const stranger = await generateKeyPair('ES256');
    await expect(grant(openid.PrivateKeyJwt({ key: stranger.privateKey, kid: 'one' }))).rejects.toMatchObject(
      { error: 'invalid_client' },
    );
  });

  test('400 for a private key where a public one belongs', async () => {
    const { status } = await app.manage('POST', '/applications', {
      name: 'Careless',
      type: 'MachineToMachine',
      customClientMetadata: { jwks: { keys: [await exportJWK(keys.privateKey)] } },
    });
    expect(status).toBe(400);
  });

  /** The form that the page would send. */
  const formOf = (text: string) =>
    JSON.parse(/id="gatehouse-data">(.*?)<\/script>/s.exec(text)?.[1] ?? '{}').form;
  const submit = (browser: Browser, text: string, answer: Record<string, string>) => {
    // A page that sends itself has the library's form.
    const { action, fields } = formOf(text) ?? readForm(text);
    return browser.send(action, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, ...answer }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  };

  test('device flow: a person enters the code in another browser, and the device gets its tokens', async () => {
    const client = await createPublic({ isDeviceFlow: true }, 'Native');
    const device = await openid.initiateDeviceAuthorization(client, { scope: 'openid profile' });
    const browser = createBrowser();
    const { answer: page } = await browser.follow(device.verification_uri, origin);
    expect(formOf(page!.text).kind).toBe('device_code');
    const wrong = await submit(browser, page!.text, { user_code: 'AAAA-AAAA' });
    expect(formOf(wrong.text)).toMatchObject({ kind: 'device_code', problem: 'code' });
    const confirm = await submit(browser, wrong.text, { user_code: device.user_code });
    expect(formOf(confirm.text)).toMatchObject({
      kind: 'device_confirm',
      userCode: device.user_code,
      application: 'Shop',
    });
    const next = await submit(browser, confirm.text, { confirm: 'yes' });
    const signInPage = await browser.follow(new URL(next.location!, origin).href, origin);
    expect(signInPage.address).toContain('/sign-in?');
    const after = await registerUser(browser, origin, { username: 'carl', password });
    const { answer } = await browser.follow(after, origin);
    expect(formOf(answer?.text ?? '')).toEqual({ kind: 'device_done', application: 'Shop' });
    const tokens = await openid.pollDeviceAuthorizationGrant(client, { ...device, interval: 0.1 });
    expect(tokens.claims()).toMatchObject({ username: 'carl' });
    // The database knows no code in the clear, and one code is one row.
    const rows = await app.database
      .tenant('default')
      .read(db =>
        db.selectFrom('oidcModelInstances').select('id').where('modelName', '=', 'DeviceCode').execute(),
      );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.id).not.toBe(device.device_code);
    await expect(
      openid.pollDeviceAuthorizationGrant(client, {
        ...device,
        device_code: `#${rows[0]!.id}`,
        interval: 0.1,
      }),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('a device code that is sent after its session is over leads to a new form', async () => {
    const browser = createBrowser();
    const { answer: page } = await browser.follow(`${origin}/oidc/device`, origin);
    const late = createBrowser();
    const sent = await submit(late, page!.text, { user_code: 'BCDF-GHJK' });
    expect(sent).toMatchObject({ status: 302, location: `${origin}/oidc/device` });
    const { answer: again } = await late.follow(`${origin}/oidc/device/unknown`, origin);
    const wrong = await submit(late, again!.text, { user_code: 'BCDF-GHJK' });
    expect(formOf(wrong.text)).toMatchObject({ kind: 'device_code', problem: 'code' });
  });

  test('a device that is refused is told so', async () => {
    const client = await createPublic({ isDeviceFlow: true }, 'Native');
    const device = await openid.initiateDeviceAuthorization(client, { scope: 'openid' });
    const browser = createBrowser();
    const { answer: page } = await browser.follow(device.verification_uri, origin);
    const confirm = await submit(browser, page!.text, { user_code: device.user_code });
    const aborted = await submit(browser, confirm.text, { user_code: device.user_code, abort: 'yes' });
    expect(formOf(aborted.text)).toMatchObject({ kind: 'device_code', problem: 'aborted' });
    await expect(
      openid.pollDeviceAuthorizationGrant(client, { ...device, interval: 0.1 }),
    ).rejects.toMatchObject({ error: 'access_denied' });
  });

  test('a token is active until it is revoked, and only its own client may know', async () => {
    const traditional = await people.createApplication({ name: 'Web', type: 'Traditional' });
    const client = await people.discover(traditional.id, openid.ClientSecretBasic(traditional.secret));
    const { tokens } = await people.register(client, 'dora');
    const token = tokens!.access_token;
    expect(await openid.tokenIntrospection(client, token)).toMatchObject({
      active: true,
      client_id: traditional.id,
      scope: expect.stringContaining('openid'),
    });
    const other = await people.createApplication({ name: 'Other', type: 'Traditional' });
    const stranger = await people.discover(other.id, openid.ClientSecretBasic(other.secret));
    expect(await openid.tokenIntrospection(stranger, token)).toEqual({ active: false });
    await openid.tokenRevocation(client, token);
    expect(await openid.tokenIntrospection(client, token)).toEqual({ active: false });
    await openid.tokenRevocation(client, tokens!.refresh_token!);
    await expect(openid.refreshTokenGrant(client, tokens!.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('back-channel logout: the application hears of it, signed', async () => {
    const received: string[] = [];
    const listener = createServer((request, response) => {
      request.on('data', chunk => received.push(String(chunk)));
      request.on('end', () => response.end());
    }).listen(0);
    const { port } = listener.address() as { port: number };
    const { id } = await people.createApplication({
      name: 'Listening',
      type: 'SPA',
      oidcClientMetadata: {
        redirectUris: [redirectUri],
        postLogoutRedirectUris: [],
        backchannelLogoutUri: `http://localhost:${port}/logout`,
        backchannelLogoutSessionRequired: true,
      },
    });
    const client = await people.discover(id);
    const { browser, tokens, userId } = await people.register(client, 'emil');
    const url = openid.buildEndSessionUrl(client, { id_token_hint: tokens!.id_token! });
    const page = await browser.send(url.href);
    await submit(browser, page!.text, { logout: 'yes' });
    await expect.poll(() => received.join('')).toContain('logout_token=');
    const token = new URLSearchParams(received.join('')).get('logout_token') ?? '';
    const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(`${origin}/oidc/jwks`)), {
      audience: id,
    });
    expect(payload).toMatchObject({ sub: userId, sid: tokens!.claims()!.sid });
    listener.close();
  });

  test('an ID token from before a change of algorithm still ends its session', async () => {
    const client = await createPublic();
    const { browser, tokens } = await people.register(client, 'fred');
    await app.manage('POST', '/configs/oidc/private-keys/rotate', { signingKeyAlgorithm: 'RSA' });
    const url = openid.buildEndSessionUrl(client, { id_token_hint: tokens!.id_token! });
    expect((await browser.send(url.href)).text).toContain('name="logout" value="yes"');
    await app.manage('POST', '/configs/oidc/private-keys/rotate', { signingKeyAlgorithm: 'EC' });
  });

  describe('security profiles', () => {
    test('Hardened: a public client without DPoP is refused, with it served and rotated', async () => {
      const client = await createPublic({ securityProfile: 'Hardened', rotateRefreshToken: false });
      await expect(people.register(client, 'gina')).rejects.toMatchObject({ error: 'invalid_grant' });
      const dpop = await proofOf(client);
      const { tokens } = await people.register(client, 'hugo', {}, { dpop });
      const refreshed = await openid.refreshTokenGrant(client, tokens!.refresh_token!, {}, { DPoP: dpop });
      expect(refreshed.refresh_token).not.toBe(tokens!.refresh_token);
    });

    test('Hardened: a confidential client without PKCE is refused', async () => {
      const web = await people.createApplication({
        name: 'Web',
        type: 'Traditional',
        customClientMetadata: { securityProfile: 'Hardened' },
      });
      const url = `${origin}/oidc/auth?client_id=${web.id}&response_type=code&scope=openid&redirect_uri=${redirectUri}`;
      const { address } = await createBrowser().follow(url, origin);
      expect(new URL(address).searchParams.get('error')).toBe('invalid_request');
    });

    test('Fapi2: pushed, bound and signed, or not at all', async () => {
      const bank = await people.createApplication({
        name: 'Bank',
        type: 'Traditional',
        customClientMetadata: { securityProfile: 'Fapi2', jwks },
      });
      const client = await people.discover(bank.id, signing());
      const url = openid.buildAuthorizationUrl(client, { redirect_uri: redirectUri, scope: 'openid' });
      const { address } = await createBrowser().follow(url.href, origin);
      expect(new URL(address).searchParams.get('error')).toBe('invalid_request');
      await expect(people.register(client, 'ines', {}, { push: true })).rejects.toMatchObject({
        error: 'invalid_grant',
      });
      const dpop = await proofOf(client);
      const { tokens } = await people.register(client, 'jane', {}, { push: true, dpop });
      expect(tokens!.token_type).toBe('dpop');
    });

    test('Fapi2: a client that has registered no key is refused', async () => {
      const bare = await people.createApplication({
        name: 'Bare',
        type: 'MachineToMachine',
        customClientMetadata: { securityProfile: 'Fapi2' },
      });
      const client = await people.discover(bare.id, openid.ClientSecretBasic(bare.secret));
      await expect(openid.clientCredentialsGrant(client, { resource: api })).rejects.toMatchObject({
        error: 'invalid_client_metadata',
      });
    });
  });
});
