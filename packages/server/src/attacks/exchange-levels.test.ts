import { multiFactorAcr } from '@gatehouse/contract/authentication-levels.ts';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { tokenExchangeGrant } from '../oidc/grant-types.ts';
import { tokenTypes } from '../oidc/subject-tokens.ts';
import { createPeople } from '../oidc/testing/people.ts';
import { enter, password } from './testing/people.ts';

const api = 'https://bank.example/api';

describe('a level of authentication that was not reached', () => {
  let app: TestApp;
  let userId: string;
  let broker: { id: string; secret: string };
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    const { body: resource } = await app.manage('POST', '/resources', { name: 'Bank', indicator: api });
    const scopeIds: string[] = [];
    for (const fields of [{ name: 'view' }, { name: 'transfer', acr: multiFactorAcr }])
      scopeIds.push((await app.manage('POST', `/resources/${resource.id}/scopes`, fields)).body.id);
    await app.manage('POST', '/roles', { name: 'Customer', description: 'x', isDefault: true, scopeIds });
    userId = (await app.manage('POST', '/users', { username: 'payer', password })).body.id;
    broker = await createPeople(app).createApplication({
      name: 'Broker',
      type: 'Traditional',
      customClientMetadata: { allowTokenExchange: true },
    });
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => app.close());

  const exchange = (type: string, token: string, scope: string) =>
    call(`${app.env.ENDPOINT}/oidc/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${broker.id}:${broker.secret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        grant_type: tokenExchangeGrant,
        subject_token_type: type,
        subject_token: token,
        resource: api,
        scope,
      }).toString(),
    });
  const subjects: Record<string, () => Promise<{ type: string; token: string }>> = {
    'a personal access token': async () => ({
      type: tokenTypes.personalAccessToken,
      token: (
        await app.manage('POST', `/users/${userId}/personal-access-tokens`, { name: crypto.randomUUID() })
      ).body.value,
    }),
    'a subject token of the management API': async () => ({
      type: tokenTypes.accessToken,
      token: (await app.manage('POST', '/subject-tokens', { userId })).body.subjectToken,
    }),
    'an access token of a sign-in with a password': async () => {
      const account = await enter(
        app,
        { username: 'payer' },
        { resource: api, scope: 'openid offline_access view' },
      );
      return {
        type: tokenTypes.accessToken,
        token: (await account.refresh({ resource: api })).body.access_token,
      };
    },
  };

  test.each(Object.keys(subjects))('%s gives no permission that needs MFA', async name => {
    for (const scope of ['view transfer', 'transfer', '']) {
      const { type, token } = await subjects[name]!();
      const { body } = await exchange(type, token, scope);
      if (!body.access_token) {
        // Without the permission there may be nothing left to grant.
        expect([scope, body.error]).toEqual([
          'transfer',
          expect.stringMatching(/invalid_scope|access_denied|invalid_grant/),
        ]);
        continue;
      }
      const claims = decodeJwt(body.access_token);
      expect([scope, String(claims.scope ?? '')]).toEqual([scope, expect.not.stringContaining('transfer')]);
      expect(claims.acr).not.toBe(multiFactorAcr);
    }
  });

  test('[V7.6.1] the maximum age of an application holds whatever the request says', async () => {
    const { body: vault } = await app.manage('POST', '/applications', {
      name: 'Vault',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [`${app.env.ENDPOINT}/demo-app`], postLogoutRedirectUris: [] },
      customClientMetadata: { maximumAuthenticationAge: 600 },
    });
    const { browser } = await enter(app, { username: 'payer' });
    const ask = async (parameters: Record<string, string>) =>
      (await visit(app, undefined, { client_id: vault.id, ...parameters }, browser)).page.address;
    expect(await ask({ prompt: 'none' })).toContain('code=');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    const requests: Record<string, string>[] = [{}, { max_age: '100000' }, { id_token_hint: '' }];
    for (const parameters of requests) {
      expect([parameters, await ask({ ...parameters, prompt: 'none' })]).toEqual([
        parameters,
        expect.stringContaining('error=login_required'),
      ]);
      expect([parameters, await ask(parameters)]).toEqual([parameters, expect.stringContaining('/sign-in')]);
    }
    // Other applications do not ask.
    const { page } = await visit(app, undefined, { prompt: 'none' }, browser);
    expect(page.address).toContain('code=');
  });
});
