import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBrowser, signIn } from '../../http/testing/browser.ts';
import {
  answerAt,
  createRelyingParty,
  formIn,
  type RelyingParty,
  redirectUri,
  user,
} from './testing/relying-party.ts';

type Metadata = Record<string, unknown> & { issuer: string };

/** Config profile: what the provider says of itself is what it does. */
describe('OpenID conformance, Config', () => {
  let app: TestApp;
  let party: RelyingParty;
  let metadata: Metadata;
  beforeAll(async () => {
    app = await startTestApp('embedded');
    await app.manage('POST', '/users', user);
    party = await createRelyingParty(app);
    ({ body: metadata } = await call(`${app.env.ENDPOINT}/oidc/.well-known/openid-configuration`));
  });
  afterAll(() => app.close());

  const errorOf = async (parameters: Record<string, string | undefined>) =>
    answerAt((await party.start(parameters)).page.address).error;

  /** What each field promises. A field that is not here fails the test: it would be a promise without a proof. */
  const promises: Record<string, (value: never) => Promise<void>> = {
    async issuer(value: string) {
      expect(value).toBe(`${app.env.ENDPOINT}/oidc`);
      const { tokens } = await party.obtain();
      expect(tokens.claims()?.iss).toBe(value);
    },
    async authorization_endpoint(value: string) {
      expect((await call(value)).status).toBe(400);
    },
    async token_endpoint(value: string) {
      expect((await call(value, { method: 'POST', body: {} })).body).toMatchObject({
        error: 'invalid_request',
      });
    },
    async userinfo_endpoint(value: string) {
      const { status, headers } = await call(value);
      expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer/)]);
    },
    async jwks_uri(value: string) {
      const { body } = await call(value);
      for (const key of body.keys) {
        expect(key).toMatchObject({ kid: expect.any(String), alg: expect.any(String), use: 'sig' });
        // Private parts of EC, OKP and RSA keys, and symmetric keys (RFC 7518 section 6).
        for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'])
          expect(key).not.toHaveProperty(secret);
      }
      const { tokens } = await party.obtain();
      await jwtVerify(tokens.id_token!, createRemoteJWKSet(new URL(value)), { audience: party.id });
    },
    async end_session_endpoint(value: string) {
      expect((await createBrowser().send(value)).status).toBe(200);
    },
    async device_authorization_endpoint(value: string) {
      expect((await call(value, { method: 'POST', body: {} })).body).toMatchObject({
        error: 'invalid_request',
      });
    },
    async pushed_authorization_request_endpoint() {
      const { query } = await party.prepare();
      const url = await openid.buildAuthorizationUrlWithPAR(party.configuration, query);
      expect(url.searchParams.get('request_uri')).toMatch(/^urn:ietf:params:oauth:request_uri:/);
    },
    async introspection_endpoint() {
      const { tokens } = await party.obtain();
      expect(await openid.tokenIntrospection(party.configuration, tokens.access_token)).toMatchObject({
        active: true,
      });
    },
    async revocation_endpoint() {
      const { tokens } = await party.obtain();
      await openid.tokenRevocation(party.configuration, tokens.access_token);
      expect(await openid.tokenIntrospection(party.configuration, tokens.access_token)).toEqual({
        active: false,
      });
    },
    async scopes_supported(values: string[]) {
      expect(values).toContain('openid');
      const { page } = await party.authorize({ scope: values.join(' '), prompt: 'consent' });
      expect(answerAt(page.address).code).toBeDefined();
    },
    async response_types_supported(values: string[]) {
      expect(values).toEqual(['code']);
      for (const type of ['id_token', 'code id_token', 'token', 'none'])
        expect(await errorOf({ response_type: type, response_mode: 'query' })).toMatch(
          /invalid_request|unsupported/,
        );
    },
    async response_modes_supported(values: string[]) {
      expect(values.toSorted()).toEqual(['form_post', 'fragment', 'query']);
      const { browser } = await party.obtain();
      const query = await party.authorize({ response_mode: 'query' }, browser);
      expect(new URL(query.page.address).searchParams.has('code')).toBe(true);
      const fragment = await party.authorize({ response_mode: 'fragment' }, browser);
      expect(new URLSearchParams(new URL(fragment.page.address).hash.slice(1)).has('code')).toBe(true);
      const form = await party.authorize({ response_mode: 'form_post' }, browser);
      expect(formIn(form.page.answer?.text ?? '').fields.code).toBeDefined();
      expect(await errorOf({ response_mode: 'query.jwt' })).toBe('unsupported_response_mode');
    },
    async grant_types_supported(values: string[]) {
      for (const type of [...values, 'password', 'implicit']) {
        const { body } = await party.post('token', {
          grant_type: type,
          client_id: party.id,
          client_secret: party.secret,
        });
        const isKnown = body.error !== 'unsupported_grant_type';
        expect([type, isKnown]).toEqual([type, values.includes(type)]);
      }
    },
    async subject_types_supported(values: string[]) {
      expect(values).toEqual(['public']);
      const other = await createRelyingParty(app);
      const [mine, theirs] = [await party.obtain(), await other.obtain()];
      expect(mine.tokens.claims()?.sub).toBe(theirs.tokens.claims()?.sub);
    },
    async id_token_signing_alg_values_supported(values: string[]) {
      const { body } = await call(`${app.env.ENDPOINT}/oidc/jwks`);
      // Only what a key of the tenant can sign; `none` and HMAC are never among them.
      expect(values).toEqual([...new Set(body.keys.map(({ alg }: { alg: string }) => alg))]);
    },
    async token_endpoint_auth_methods_supported(values: string[]) {
      const ways: Record<string, openid.ClientAuth | undefined> = {
        client_secret_basic: openid.ClientSecretBasic(party.secret),
        client_secret_post: openid.ClientSecretPost(party.secret),
        client_secret_jwt: openid.ClientSecretJwt(party.secret),
      };
      for (const [method, authentication] of Object.entries(ways)) {
        const configuration = new openid.Configuration(
          party.configuration.serverMetadata(),
          party.id,
          undefined,
          authentication,
        );
        openid.allowInsecureRequests(configuration);
        const { checks, page } = await party.authorize();
        const isTaken = await openid
          .authorizationCodeGrant(configuration, new URL(page.address), checks)
          .then(
            () => true,
            () => false,
          );
        expect([method, isTaken]).toEqual([method, values.includes(method)]);
      }
      expect(values).toEqual(expect.arrayContaining(['private_key_jwt', 'none']));
    },
    async token_endpoint_auth_signing_alg_values_supported(values: string[]) {
      for (const alg of [...values, 'ES384', 'RS512']) {
        const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
        const key = { ...(await exportJWK(publicKey)), alg, kid: alg };
        const signing = await createRelyingParty(app, {
          fields: { customClientMetadata: { jwks: { keys: [key] } } },
        });
        const assertion = await new SignJWT({ jti: alg })
          .setProtectedHeader({ alg, kid: alg })
          .setIssuer(signing.id)
          .setSubject(signing.id)
          .setAudience(metadata.issuer)
          .setIssuedAt()
          .setExpirationTime('1m')
          .sign(privateKey);
        const { body } = await signing.post('token', {
          grant_type: 'authorization_code',
          code: 'none',
          redirect_uri: redirectUri,
          client_id: signing.id,
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: assertion,
        });
        // Whoever is known hears that the code is wrong; others hear that they are not known.
        expect([alg, body.error]).toEqual([alg, values.includes(alg) ? 'invalid_grant' : 'invalid_client']);
      }
    },
    async dpop_signing_alg_values_supported(values: string[]) {
      for (const alg of [...values, 'RS256']) {
        const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
        const proof = await new SignJWT({ htm: 'POST', htu: `${metadata.issuer}/token`, jti: alg })
          .setProtectedHeader({ alg, typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
          .setIssuedAt()
          .sign(privateKey);
        const { body } = await party.post(
          'token',
          {
            grant_type: 'authorization_code',
            code: 'none',
            redirect_uri: redirectUri,
            client_id: party.id,
            client_secret: party.secret,
          },
          { dpop: proof },
        );
        expect([alg, body.error]).toEqual([
          alg,
          values.includes(alg) ? 'invalid_grant' : 'invalid_dpop_proof',
        ]);
      }
    },
    async code_challenge_methods_supported(values: string[]) {
      expect(values).toEqual(['S256']);
      expect(await errorOf({ code_challenge_method: 'plain' })).toBe('invalid_request');
    },
    async acr_values_supported(values: string[]) {
      const { tokens } = await party.obtain({ acr_values: values[0] });
      expect(tokens.claims()?.acr).toBe(values[0]);
      for (const value of values) {
        const claims = JSON.stringify({ id_token: { acr: { essential: true, value } } });
        const isAsked = (await party.start({ claims })).page.address.includes('/sign-in?');
        expect([value, isAsked]).toEqual([value, true]);
      }
    },
    async claims_parameter_supported(value: boolean) {
      expect(value).toBe(true);
      const { tokens } = await party.obtain({ claims: '{"id_token":{"auth_time":{"essential":true}}}' });
      expect(tokens.claims()?.auth_time).toEqual(expect.any(Number));
    },
    async claims_supported(values: string[]) {
      const username = 'complete';
      const { body: person } = await app.manage('POST', '/users', {
        username,
        password: user.password,
        name: 'Ada Complete',
        avatar: 'https://app.example/ada.png',
        primaryEmail: 'complete@example.com',
        primaryPhone: '15550100200',
        customData: { a: 1 },
        profile: {
          familyName: 'Complete',
          givenName: 'Ada',
          middleName: 'A.',
          nickname: 'Adi',
          preferredUsername: 'ada',
          profile: 'https://app.example/ada',
          website: 'https://ada.example',
          gender: 'f',
          birthdate: '1985-12-10',
          zoneinfo: 'Europe/London',
          locale: 'en-GB',
          address: { formatted: 'London' },
        },
      });
      const { body: organization } = await app.manage('POST', '/organizations', { name: 'Acme' });
      await app.manage('POST', `/organizations/${organization.id}/users`, { userIds: [person.id] });
      const browser = createBrowser();
      const scope = (metadata.scopes_supported as string[]).join(' ');
      const begun = await party.start({ scope, prompt: 'consent', max_age: '600' }, browser);
      const next = await signIn(browser, app.env.ENDPOINT, { username, password: user.password });
      const { address } = await browser.follow(next, app.env.ENDPOINT);
      const tokens = await party.complete(address, { ...begun.checks, maxAge: 600 });
      const told = new Set([
        ...Object.keys(tokens.claims() ?? {}),
        ...Object.keys(await openid.fetchUserInfo(party.configuration, tokens.access_token, person.id)),
      ]);
      // `sid` comes with a back-channel address only: see below.
      expect([...values.filter(name => name !== 'sid' && !told.has(name))]).toEqual([]);
      const protocol = ['aud', 'exp', 'iat', 'nonce', 'at_hash'];
      expect([...told].filter(name => !values.includes(name) && !protocol.includes(name))).toEqual([]);
    },
    async claim_types_supported(values: string[]) {
      expect(values).toEqual(['normal']);
    },
    async request_uri_parameter_supported(value: boolean) {
      expect(value).toBe(false);
      expect(await errorOf({ request_uri: 'https://app.example/request' })).toBe('request_uri_not_supported');
    },
    async authorization_response_iss_parameter_supported(value: boolean) {
      expect(value).toBe(true);
      const { page } = await party.authorize();
      expect(answerAt(page.address).iss).toBe(metadata.issuer);
    },
    async backchannel_logout_supported(value: boolean) {
      // The Back-Channel profile has its own file.
      expect(value).toBe(true);
    },
    async backchannel_logout_session_supported(value: boolean) {
      expect(value).toBe(true);
      const listening = await createRelyingParty(app, {
        fields: {
          oidcClientMetadata: {
            redirectUris: [redirectUri],
            postLogoutRedirectUris: [],
            backchannelLogoutUri: 'https://app.example/back-channel',
            backchannelLogoutSessionRequired: true,
          },
        },
      });
      const { tokens } = await listening.obtain();
      expect(tokens.claims()?.sid).toEqual(expect.any(String));
    },
  };

  test('oidcc-discovery-endpoint-verification: there is no field without a promise, and the other way round', () => {
    expect(Object.keys(metadata).toSorted()).toEqual(Object.keys(promises).toSorted());
  });

  test.each(Object.keys(promises))(
    'oidcc-discovery-endpoint-verification: %s is what the provider does',
    async name => {
      await promises[name]!(metadata[name] as never);
    },
  );

  test('every address is on the issuer, without credentials, query or fragment', () => {
    const addresses = Object.values(metadata).filter((value): value is string => typeof value === 'string');
    for (const address of addresses) {
      const { origin, search, hash, username } = new URL(address);
      expect([origin, search, hash, username]).toEqual([app.env.ENDPOINT, '', '', '']);
    }
  });

  test('oidcc-server-rotate-keys: a token from after the rotation is verified with the keys of after', async () => {
    const { body: before } = await call(`${app.env.ENDPOINT}/oidc/jwks`);
    await app.manage('POST', '/configs/oidc/private-keys/rotate', { signingKeyAlgorithm: 'RSA' });
    const { body: after } = await call(`${app.env.ENDPOINT}/oidc/jwks`);
    expect(after.keys).toHaveLength(before.keys.length + 1);
    expect(new Set(after.keys.map(({ kid }: { kid: string }) => kid)).size).toBe(after.keys.length);
    const fresh = await createRelyingParty(app);
    const { tokens } = await fresh.obtain();
    await jwtVerify(tokens.id_token!, createRemoteJWKSet(new URL(`${app.env.ENDPOINT}/oidc/jwks`)));
    const { body } = await call(`${app.env.ENDPOINT}/oidc/.well-known/openid-configuration`);
    expect(body.id_token_signing_alg_values_supported).toContain('RS256');
  });
});
