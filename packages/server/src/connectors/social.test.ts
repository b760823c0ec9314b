import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutgoing, type Outgoing } from '../outgoing/outgoing.ts';
import { findFactory } from './catalogue.ts';
import { runConnector } from './run.ts';
import { plainProviders } from './testing/social-accounts.ts';
import { type StandIn, startStandIn } from './testing/stand-in.ts';

const request = {
  state: 'the state',
  redirectUri: 'https://id.example.com/callback/c1',
  nonce: 'the nonce',
  codeVerifier: 'v'.repeat(43),
};
const config = { clientId: 'client', clientSecret: 'secret' };
const tokens = { access_token: 'at', token_type: 'bearer', expires_in: 3600, refresh_token: 'rt' };

let world: StandIn;
let outgoing: Outgoing;
const keys = await generateKeyPair('RS256');
const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256' }] };
beforeAll(async () => {
  world = await startStandIn();
  outgoing = createOutgoing({ reachesPrivateNetworks: true, standIn: world.url });
});
afterAll(() => world.close());

const socialOf = (id: string) => {
  const social = findFactory(id)?.social;
  if (!social) throw new Error(`${id} is no social connector.`);
  return social;
};
const read = (id: string, settings: unknown = config, callback: object = { code: 'the code' }) =>
  runConnector(() => socialOf(id).readAccount(outgoing, settings, { ...callback }, request));
const failure = (id: string, settings?: unknown, callback?: object) =>
  read(id, settings, callback).then(
    () => 'nothing',
    error => error.code,
  );
const signIdToken = (payload: JWTPayload, issuer: string, expires = '5m') =>
  new SignJWT({ sub: '42', name: 'Ada', email: 'ada@example.com', email_verified: true, ...payload })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setIssuer(issuer)
    .setAudience('client')
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(keys.privateKey);

describe.each(plainProviders)('$id', ({ id, token, profiles, account }) => {
  const profileAnswers = Object.fromEntries(Object.entries(profiles).map(([path, json]) => [path, { json }]));

  test('[ENT-11] asks for consent, exchanges the code and reads the account', async () => {
    world.answer({ [token]: { json: tokens }, ...profileAnswers });
    const asked = new URL(await socialOf(id).authorizationUri(outgoing, config, request));
    expect(asked.origin).toBe(world.url);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      client_id: 'client',
      response_type: 'code',
      state: 'the state',
      redirect_uri: request.redirectUri,
    });
    const found = await read(id);
    expect(found).toMatchObject(account);
    expect(found.email).toBe(account.email);
    expect(found.tokens).toMatchObject({ accessToken: 'at', refreshToken: 'rt' });
    const exchange = world.asked.find(({ path }) => path === token);
    const form = new URLSearchParams(exchange?.body);
    expect(form.get('code')).toBe('the code');
    const challenge = asked.searchParams.get('code_challenge');
    if (challenge)
      expect(challenge).toBe(
        createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url'),
      );
    expect(world.asked.at(-1)?.headers.authorization).toBe('Bearer at');
  });

  test('[ENT-32] what the provider refuses becomes an error of the connector', async () => {
    expect(await failure(id, config, { error: 'access_denied' })).toBe('connector.authorization_failed');
    expect(await failure(id, config, {})).toBe('connector.insufficient_request_parameters');
    expect(await failure(id, {})).toBe('connector.invalid_config');
    world.answer({ [token]: { status: 400, json: { error: 'invalid_grant' } } });
    expect(await failure(id)).toBe('connector.social_auth_code_invalid');
    world.answer({ [token]: { status: 429, json: {} } });
    expect(await failure(id)).toBe('connector.rate_limit_exceeded');
    const [profile = ''] = Object.keys(profiles);
    world.answer({ [token]: { json: tokens }, [profile]: { status: 401, json: {} } });
    expect(await failure(id)).toBe('connector.social_invalid_access_token');
    world.answer({ [token]: { json: tokens }, [profile]: { text: '<html>' } });
    expect(await failure(id)).toBe('connector.invalid_response');
    world.answer({ [token]: { status: 503, text: 'down' } });
    expect(await failure(id)).toBe('connector.general');
  });
});

const oidcConfig = {
  ...config,
  authorizationEndpoint: 'https://op.example.com/auth',
  tokenEndpoint: 'https://op.example.com/token',
  scope: 'profile email',
  idTokenVerificationConfig: { jwksUri: 'https://op.example.com/jwks', issuer: 'https://op.example.com' },
};

describe.each([
  [
    'google-universal',
    'https://accounts.google.com',
    'oauth2.googleapis.com/token',
    'www.googleapis.com/oauth2/v3/certs',
    config,
  ],
  ['oidc', 'https://op.example.com', 'op.example.com/token', 'op.example.com/jwks', oidcConfig],
])('ID tokens of %s', (id, issuer, token, certs, settings) => {
  const answerWith = (idToken: string) =>
    world.answer({ [certs]: { json: jwks }, [token]: { json: { ...tokens, id_token: idToken } } });

  test('[ENT-11] [V6.8.2, V10.5.1, V10.5.4] a good one says who it is, a bad one nothing', async () => {
    answerWith(await signIdToken({ nonce: request.nonce }, issuer));
    expect(await read(id, settings)).toMatchObject({ id: '42', name: 'Ada', email: 'ada@example.com' });
    answerWith(await signIdToken({ nonce: request.nonce, email_verified: false }, issuer));
    expect((await read(id, settings)).email).toBeUndefined();
    for (const bad of [
      await signIdToken({ nonce: 'of another sign-in' }, issuer),
      await signIdToken({ nonce: request.nonce }, 'https://elsewhere.example.com'),
      await signIdToken({ nonce: request.nonce }, issuer, '-5m'),
      await new SignJWT({ sub: '42', nonce: request.nonce, iss: issuer, aud: 'another client' })
        .setProtectedHeader({ alg: 'RS256', kid: 'k' })
        .setExpirationTime('5m')
        .sign(keys.privateKey),
      await new SignJWT({ sub: '42', nonce: request.nonce, iss: issuer, aud: 'client' })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('5m')
        .sign(Buffer.from('secret'.repeat(8))),
      'nonsense',
    ]) {
      answerWith(bad);
      expect(await failure(id, settings)).toBe('connector.social_invalid_id_token');
    }
  });
});

test('[ENT-11] Google One Tap signs in by its credential alone, where it is on', async () => {
  world.answer({ 'www.googleapis.com/oauth2/v3/certs': { json: jwks } });
  const credential = await signIdToken({ nonce: request.nonce }, 'https://accounts.google.com');
  const settings = { ...config, oneTap: { isEnabled: true } };
  expect(await read('google-universal', settings, { credential })).toMatchObject({ id: '42' });
  for (const nonce of [undefined, 'of another page'])
    expect(
      await failure('google-universal', settings, {
        credential: await signIdToken({ nonce }, 'https://accounts.google.com'),
      }),
    ).toBe('connector.social_invalid_id_token');
  expect(await failure('google-universal', config, { credential })).toBe('connector.not_implemented');
});

test('users who are to sign in again are asked so as each provider understands it', async () => {
  const again = { ...request, isFresh: true };
  const prompts = ['none', 'consent'];
  const cloud = { cloudInstance: 'https://login.microsoftonline.com', tenantId: 'common' };
  for (const [id, settings, prompt] of [
    ['google-universal', config, 'select_account consent'],
    // It takes one value only.
    ['azuread-universal', { ...config, ...cloud }, 'login'],
  ] as const) {
    const promptFor = async (session: typeof request) =>
      new URL(
        await socialOf(id).authorizationUri(outgoing, { ...settings, prompts }, session),
      ).searchParams.get('prompt');
    expect(await promptFor(request)).toBe('none consent');
    expect(await promptFor(again)).toBe(prompt);
  }
  world.answer({ 'www.googleapis.com/oauth2/v3/certs': { json: jwks } });
  const settings = { ...config, oneTap: { isEnabled: true } };
  const credential = await signIdToken({ nonce: request.nonce }, 'https://accounts.google.com');
  await expect(
    runConnector(() => socialOf('google-universal').readAccount(outgoing, settings, { credential }, again)),
  ).rejects.toMatchObject({ code: 'connector.authorization_failed' });
});

test('[ENT-11] Apple answers by a form, with the name the first time', async () => {
  world.answer({ 'appleid.apple.com/auth/keys': { json: jwks } });
  const settings = { clientId: 'client' };
  const asked = new URL(await socialOf('apple-universal').authorizationUri(outgoing, settings, request));
  expect(asked.searchParams.get('response_mode')).toBe('form_post');
  const id_token = await signIdToken(
    { nonce: request.nonce, email_verified: 'true' },
    'https://appleid.apple.com',
  );
  const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'L' } });
  expect(await read('apple-universal', settings, { code: 'c', id_token, user })).toMatchObject({
    id: '42',
    name: 'Ada L',
    email: 'ada@example.com',
  });
  expect(await failure('apple-universal', settings, { code: 'c' })).toBe('connector.social_invalid_id_token');
});

test('[ENT-11] Microsoft is believed about addresses only in a directory of one’s own', async () => {
  const settings = { ...config, cloudInstance: 'https://login.microsoftonline.com' };
  for (const [tenantId, email] of [
    ['common', undefined],
    ['8f0e', 'ada@example.com'],
  ] as const) {
    world.answer({
      [`login.microsoftonline.com/${tenantId}/oauth2/v2.0/token`]: { json: tokens },
      'graph.microsoft.com/v1.0/me': { json: { id: '42', displayName: 'Ada', mail: 'ada@example.com' } },
    });
    const account = await read('azuread-universal', { ...settings, tenantId });
    expect(account).toMatchObject({ id: '42', name: 'Ada' });
    expect(account.email).toBe(email);
  }
});

test('[ENT-11] WeChat says with status 200 what is wrong', async () => {
  const settings = { appId: 'client', appSecret: 'secret' };
  const token = 'api.weixin.qq.com/sns/oauth2/access_token';
  world.answer({
    [token]: { json: { ...tokens, openid: 'o' } },
    'api.weixin.qq.com/sns/userinfo': { json: { openid: 'o', unionid: 'u', nickname: 'Ada' } },
  });
  expect(await read('wechat-web', settings)).toMatchObject({ id: 'u', name: 'Ada' });
  world.answer({ [token]: { json: { errcode: 40029, errmsg: 'invalid code' } } });
  expect(await failure('wechat-web', settings)).toBe('connector.social_auth_code_invalid');
});

test('[ENT-11] the fields of an OAuth 2 provider are found where its owner says', async () => {
  world.answer({
    'op.example.com/token': { text: 'access_token=at&token_type=bearer' },
    'op.example.com/me': {
      json: { user: { key: 7, title: 'Ada', tel: '+49 30 901820' }, phone_number_verified: true },
    },
  });
  const settings = {
    ...config,
    authorizationEndpoint: 'https://op.example.com/auth',
    tokenEndpoint: 'https://op.example.com/token',
    userInfoEndpoint: 'https://op.example.com/me',
    tokenEndpointAuthMethod: 'client_secret_basic',
    profileMap: { id: 'user.key', name: 'user.title', phone: 'user.tel' },
  };
  expect(await read('oauth2', settings)).toMatchObject({ id: '7', name: 'Ada', phone: '4930901820' });
  expect(world.asked[0]?.headers.authorization).toBe(`Basic ${btoa('client:secret')}`);
});

test.each([
  ['names none', { issuer: 'https://quiet.example.com' }, 'basic'],
  [
    'names one',
    { issuer: 'https://quiet.example.com', token_endpoint_auth_methods_supported: ['client_secret_post'] },
    'body',
  ],
  ['is none', {}, 'body'],
])('metadata that %s decides how a client of the provider authenticates', async (what, metadata, by) => {
  const host = `${what.replaceAll(' ', '-')}.example.com`;
  world.answer({
    [`${host}/.well-known/oauth-authorization-server`]: { json: metadata },
    [`${host}/token`]: { json: tokens },
    [`${host}/me`]: { json: { id: '7' } },
  });
  const settings = {
    ...config,
    authorizationEndpoint: `https://${host}/auth`,
    tokenEndpoint: `https://${host}/token`,
    userInfoEndpoint: `https://${host}/me`,
  };
  expect(await read('oauth2', settings)).toMatchObject({ id: '7' });
  const asked = world.asked.find(({ path }) => path.endsWith('/token'));
  expect(asked?.headers.authorization).toBe(by === 'basic' ? `Basic ${btoa('client:secret')}` : undefined);
  expect(new URLSearchParams(asked?.body).get('client_secret')).toBe(by === 'body' ? 'secret' : null);
});

test('in the cloud a provider in a private network is not asked, whatever its name says', async () => {
  const guarded = createOutgoing({ reachesPrivateNetworks: false });
  const { port } = new URL(world.url);
  for (const url of [
    world.url,
    `http://localhost:${port}`,
    'http://[::1]/',
    'http://169.254.169.254/',
    'file:///etc/passwd',
  ])
    await expect(guarded.fetch(url)).rejects.toThrow(/not an address that can be reached|did not answer/);
  await expect(guarded.resolve('localhost')).rejects.toThrow('not an address that can be reached');
  expect(world.asked.filter(({ path }) => path === '')).toEqual([]);
});
