import type { Page, Route } from '@playwright/test';
import { stopTime } from './support/clock.ts';
import { administrator, expect, signIn, test } from './support/test.ts';

const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Your account' }).click();
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
};

test('[UI-4] it shows who is signed in, and submenus open after 300 ms of hover and close 100 ms after leaving', async ({
  console: page,
  product,
}) => {
  await page.goto(product.console);
  await openMenu(page);
  await expect(page.getByRole('menu')).toContainText(administrator.username);
  await stopTime(page);
  const options = page.getByRole('menuitemradio');
  for (const [name, words] of [
    ['Language', 'Deutsch'],
    ['Appearance', 'Dark'],
  ] as const) {
    const item = page.getByRole('menuitem', { name });
    await item.hover();
    await page.clock.runFor(299);
    await expect(options).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(options.filter({ hasText: words })).toBeVisible();
    // Away from the submenu: on the way to it, it stays open.
    await page.mouse.move(1430, 890);
    await page.clock.runFor(99);
    await expect(item).toHaveAttribute('aria-expanded', 'true');
    await page.clock.runFor(1);
    await expect(item).toHaveAttribute('aria-expanded', 'false');
    // It fades out.
    await page.clock.runFor(150);
    await expect(options).toHaveCount(0);
  }
});

test('[UI-4] its items are 40 px high, 4 px apart and 16 px from the edge; the profile opens in a new tab', async ({
  console: page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto(product.console);
  await openMenu(page);
  const boxOf = async (name: string) => (await page.getByRole('menuitem', { name }).boundingBox())!;
  const [profile, language, appearance] = await Promise.all(['Profile', 'Language', 'Appearance'].map(boxOf));
  expect([profile!.height, language!.height, appearance!.height]).toEqual([40, 40, 40]);
  expect(language!.y - profile!.y - profile!.height).toBe(4);
  expect(appearance!.y - language!.y - language!.height).toBe(4);
  const menu = (await page.getByRole('menu').boundingBox())!;
  expect(menu.x).toBeGreaterThanOrEqual(16);
  expect(menu.x + menu.width).toBeLessThanOrEqual(390 - 16);
  expect(menu.y + menu.height).toBeLessThanOrEqual(500 - 16);

  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('menuitem', { name: 'Profile' }).click(),
  ]);
  await expect(opened).toHaveURL(`${product.console}/profile`);
});

test('[UI-4] a press on the avatar opens the menu, whenever the tooltip and the account arrive', async ({
  console: page,
  product,
}) => {
  const held = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    await held.promise;
    await route.continue();
  };
  await page.route('**/tooltip-popup-*.js', hold);
  await page.route(`${product.adminEndpoint}/me`, hold);
  await page.goto(product.console);
  const button = page.getByRole('button', { name: 'Your account' });
  await button.hover();
  await page.mouse.down();
  held.resolve();
  await expect(button).toHaveText(administrator.username[0]!.toUpperCase());
  await page.waitForLoadState('networkidle');
  await page.mouse.up();
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
});

test('[UI-4] [GUARD-5] [V7.4.4] sign-out spins until the browser has left, and ends at the base path', async ({
  page,
  product,
}) => {
  await page.goto(`${product.console}/roles`);
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Roles' })).toBeVisible();
  const held = Promise.withResolvers<void>();
  // The request before the browser leaves: while it is leaving, nothing on the page can be looked at.
  await page.route('**/oidc/token/revocation', async route => {
    await held.promise;
    await route.continue();
  });
  await openMenu(page);
  const signOut = page.getByRole('menuitem', { name: 'Sign out' });
  await signOut.click();
  await expect(signOut.locator('[data-spinner]')).toBeVisible();
  const back = page.waitForRequest(product.console);
  held.resolve();
  await back;
  await expect(page).toHaveURL(/\/sign-in\?/);
});

test('[UI-5] the avatar is a picture, a placeholder when it cannot be loaded, or an initial; its tooltip tells who it is', async ({
  console: page,
  product,
}) => {
  const account = { id: 'somebody', username: 'zoe', name: 'Zoë Quist', primaryEmail: 'zoe@harbour.example' };
  let avatarUrl: string | null = null;
  await page.route(`${product.adminEndpoint}/me`, route =>
    route.fulfill({ json: { ...account, primaryPhone: '4930123456', avatar: avatarUrl } }),
  );
  await page.route('https://pictures.example/**', route =>
    route.request().url().endsWith('/face.svg')
      ? route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
      : route.fulfill({ status: 404 }),
  );
  const avatar = page.getByRole('button', { name: 'Your account' });
  await page.goto(product.console);
  await expect(avatar).toHaveText('Z');
  await avatar.locator('span').first().hover();
  for (const line of ['Zoë Quist', 'zoe@harbour.example', '4930123456', 'zoe']) {
    await expect(page.getByText(line, { exact: true }).last()).toBeVisible();
  }

  avatarUrl = 'https://pictures.example/face.svg';
  await page.reload();
  await expect(avatar.locator('img')).toHaveAttribute('src', avatarUrl);
  avatarUrl = 'https://pictures.example/gone.png';
  const tried = page.waitForResponse(avatarUrl);
  await page.reload();
  await tried;
  await expect(avatar.locator('svg')).toBeVisible();
  await expect(avatar.locator('img')).toHaveCount(0);
});
