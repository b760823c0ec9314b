import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/test.ts';

/**
 * Opens a page that redirects automatically, perhaps before it has loaded. The previous page may still be loading and
 * interrupt it.
 */
const visit = (page: Page, address: string) =>
  expect(() => page.goto(address, { waitUntil: 'commit' })).toPass();

/** The authorization request of the console. */
const authorization = async (page: Page, lead: () => Promise<unknown>) => {
  const [request] = await Promise.all([
    page.waitForRequest(asked => asked.url().includes('/oidc/auth?')),
    lead(),
  ]);
  return new URL(request.url()).searchParams;
};

const everyEdition = [
  'email',
  'identities',
  'custom_data',
  'urn:logto:scope:organizations',
  'urn:logto:scope:organization_roles',
  'all',
  'read:data',
  'write:data',
  'delete:data',
  'read:member',
  'invite:member',
  'remove:member',
  'update:member:role',
  'manage:tenant',
  'manage:tenant:self',
];

test('[GUARD-6] each edition asks for its scopes', async ({ page, product, cloud }) => {
  const selfHosted = await authorization(page, () => visit(page, `${product.console}/roles`));
  const scopes = selfHosted.get('scope')?.split(' ');
  expect(scopes).toEqual(expect.arrayContaining(everyEdition));
  expect(scopes).not.toContain('create:tenant');
  const inCloud = await authorization(page, () => visit(page, `${cloud.console}/default/roles`));
  expect(inCloud.get('scope')?.split(' ')).toEqual(
    expect.arrayContaining([...everyEdition, 'create:tenant']),
  );
});

test('[GUARD-7] a link with a one-time token signs in with it, and the address as the hint', async ({
  page,
  cloud,
}) => {
  const asked = await authorization(page, () =>
    visit(page, `${cloud.console}/one-time-token?one_time_token=secret-of-once&email=ada%40harbour.example`),
  );
  expect(asked.get('one_time_token')).toBe('secret-of-once');
  expect(asked.get('login_hint')).toBe('ada@harbour.example');
});

test('[GUARD-7] without token or address, with a session, or without the feature, nothing is signed in', async ({
  page,
  cloud,
  product,
}) => {
  for (const query of ['', '?one_time_token=secret', '?email=ada%40harbour.example']) {
    const asked = await authorization(page, () => visit(page, `${cloud.console}/one-time-token${query}`));
    expect(asked.has('one_time_token'), query).toBe(false);
  }
  await signIn(page);
  await page.waitForURL(/\/get-started$/);
  await visit(page, `${cloud.console}/one-time-token?one_time_token=secret&email=ada%40harbour.example`);
  await expect(page).toHaveURL(/\/get-started$/);

  await visit(page, `${product.console}/one-time-token?one_time_token=secret&email=ada%40harbour.example`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('[GUARD-8] a Google One Tap credential starts a direct sign-in, once', async ({ page, product }) => {
  const asked = await authorization(page, () =>
    visit(page, `${product.console}/external-google-one-tap?credential=one.tap.credential`),
  );
  expect(asked.get('direct_sign_in')).toBe('social:google');
  expect(asked.get('google_one_tap_credential')).toBe('one.tap.credential');

  const again = await authorization(page, () =>
    visit(page, `${product.console}/handle-social?target=github`),
  );
  expect(again.get('direct_sign_in')).toBe('social:github');
  expect(again.has('google_one_tap_credential')).toBe(false);
});

test('[GUARD-8] who is signed in goes to the root', async ({ console: page, product }) => {
  await page.goto(product.console);
  await expect(page).toHaveURL(/\/get-started$/);
  await visit(page, `${product.console}/handle-social`);
  await expect(page).toHaveURL(/\/get-started$/);
});

test('[GUARD-9] the demo of a social sign-in ends at a card, and its code leaves the address', async ({
  page,
  product,
}) => {
  await page.goto(`${product.console}/social-demo-callback?code=worth-nothing&state=kept`);
  await expect(page.getByRole('heading', { name: 'Sign-in successful' })).toBeVisible();
  await expect(page.getByText('The provider redirected you back with an authorization code.')).toBeVisible();
  await expect(page).toHaveURL(`${product.console}/social-demo-callback?state=kept`);
});

/** Once everything has come: a token that is still on its way would put back what a test removes. */
const openRoles = async (page: Page, address: string) => {
  await page.goto(`${address}/roles`);
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Roles' })).toBeVisible();
  await page.waitForLoadState('networkidle');
};

for (const error of ['invalid_grant', 'invalid_target']) {
  test(`[GUARD-10] ${error} starts a new sign-in`, async ({ page, product }) => {
    await openRoles(page, product.console);
    await page.evaluate(() => localStorage.setItem('logto:admin-console:accessToken', '{}'));
    await page.route('**/oidc/token', route =>
      route.fulfill({ status: 400, json: { code: `oidc.${error}`, message: 'Gone.', error } }),
    );
    await authorization(page, () => visit(page, `${product.console}/api-resources`));
  });
}

test('[GUARD-10] an answer of 401 starts a new sign-in', async ({ page, product }) => {
  await openRoles(page, product.console);
  await page.route('**/api/resources*', route =>
    route.fulfill({
      status: 401,
      json: { code: 'auth.unauthorized', message: 'Sign in.' },
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  await authorization(page, () => visit(page, `${product.console}/api-resources`));
});

test('[GUARD-10] tokens that cannot be read start a new sign-in', async ({ page, product }) => {
  await openRoles(page, product.console);
  await page.evaluate(() => {
    localStorage.setItem('logto:admin-console:accessToken', '{}');
    localStorage.removeItem('logto:admin-console:refreshToken');
  });
  await authorization(page, () => visit(page, `${product.console}/api-resources`));
});

test('[GUARD-11] where the browser keeps its cryptography to itself, the page says what to do', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => Object.defineProperty(window.crypto, 'subtle', { value: undefined }));
  await page.goto(`${product.console}/roles`);
  await expect(page.getByRole('alert')).toContainText('Open the console over HTTPS or on localhost.');
});
