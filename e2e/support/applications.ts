import type { Page } from '@playwright/test';
import type { Management } from './management.ts';
import type { Product } from './product.ts';
import { startRelyingParty } from './relying-party.ts';
import { test as base, expect } from './test.ts';

export type Application = { start: (parameters?: Record<string, string>) => string; redirectUri: string };

/** Two applications of the default tenant: a first-party and a third-party one. */
export const test = base.extend<object, { own: Application; foreign: Application; redirectUri: string }>({
  redirectUri: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture's first argument must be destructured
    async ({}, use) => {
      const { redirectUri, stop } = await startRelyingParty();
      await use(redirectUri);
      await stop();
    },
    { scope: 'worker' },
  ],
  own: [
    async ({ product, management, redirectUri }, use) =>
      use(await register(product, management, redirectUri, { name: 'Storefront' })),
    { scope: 'worker' },
  ],
  foreign: [
    async ({ product, management, redirectUri }, use) =>
      use(await register(product, management, redirectUri, { name: 'Price robot', isThirdParty: true })),
    { scope: 'worker' },
  ],
});

const register = async (
  { tenantEndpoint }: Product,
  management: Management,
  redirectUri: string,
  fields: { name: string; isThirdParty?: boolean },
): Promise<Application> => {
  const { id } = await management('POST', '/applications', {
    ...fields,
    type: 'SPA',
    oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
  });
  // A third-party application can only request its allowed permissions.
  if (fields.isThirdParty) {
    await management('POST', `/applications/${id}/user-consent-scopes`, { userScopes: ['profile'] });
  }
  const start = (parameters?: Record<string, string>) =>
    `${tenantEndpoint}/oidc/auth?${new URLSearchParams({
      client_id: id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid profile',
      state: 'kept',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      ...parameters,
    })}`;
  return { start, redirectUri };
};

export const expectArrival = async (page: Page, redirectUri: string) => {
  await expect(page.getByRole('heading', { name: 'Arrived' })).toBeVisible();
  expect(page.url()).toContain(`${redirectUri}?`);
  return new URL(page.url()).searchParams;
};

/** The code that was sent last to an address or a number. Notices come in between, in the background. */
export const readCode = async (management: Management, recipient: string): Promise<string> => {
  const kept: { payload: { code?: string } }[] = await management(
    'GET',
    `/development-mailbox?${new URLSearchParams({ recipient })}`,
  );
  const code = kept.find(({ payload }) => payload.code)?.payload.code;
  expect(code, `a code for ${recipient}`).toBeTruthy();
  return code ?? '';
};

/** Lets the tenant send messages; they are kept for the tests to read. */
export const keepMessages = async (management: Management) => {
  const connectors: { connectorId: string }[] = await management('GET', '/connectors');
  for (const connectorId of ['development-mailbox', 'development-phone']) {
    if (connectors.some(connector => connector.connectorId === connectorId)) continue;
    await management('POST', '/connectors', { connectorId });
  }
};

/** No connector sends messages, whatever earlier tests have set up. */
export const dropMessages = async (management: Management) => {
  const connectors: { id: string; type: string }[] = await management('GET', '/connectors');
  for (const { id, type } of connectors)
    if (type !== 'Social') await management('DELETE', `/connectors/${id}`);
};
