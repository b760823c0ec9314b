import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { expect } from 'vitest';
import { call } from '../../../http/testing/app.ts';
import { createBrowser } from '../../../http/testing/browser.ts';
import type { ConfigPromises, ConfigWorld } from './config-world.ts';

/** The addresses of the provider: something is there, and does what it is for. */
export const promisedEndpoints = {
  async issuer({ app, party }: ConfigWorld, value: string) {
    expect(value).toBe(`${app.env.ENDPOINT}/oidc`);
    const { tokens } = await party.obtain();
    expect(tokens.claims()?.iss).toBe(value);
  },
  async authorization_endpoint(_: ConfigWorld, value: string) {
    expect((await call(value)).status).toBe(400);
  },
  async token_endpoint(_: ConfigWorld, value: string) {
    expect((await call(value, { method: 'POST', body: {} })).body).toMatchObject({
      error: 'invalid_request',
    });
  },
  async userinfo_endpoint(_: ConfigWorld, value: string) {
    const { status, headers } = await call(value);
    expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer/)]);
  },
  async jwks_uri({ party }: ConfigWorld, value: string) {
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
  async end_session_endpoint(_: ConfigWorld, value: string) {
    expect((await createBrowser().send(value)).status).toBe(200);
  },
  async device_authorization_endpoint(_: ConfigWorld, value: string) {
    expect((await call(value, { method: 'POST', body: {} })).body).toMatchObject({
      error: 'invalid_request',
    });
  },
  async pushed_authorization_request_endpoint({ party }: ConfigWorld) {
    const { query } = await party.prepare();
    const url = await openid.buildAuthorizationUrlWithPAR(party.configuration, query);
    expect(url.searchParams.get('request_uri')).toMatch(/^urn:ietf:params:oauth:request_uri:/);
  },
  async introspection_endpoint({ party }: ConfigWorld) {
    const { tokens } = await party.obtain();
    expect(await openid.tokenIntrospection(party.configuration, tokens.access_token)).toMatchObject({
      active: true,
    });
  },
  async revocation_endpoint({ party }: ConfigWorld) {
    const { tokens } = await party.obtain();
    await openid.tokenRevocation(party.configuration, tokens.access_token);
    expect(await openid.tokenIntrospection(party.configuration, tokens.access_token)).toEqual({
      active: false,
    });
  },
} satisfies ConfigPromises;
