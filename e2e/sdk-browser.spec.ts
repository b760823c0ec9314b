import type { Page } from '@playwright/test';
import { startSdkApplication } from './support/sdk-application.ts';
import { expect, signIn, test } from './support/test.ts';

const api = 'https://parcels.example/api';

/** The SDK methods that the test calls inside the page. */
type Client = {
  signIn(options: { redirectUri: string }): Promise<void>;
  handleSignInCallback(url: string): Promise<void>;
  isAuthenticated(): Promise<boolean>;
  getIdTokenClaims(): Promise<{ sub: string }>;
  fetchUserInfo(): Promise<{ sub: string; username?: string }>;
  getAccessToken(resource?: string): Promise<string>;
  getOrganizationToken(id: string): Promise<string>;
  clearAccessToken(): Promise<void>;
  signOut(postLogoutRedirectUri: string): Promise<void>;
};
declare global {
  interface Window {
    createClient(config: object): Client;
  }
}

test('@logto/browser signs in, refreshes, fetches an organization token and signs out, unchanged', async ({
  page,
  product,
  management,
}) => {
  const application = await startSdkApplication();
  const { origin } = application;
  const redirectUri = `${origin}/callback`;
  await management('POST', '/resources', { name: 'Parcels', indicator: api });
  const { id } = await management('POST', '/applications', {
    name: 'Parcels',
    type: 'SPA',
    oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [origin] },
  });
  const person = { username: 'parcel_ann', password: 'violet harbour 42' };
  await management('POST', '/users', person);
  const config = {
    endpoint: product.tenantEndpoint,
    appId: id,
    resources: [api],
    scopes: ['urn:logto:scope:organizations'],
  };
  const grants: (string | null)[] = [];
  page.on('request', request => {
    if (request.url().endsWith('/oidc/token'))
      grants.push(new URLSearchParams(request.postData() ?? '').get('grant_type'));
  });

  await page.goto(origin);
  await page.evaluate(([config, redirectUri]) => void window.createClient(config).signIn({ redirectUri }), [
    config,
    redirectUri,
  ] as const);
  await page.waitForURL(`${product.tenantEndpoint}/sign-in**`);
  await signIn(page, person);
  await page.waitForURL(`${redirectUri}?**`);

  const user = await page.evaluate(async config => {
    const client = window.createClient(config);
    await client.handleSignInCallback(window.location.href);
    return {
      isIn: await client.isAuthenticated(),
      info: await client.fetchUserInfo(),
      claims: await client.getIdTokenClaims(),
    };
  }, config);
  expect(user).toMatchObject({ isIn: true, info: { username: person.username, sub: user.claims.sub } });

  const tokens = await page.evaluate(
    async ([config, api]) => {
      const client = window.createClient(config);
      const first = await client.getAccessToken(api);
      await client.clearAccessToken();
      return [first, await client.getAccessToken(api)];
    },
    [config, api] as const,
  );
  expect(tokens.map(audienceOf)).toEqual([api, api]);
  expect(tokens[0]).not.toBe(tokens[1]);
  expect(grants).toEqual(['authorization_code', 'refresh_token', 'refresh_token']);

  const organization = await management('POST', '/organizations', { name: 'Parcel depot' });
  await management('POST', `/organizations/${organization.id}/users`, { userIds: [user.claims.sub] });
  const token = await page.evaluate(([config, id]) => window.createClient(config).getOrganizationToken(id), [
    config,
    organization.id as string,
  ] as const);
  expect(audienceOf(token)).toBe(`urn:logto:organization:${organization.id}`);

  await signOut(page, config, origin);
  await page.evaluate(([config, redirectUri]) => void window.createClient(config).signIn({ redirectUri }), [
    config,
    redirectUri,
  ] as const);
  // The session has ended, too: the next visit shows the sign-in page.
  await page.waitForURL(`${product.tenantEndpoint}/sign-in**`);
  await application.stop();
});

const signOut = async (page: Page, config: object, origin: string) => {
  await page.evaluate(([config, origin]) => void window.createClient(config).signOut(origin), [
    config,
    origin,
  ] as const);
  await page.waitForURL(url => url.origin === origin && url.pathname === '/');
  expect(await page.evaluate(config => window.createClient(config).isAuthenticated(), config)).toBe(false);
};

const audienceOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).aud;
