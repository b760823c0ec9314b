import { createHmac, createPublicKey } from 'node:crypto';
import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inOrderOfUse } from '../domain/signing-keys.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser } from '../http/testing/browser.ts';
import { tokenExchangeGrant } from '../oidc/grant-types.ts';
import { tokenTypes } from '../oidc/subject-tokens.ts';
import { createPeople, type People, redirectUri } from '../oidc/testing/people.ts';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const audience = managementAudience('default');
const orders = 'https://orders.example/api';
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

type Fields = Record<string, unknown>;

describe('tokens that nobody has issued', () => {
  let app: TestApp;
  let people: People;
  let key: JWK;
  let stranger: Awaited<ReturnType<typeof generateKeyPair>>;
  let robot: { id: string; secret: string };
  let robotKey: JWK;
  let shop: openid.Configuration;
  let user: { userId: string; idToken: string; accessToken: string; jwt: string };
  beforeAll(async () => {
    app = await startTestApp('embedded');
    people = createPeople(app);
    key = await keyOf('default');
    stranger = await generateKeyPair('ES256', { extractable: true });
    const pair = await generateKeyPair('ES256', { extractable: true });
    robotKey = { ...(await exportJWK(pair.privateKey)), kid: 'robot', alg: 'ES256', use: 'sig' };
    const { d: _, ...published } = robotKey;
    await app.manage('POST', '/resources', { name: 'Orders', indicator: orders });
    robot = await people.createApplication({
      name: 'Robot',
      type: 'MachineToMachine',
      customClientMetadata: { jwks: { keys: [published] } },
    });
    shop = await people.discover(
      (
        await people.createApplication({
          name: 'Shop',
          type: 'SPA',
          customClientMetadata: { allowTokenExchange: true },
        })
      ).id,
    );
    const { tokens, userId = '' } = await people.register(shop, 'ada', { resource: orders });
    const jwt = await openid.refreshTokenGrant(shop, tokens!.refresh_token!, { resource: orders });
    user = {
      userId,
      idToken: tokens!.id_token!,
      accessToken: tokens!.access_token,
      jwt: jwt.access_token,
    };
  });
  afterAll(() => app.close());

  const keyOf = async (tenantId: string) => {
    const tenant = await app.app.services.tenants.get(tenantId);
    return inOrderOfUse((await tenant!.cached.oidcConfig()).keys)[0];
  };
  const sign = async (claims: Fields, header: Fields = {}, by: JWK | CryptoKey = key) =>
    new SignJWT(claims)
      .setProtectedHeader({
        alg: 'ES256',
        ...('kty' in by ? { kid: by.kid } : { kid: key.kid }),
        ...header,
      })
      .sign('kty' in by ? await importJWK(by, 'ES256') : by);

  const seconds = () => Math.floor(Date.now() / 1000);
  type Door = {
    claims(): Fields;
    header: Fields;
    /** Whose key counts here. */
    key(): JWK;
    isOpen(token: string): Promise<boolean>;
  };
  const tokenRequest = async (parameters: Record<string, string>) => {
    const answer = await fetch(`${app.env.ENDPOINT}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams(parameters),
    });
    return answer.status;
  };
  const doors: Record<string, Door> = {
    'the management API': {
      claims: () => ({
        iss: `${app.env.ENDPOINT}/oidc`,
        aud: audience,
        sub: app.manager.id,
        client_id: app.manager.id,
        scope: 'all',
        iat: seconds(),
        exp: seconds() + 600,
        jti: crypto.randomUUID(),
      }),
      header: { typ: 'at+jwt' },
      key: () => key,
      isOpen: async token => (await call(`${app.env.ENDPOINT}/api/applications`, { token })).status === 200,
    },
    'a client assertion': {
      claims: () => ({
        iss: robot.id,
        sub: robot.id,
        aud: `${app.env.ENDPOINT}/oidc`,
        iat: seconds(),
        exp: seconds() + 60,
        jti: crypto.randomUUID(),
      }),
      header: {},
      key: () => robotKey,
      isOpen: async token =>
        (await tokenRequest({
          grant_type: 'client_credentials',
          resource: orders,
          client_id: robot.id,
          client_assertion_type: assertionType,
          client_assertion: token,
        })) === 200,
    },
    'a subject token': {
      claims: () => ({
        iss: `${app.env.ENDPOINT}/oidc`,
        aud: orders,
        sub: user.userId,
        client_id: shop.clientMetadata().client_id,
        scope: '',
        iat: seconds(),
        exp: seconds() + 600,
        jti: crypto.randomUUID(),
      }),
      header: { typ: 'at+jwt' },
      key: () => key,
      isOpen: async token =>
        (await tokenRequest({
          grant_type: tokenExchangeGrant,
          client_id: shop.clientMetadata().client_id,
          subject_token: token,
          subject_token_type: tokenTypes.accessToken,
          resource: orders,
        })) === 200,
    },
    'an ID token as a hint': {
      claims: () => ({
        iss: `${app.env.ENDPOINT}/oidc`,
        aud: shop.clientMetadata().client_id,
        sub: user.userId,
        iat: seconds(),
        exp: seconds() + 600,
      }),
      header: {},
      key: () => key,
      isOpen: async token => {
        const query = new URLSearchParams({
          client_id: shop.clientMetadata().client_id,
          redirect_uri: redirectUri,
          response_type: 'code',
          scope: 'openid',
          prompt: 'none',
          code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
          code_challenge_method: 'S256',
          id_token_hint: token,
        });
        const { location, text } = await createBrowser().send(`${app.env.ENDPOINT}/oidc/auth?${query}`);
        // A good hint gets as far as to the question who is signed in.
        const error = location ? new URL(location).searchParams.get('error') : text;
        return error === 'login_required';
      },
    },
  };

  describe.each(Object.keys(doors))('at %s', name => {
    const door = doors[name]!;
    const expectShut = async (attacks: Record<string, string | Promise<string>>) => {
      for (const [attack, token] of Object.entries(attacks))
        expect([attack, await door.isOpen(await token)]).toEqual([attack, false]);
    };
    const forge = (header: Fields, claims = door.claims(), signature = '') =>
      `${encode({ ...door.header, kid: door.key().kid, ...header })}.${encode(claims)}.${signature}`;

    test('a good one is taken', async () => {
      expect(await door.isOpen(await sign(door.claims(), door.header, door.key()))).toBe(true);
    });

    test('no signature, in any spelling', async () => {
      const [, , signature] = (await sign(door.claims(), door.header, door.key())).split('.');
      for (const alg of [
        'none',
        'None',
        'NONE',
        'nOnE',
        '',
        null,
        undefined,
        'none ',
        ['none'],
        'HS256',
        'ES256',
      ])
        await expectShut({
          [`${alg}, without`]: forge({ alg }),
          [`${alg}, with that of another`]: forge({ alg }, door.claims(), signature),
          [`${alg}, with zeros`]: forge({ alg }, door.claims(), Buffer.alloc(64).toString('base64url')),
        });
      await expectShut({
        'two parts': forge({ alg: 'none' }).replace(/\.$/, ''),
        'JSON serialization': encode({ payload: encode(door.claims()), signatures: [] }),
      });
    });

    test('an HMAC with the public key', async () => {
      const { d: _, ...jwk } = door.key();
      const object = createPublicKey({ key: jwk as never, format: 'jwk' });
      const secrets = {
        PEM: object.export({ type: 'spki', format: 'pem' }),
        'PEM without its last line break': String(object.export({ type: 'spki', format: 'pem' })).trim(),
        DER: object.export({ type: 'spki', format: 'der' }),
        JWK: JSON.stringify(jwk),
        'x of the JWK': `${jwk.x}`,
        empty: '',
      };
      for (const [form, secret] of Object.entries(secrets))
        for (const bits of [256, 384, 512]) {
          const unsigned = forge({ alg: `HS${bits}` }).slice(0, -1);
          const mac = createHmac(`sha${bits}`, secret).update(unsigned).digest('base64url');
          await expectShut({ [`HS${bits} by ${form}`]: `${unsigned}.${mac}` });
        }
    });

    test('a key that the token brings along or points to', async () => {
      const jwk = await exportJWK(stranger.publicKey);
      const by = (header: Fields) => sign(door.claims(), { ...door.header, ...header }, stranger.privateKey);
      const certificate = encode('certificate');
      await expectShut({
        'our kid': by({}),
        'no kid': by({ kid: undefined }),
        'an unknown kid': by({ kid: 'nobody' }),
        'a path': by({ kid: '../../../../dev/null' }),
        SQL: by({ kid: "x' union select 'key' --" }),
        'a long kid': by({ kid: 'x'.repeat(5000) }),
        'a prototype': by({ kid: '__proto__' }),
        jwk: by({ jwk }),
        'jwk with our kid': by({ jwk: { ...jwk, kid: door.key().kid } }),
        jku: by({ jku: 'https://evil.example/jwks' }),
        x5u: by({ x5u: 'https://evil.example/chain' }),
        x5c: by({ x5c: [certificate] }),
        'an unknown critical header': sign(
          door.claims(),
          { ...door.header, crit: ['b64'], b64: true },
          door.key(),
        ).then(token =>
          token.replace(/^[^.]+/, encode({ ...door.header, alg: 'ES256', crit: ['evil'], evil: 1 })),
        ),
      });
    });

    test('claims that are changed, late or too early', async () => {
      const by = (claims: Fields) => sign({ ...door.claims(), ...claims }, door.header, door.key());
      const good = await by({});
      const [head, , signature] = good.split('.');
      const doubled = JSON.stringify(door.claims()).replace('{', `{"sub":"evil",`);
      // A hint says who somebody was, so its age does not matter (OpenID Connect Core, section 3.1.2.1).
      const isHint = name === 'an ID token as a hint';
      await expectShut({
        'another payload': `${head}.${encode({ ...door.claims(), sub: 'evil' })}.${signature}`,
        'a claim twice': `${head}.${encode(doubled)}.${signature}`,
        ...(isHint
          ? {}
          : {
              expired: by({ iat: seconds() - 900, exp: seconds() - 600 }),
              'an expiry that is text': by({ exp: 'never' }),
            }),
        'not yet': by({ nbf: seconds() + 600 }),
        'another issuer': by({ iss: 'https://evil.example/oidc' }),
        // An exchanged token is for any API of the tenant; what it is worth there has tests of its own.
        ...(name === 'a subject token'
          ? {}
          : {
              'another audience': by({ aud: 'https://evil.example' }),
              'other audiences': by({ aud: ['https://evil.example', 'https://other.example'] }),
            }),
      });
    });
  });

  test('tokens of one kind are not taken for another', async () => {
    const management = doors['the management API']!;
    const claims = management.claims();
    for (const typ of [undefined, 'JWT', 'id+jwt', 'logout+jwt', 'dpop+jwt', 'token-introspection+jwt'])
      expect([typ, await management.isOpen(await sign(claims, { typ }))]).toEqual([typ, false]);
    for (const token of [user.idToken, user.accessToken, user.jwt])
      expect(await management.isOpen(token)).toBe(false);
    for (const token of [user.idToken, user.jwt, app.token, await sign(claims, { typ: 'at+jwt' })])
      expect((await call(`${app.env.ENDPOINT}/oidc/me`, { token })).status).toBe(401);
    expect(await doors['a subject token']!.isOpen(user.idToken)).toBe(false);
    expect(await doors['an ID token as a hint']!.isOpen(user.jwt)).toBe(false);
    expect((await call(`${app.env.ENDPOINT}/oidc/me`, { token: user.accessToken })).status).toBe(200);
  });

  test('keys and tokens of another tenant open nothing', async () => {
    const admin = await app.app.services.tenants.admin();
    const foreign = inOrderOfUse((await admin!.cached.oidcConfig()).keys)[0];
    for (const name of ['the management API', 'a subject token', 'an ID token as a hint']) {
      const door = doors[name]!;
      for (const header of [{}, { kid: key.kid }, { kid: undefined }])
        expect([
          name,
          await door.isOpen(await sign(door.claims(), { ...door.header, ...header }, foreign)),
        ]).toEqual([name, false]);
    }
    // The admin tenant’s own issuer is trusted for people, with what they hold today: a made-up one holds nothing.
    const claims = { ...doors['the management API']!.claims(), iss: admin!.issuer };
    expect(await doors['the management API']!.isOpen(await sign(claims, { typ: 'at+jwt' }, foreign))).toBe(
      false,
    );
    expect(await doors['the management API']!.isOpen(await sign(claims, { typ: 'at+jwt' }))).toBe(false);
  });

  test('a client assertion counts once, for its client and for this provider', async () => {
    const door = doors['a client assertion']!;
    const token = await sign(door.claims(), {}, robotKey);
    const answers = await Promise.all(Array.from({ length: 10 }, () => door.isOpen(token)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    const by = (claims: Fields) => sign({ ...door.claims(), ...claims }, {}, robotKey);
    const attacks = {
      'no jti': by({ jti: undefined }),
      'no exp': by({ exp: undefined }),
      'another subject': by({ sub: app.manager.id }),
      'another client': by({ sub: app.manager.id, iss: app.manager.id }),
      'our own key': sign(door.claims()),
    };
    for (const [attack, forged] of Object.entries(attacks))
      expect([attack, await door.isOpen(await forged)]).toEqual([attack, false]);
  });
});
