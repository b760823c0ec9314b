import { managementAudience, organizationAudience } from '@gatehouse/contract/dialect.ts';
import { createManagementApi } from '@logto/api/management';
import LogtoClient from '@logto/node';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, registerUser } from '../http/testing/browser.ts';
import { createPeople, type People, redirectUri } from './testing/people.ts';

const api = 'https://orders.example/api';

/** The published SDKs of the dialect, unchanged but for the endpoint. */
describe.each(anyDatabase)('published SDKs on %s', kind => {
  let app: TestApp;
  let people: People;

  beforeAll(async () => {
    app = await startTestApp(kind);
    people = createPeople(app);
    await app.manage('POST', '/resources', { name: 'Orders', indicator: api });
  });
  afterAll(() => app.close());

  test('@logto/node signs in, fetches tokens for an API and an organization, and signs out', async () => {
    const origin = app.env.ENDPOINT;
    const { id, secret } = await people.createApplication({ name: 'Web', type: 'Traditional' });
    const stored = new Map<string, string>();
    let navigatedTo = '';
    const client = new LogtoClient(
      {
        endpoint: origin,
        appId: id,
        appSecret: secret,
        resources: [api],
        scopes: ['urn:logto:scope:organizations'],
      },
      {
        navigate: url => {
          navigatedTo = url;
        },
        storage: {
          getItem: async key => stored.get(key) ?? null,
          setItem: async (key, value) => void stored.set(key, value),
          removeItem: async key => void stored.delete(key),
        },
      },
    );
    await client.signIn({ redirectUri, firstScreen: 'register' });
    const browser = createBrowser();
    await browser.follow(navigatedTo, origin);
    const next = await registerUser(browser, origin, { username: 'anna', password: 'correct horse battery' });
    const { address } = await browser.follow(next, origin);
    await client.handleSignInCallback(address);

    expect(await client.isAuthenticated()).toBe(true);
    const { sub } = await client.getIdTokenClaims();
    expect(await client.fetchUserInfo()).toMatchObject({ sub, username: 'anna' });
    expect(decodeJwt(await client.getAccessToken(api))).toMatchObject({ sub, aud: api });
    await people.write(async tx => {
      await tx.insert('organizations', { id: 'acme', name: 'Acme', description: null, customCss: null });
      await tx.insert('organizationUsers', { organizationId: 'acme', userId: sub });
    });
    expect(decodeJwt(await client.getOrganizationToken('acme'))).toMatchObject({
      sub,
      aud: organizationAudience('acme'),
    });
    await client.signOut();
    expect(navigatedTo).toContain(`${origin}/oidc/session/end`);
    expect(await client.isAuthenticated()).toBe(false);
  });

  test('@logto/api calls the management API', async () => {
    const { apiClient } = createManagementApi('default', {
      clientId: app.manager.id,
      clientSecret: app.manager.secret,
      baseUrl: app.env.ENDPOINT,
      apiIndicator: managementAudience('default'),
    });
    const { data, response } = await apiClient.GET('/api/applications/{id}', {
      params: { path: { id: app.manager.id } },
    });
    expect(response.status).toBe(200);
    expect(data).toMatchObject({ id: app.manager.id, name: 'Tests' });
  });
});
