import type { Page } from '@playwright/test';
import { isTo } from './support/edge.ts';
import { expect, signIn, test } from './support/test.ts';

const key = 'gatehouse:redirect-after-sign-in';
const keptLocation = (page: Page) => page.evaluate(name => sessionStorage.getItem(name), key);

test('[GUARD-1] [GUARD-3] where the visitor was going is kept during sign-in, restored, then forgotten', async ({
  page,
  product,
}) => {
  await page.goto(`${product.console}/applications?search=robot&page=1#list`);
  await expect(page).toHaveURL(/\/sign-in\?/);
  expect(JSON.parse((await keptLocation(page)) ?? '')).toEqual({
    pathname: '/console/applications',
    search: '?search=robot&page=1',
    hash: '#list',
  });
  await signIn(page);
  await expect(page).toHaveURL(`${product.console}/applications?search=robot&page=1#list`);
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible();
  expect(await keptLocation(page)).toBeNull();
});

test('[GUARD-2] sign-up is offered to those who ask for it and to those who follow an invitation', async ({
  page,
  product,
}) => {
  for (const path of ['/get-started?sign_up', '/roles?sign_up=true', '/accept/an-invitation']) {
    await page.goto(`${product.console}${path}`);
    await expect(page, path).toHaveURL(/\/register\?/);
  }
  await page.goto(`${product.console}/roles?sign_in=true`);
  await expect(page).toHaveURL(/\/sign-in\?/);
});

test('[GUARD-2] in the cloud too', async ({ page, cloud }) => {
  await page.goto(`${cloud.console}/accept/an-invitation`);
  await expect(page).toHaveURL(/\/register\?/);
  await page.goto(`${cloud.console}/default/roles`);
  await expect(page).toHaveURL(/\/sign-in\?/);
});

/** Puts a value where the kept location is read, just before it is. */
const plantLocation = async (page: Page, kept: string) => {
  await page.addInitScript(
    ([name, value]) => {
      if (window.location.pathname === '/console/callback') sessionStorage.setItem(name, value);
    },
    [key, kept] as const,
  );
};

const useless = ['{not JSON', '"words"', '[]', 'null', '{"pathname":"//elsewhere.example/"}'];
useless.push('{"pathname":"/\\\\elsewhere.example"}', '{"pathname":"https://elsewhere.example/"}');

test('[GUARD-3] the kept location may be partial, and what is not one on this origin is ignored', async ({
  browser,
  signedInState: { cookies },
  product,
}) => {
  const arrive = async (kept: string, path: string) => {
    // A session without tokens: the console signs in automatically.
    const context = await browser.newContext({ storageState: { cookies, origins: [] } });
    const page = await context.newPage();
    await plantLocation(page, kept);
    await page.goto(`${product.console}/roles`);
    await expect(page, kept).toHaveURL(`${product.console}${path}`);
    await context.close();
  };
  await arrive(JSON.stringify({ pathname: '/console/webhooks' }), '/webhooks');
  for (const kept of useless) await arrive(kept, '/get-started');
});

test('[GUARD-4] the tenants load behind a loading screen', async ({ page, cloud }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/tenants', async route => {
    await held.promise;
    await route.continue();
  });
  await page.goto(cloud.console);
  await signIn(page);
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  held.resolve();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('[GUARD-5] the callback forgets cached access tokens', async ({
  browser,
  signedInState: { cookies },
  product,
}) => {
  // A session without tokens: the console signs in automatically, through the callback.
  const context = await browser.newContext({ storageState: { cookies, origins: [] } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    if (window.location.pathname !== '/console/callback') return;
    const expiresAt = Date.now() / 1000 + 3600;
    const cached = { '@https://default.gatehouse.app/api': { token: 'stale', scope: 'all', expiresAt } };
    localStorage.setItem('logto:admin-console:accessToken', JSON.stringify(cached));
  });
  const listed = page.waitForRequest(isTo('GET', '/api/resources'));
  await page.goto(`${product.console}/api-resources`);
  expect((await listed).headers().authorization).toMatch(/^Bearer ey/);
  await expect(page.getByRole('link', { name: 'Management API' })).toBeVisible();
  await context.close();
});

test('[GUARD-5] the callback without a sign-in goes to the root', async ({ console: page, product }) => {
  await page.goto(`${product.console}/callback`);
  await expect(page).toHaveURL(`${product.console}/get-started`);
});

test('[GUARD-5] an error in the callback is shown, without going round in circles', async ({
  page,
  product,
}) => {
  await page.goto(`${product.console}/roles`);
  await expect(page).toHaveURL(/\/sign-in\?/);
  const signIns: string[] = [];
  page.on('request', request => {
    if (request.url().includes('/oidc/auth?')) signIns.push(request.url());
  });
  await page.goto(`${product.console}/callback?error=access_denied&error_description=Refused`);
  await expect(page.getByRole('alert')).toContainText('Something went wrong');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(signIns).toEqual([]);
  await expect(page).toHaveURL(/\/console\/callback\?error=/);

  await page.clock.install({ time: Date.now() + 24 * 60 * 60 * 1000 });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/sign-in\?/);
  await signIn(page);
  await expect(page.getByRole('alert')).toContainText('The clock on this device is wrong');
});
