import { createHmac, createPublicKey } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import {
  type Door,
  type Doors,
  doorNames,
  encode,
  type Fields,
  openDoors,
  seconds,
  signJwt,
} from './testing/jwt-doors.ts';

describe('tokens that were never issued', () => {
  let app: TestApp;
  let opened: Doors;
  let stranger: Awaited<ReturnType<typeof generateKeyPair>>;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    opened = await openDoors(app);
    stranger = await generateKeyPair('ES256', { extractable: true });
  });
  afterAll(() => app.close());

  describe.each(doorNames)('at %s', name => {
    let door: Door;
    beforeAll(() => {
      door = opened.doors[name];
    });
    const expectShut = async (attacks: Record<string, string | Promise<string>>) => {
      for (const [attack, token] of Object.entries(attacks))
        expect([attack, await door.isOpen(await token)]).toEqual([attack, false]);
    };
    const forge = (header: Fields, claims = door.claims(), signature = '') =>
      `${encode({ ...door.header, kid: door.key.kid, ...header })}.${encode(claims)}.${signature}`;

    test('a good one is taken', async () => {
      expect(await door.isOpen(await signJwt(door.claims(), door.header, door.key))).toBe(true);
    });

    test('[V9.1.1, V9.1.2] no signature, in any spelling', async () => {
      const [, , signature] = (await signJwt(door.claims(), door.header, door.key)).split('.');
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

    test('[V9.1.2] an HMAC with the public key', async () => {
      const { d: _, ...jwk } = door.key;
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

    test('[V9.1.3] a key that the token brings along or points to', async () => {
      const jwk = await exportJWK(stranger.publicKey);
      const by = (header: Fields) =>
        signJwt(door.claims(), { ...door.header, kid: door.key.kid, ...header }, stranger.privateKey);
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
        'jwk with our kid': by({ jwk: { ...jwk, kid: door.key.kid } }),
        jku: by({ jku: 'https://evil.example/jwks' }),
        x5u: by({ x5u: 'https://evil.example/chain' }),
        x5c: by({ x5c: [certificate] }),
        'an unknown critical header': signJwt(
          door.claims(),
          { ...door.header, crit: ['b64'], b64: true },
          door.key,
        ).then(token =>
          token.replace(/^[^.]+/, encode({ ...door.header, alg: 'ES256', crit: ['evil'], evil: 1 })),
        ),
      });
    });

    test('[V9.2.1] claims that are changed, late or too early', async () => {
      const by = (claims: Fields) => signJwt({ ...door.claims(), ...claims }, door.header, door.key);
      const good = await by({});
      const [head, , signature] = good.split('.');
      const doubled = JSON.stringify(door.claims()).replace('{', `{"sub":"evil",`);
      // A hint names a previous user, so its age does not matter (OpenID Connect Core, section 3.1.2.1).
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
        // An exchanged token is for any API of the tenant; what it is worth there has its own tests.
        ...(name === 'a subject token'
          ? {}
          : {
              'another audience': by({ aud: 'https://evil.example' }),
              'other audiences': by({ aud: ['https://evil.example', 'https://other.example'] }),
            }),
      });
    });
  });
});
