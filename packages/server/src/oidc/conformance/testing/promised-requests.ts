import { expect } from 'vitest';
import type { ConfigPromises, ConfigWorld } from './config-world.ts';
import { answerAt, createRelyingParty, formIn, redirectUri } from './relying-party.ts';

/** Parameters of authorization requests and their responses. */
export const promisedRequests = {
  async scopes_supported({ party }: ConfigWorld, values: string[]) {
    expect(values).toContain('openid');
    const { page } = await party.authorize({ scope: values.join(' '), prompt: 'consent' });
    expect(answerAt(page.address).code).toBeDefined();
  },
  async response_types_supported({ errorOf }: ConfigWorld, values: string[]) {
    expect(values).toEqual(['code']);
    for (const type of ['id_token', 'code id_token', 'token', 'none'])
      expect(await errorOf({ response_type: type, response_mode: 'query' })).toMatch(
        /invalid_request|unsupported/,
      );
  },
  async response_modes_supported({ party, errorOf }: ConfigWorld, values: string[]) {
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
  async code_challenge_methods_supported({ errorOf }: ConfigWorld, values: string[]) {
    expect(values).toEqual(['S256']);
    expect(await errorOf({ code_challenge_method: 'plain' })).toBe('invalid_request');
  },
  async acr_values_supported({ party }: ConfigWorld, values: string[]) {
    const { tokens } = await party.obtain({ acr_values: values[0] });
    expect(tokens.claims()?.acr).toBe(values[0]);
    for (const value of values) {
      const claims = JSON.stringify({ id_token: { acr: { essential: true, value } } });
      const isAsked = (await party.start({ claims })).page.address.includes('/sign-in?');
      expect([value, isAsked]).toEqual([value, true]);
    }
  },
  async claims_parameter_supported({ party }: ConfigWorld, value: boolean) {
    expect(value).toBe(true);
    const { tokens } = await party.obtain({ claims: '{"id_token":{"auth_time":{"essential":true}}}' });
    expect(tokens.claims()?.auth_time).toEqual(expect.any(Number));
  },
  async request_uri_parameter_supported({ errorOf }: ConfigWorld, value: boolean) {
    expect(value).toBe(false);
    expect(await errorOf({ request_uri: 'https://app.example/request' })).toBe('request_uri_not_supported');
  },
  async authorization_response_iss_parameter_supported({ party, metadata }: ConfigWorld, value: boolean) {
    expect(value).toBe(true);
    const { page } = await party.authorize();
    expect(answerAt(page.address).iss).toBe(metadata.issuer);
  },
  async backchannel_logout_supported(_: ConfigWorld, value: boolean) {
    // The Back-Channel profile has its own file.
    expect(value).toBe(true);
  },
  async backchannel_logout_session_supported({ app }: ConfigWorld, value: boolean) {
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
} satisfies ConfigPromises;
