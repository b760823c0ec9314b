import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as openid from 'openid-client';
import { expect } from 'vitest';
import { call } from '../../../http/testing/app.ts';
import { createBrowser, signIn } from '../../../http/testing/browser.ts';
import type { ConfigPromises, ConfigWorld } from './config-world.ts';
import { createRelyingParty, redirectUri, user } from './relying-party.ts';

/** Grants, signatures and contents of tokens. */
export const promisedTokens = {
  async grant_types_supported({ party }: ConfigWorld, values: string[]) {
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
  async subject_types_supported({ app, party }: ConfigWorld, values: string[]) {
    expect(values).toEqual(['public']);
    const other = await createRelyingParty(app);
    const [mine, theirs] = [await party.obtain(), await other.obtain()];
    expect(mine.tokens.claims()?.sub).toBe(theirs.tokens.claims()?.sub);
  },
  async id_token_signing_alg_values_supported({ app }: ConfigWorld, values: string[]) {
    const { body } = await call(`${app.env.ENDPOINT}/oidc/jwks`);
    // Only what a key of the tenant can sign; `none` and HMAC are never among them.
    expect(values).toEqual([...new Set(body.keys.map(({ alg }: { alg: string }) => alg))]);
  },
  async token_endpoint_auth_methods_supported({ party }: ConfigWorld, values: string[]) {
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
      const isTaken = await openid.authorizationCodeGrant(configuration, new URL(page.address), checks).then(
        () => true,
        () => false,
      );
      expect([method, isTaken]).toEqual([method, values.includes(method)]);
    }
    expect(values).toEqual(expect.arrayContaining(['private_key_jwt', 'none']));
  },
  async token_endpoint_auth_signing_alg_values_supported({ app, metadata }: ConfigWorld, values: string[]) {
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
      // Known users hear that the code is wrong, others that they are not known.
      expect([alg, body.error]).toEqual([alg, values.includes(alg) ? 'invalid_grant' : 'invalid_client']);
    }
  },
  async dpop_signing_alg_values_supported({ party, metadata }: ConfigWorld, values: string[]) {
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
      expect([alg, body.error]).toEqual([alg, values.includes(alg) ? 'invalid_grant' : 'invalid_dpop_proof']);
    }
  },
  async claims_supported({ app, party, metadata }: ConfigWorld, values: string[]) {
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
  async claim_types_supported(_: ConfigWorld, values: string[]) {
    expect(values).toEqual(['normal']);
  },
} satisfies ConfigPromises;
