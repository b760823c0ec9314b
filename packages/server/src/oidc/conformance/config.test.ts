import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import type { ConfigPromises, ConfigWorld } from './testing/config-world.ts';
import { promisedEndpoints } from './testing/promised-endpoints.ts';
import { promisedRequests } from './testing/promised-requests.ts';
import { promisedTokens } from './testing/promised-tokens.ts';
import { answerAt, createRelyingParty, user } from './testing/relying-party.ts';

/** Config profile: what the provider says of itself is what it does. */
describe('OpenID conformance, Config', () => {
  let app: TestApp;
  let world: ConfigWorld;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    await app.manage('POST', '/users', user);
    const party = await createRelyingParty(app);
    const { body: metadata } = await call(`${app.env.ENDPOINT}/oidc/.well-known/openid-configuration`);
    const errorOf: ConfigWorld['errorOf'] = async parameters =>
      answerAt((await party.start(parameters)).page.address).error;
    world = { app, party, metadata, errorOf };
  });
  afterAll(() => app.close());

  const promises: ConfigPromises = { ...promisedEndpoints, ...promisedRequests, ...promisedTokens };

  test('oidcc-discovery-endpoint-verification: there is no field without a promise, and the other way round', () => {
    expect(Object.keys(world.metadata).toSorted()).toEqual(Object.keys(promises).toSorted());
  });

  test.each(Object.keys(promises))(
    'oidcc-discovery-endpoint-verification: %s is what the provider does',
    async name => {
      await promises[name]!(world, world.metadata[name] as never);
    },
  );

  test('every address is on the issuer, without credentials, query or fragment', () => {
    const addresses = Object.values(world.metadata).filter(
      (value): value is string => typeof value === 'string',
    );
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
