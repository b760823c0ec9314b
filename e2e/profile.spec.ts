import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { openUsername } from './support/username.ts';

const account = {
  id: 'somebody',
  username: 'zoe',
  name: null,
  avatar: null,
  primaryEmail: 'zoe@harbour.example',
  primaryPhone: null,
  identities: {},
  hasPassword: true,
};

/** The account as the server would tell it; changes are made by the test. */
const showAccount = async (page: Page, adminEndpoint: string, changes: Partial<typeof account> = {}) => {
  await page.route(`${adminEndpoint}/me`, route =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { ...account, ...changes } })
      : route.fallback(),
  );
};

const row = (page: Page, label: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(label, { exact: true }) });

test('[PROF-1] two sections of three rows stand for what is loading, below a top bar without selector or title', async ({
  console: page,
  product,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route(`${product.adminEndpoint}/me`, async route => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${product.console}/profile`);
  const lists = page.getByRole('main').getByRole('list');
  await expect(lists).toHaveCount(2);
  for (const list of await lists.all()) await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('banner')).not.toContainText('Gatehouse');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  held.resolve();
  await expect(page.getByRole('heading', { name: 'Profile information' })).toBeVisible();
  await expect(page.getByRole('status').filter({ has: page.getByRole('list') })).toHaveCount(0);
});

test('[PROF-2] [PROF-6] name and username are set and changed in a dialog that Enter submits and Escape closes', async ({
  console: page,
  product,
}) => {
  await page.goto(`${product.console}/profile`);
  await expect(row(page, 'Name')).toContainText('Not set');
  await page.getByRole('button', { name: 'Set name' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toHaveText('Set name');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Set name' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Ada Harbour');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Profile updated').first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(row(page, 'Name')).toContainText('Ada Harbour');

  await page.getByRole('button', { name: 'Change name' }).click();
  await expect(dialog.getByRole('heading')).toHaveText('Change name');
  await dialog.getByLabel('Name', { exact: true }).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Name')).toContainText('Not set');

  await openUsername(page);
  await expect(dialog.getByRole('heading')).toHaveText('Change username');
});

test('[PROF-6] [PROF-8] a username is required; an avatar is set only where files can be kept', async ({
  console: page,
  product,
}) => {
  await page.route('**/me/user-assets/service-status', route =>
    route.fulfill({ json: { status: 'not_configured' } }),
  );
  await page.goto(`${product.console}/profile`);
  await openUsername(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This field is required.');
  await dialog.getByLabel('Username').fill('1st');
  await expect(dialog.getByRole('alert')).toContainText('digit');
  await page.keyboard.press('Escape');

  await expect(row(page, 'Avatar')).toBeVisible();
  await expect(page.getByRole('button', { name: /avatar/ })).toHaveCount(0);
  await page.unroute('**/me/user-assets/service-status');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Set avatar' })).toBeVisible();
});

test('[PROF-6] a picture is uploaded where files can be kept, and what cannot be used is refused in words', async ({
  console: page,
  product,
}) => {
  await page.goto(`${product.console}/profile`);
  await page.getByRole('button', { name: 'Set avatar' }).click();
  const dialog = page.getByRole('dialog');
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await choose('notes.txt', 'text/plain', Buffer.from('notes'));
  await expect(dialog.getByRole('alert')).toContainText('file type');
  await choose('large.png', 'image/png', Buffer.alloc(500 * 1024 + 1));
  await expect(dialog.getByRole('alert')).toContainText('larger than 500 KB');
  await choose('false.png', 'image/png', Buffer.from('no picture at all'));
  await expect(dialog.getByRole('alert')).toContainText('This file type is not allowed.');
  await choose('script.svg', 'image/svg+xml', Buffer.from('<svg onload="alert(1)"></svg>'));
  await expect(dialog.getByRole('alert')).toContainText('Export it as a plain SVG.');
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';
  await choose('face.svg', 'image/svg+xml', Buffer.from(drawing));
  await expect(dialog.locator('img')).toHaveAttribute('src', /\/uploads\/.*\.svg$/);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Avatar').locator('img')).toHaveAttribute('src', /\/uploads\//);

  await page.getByRole('button', { name: 'Change avatar' }).click();
  await dialog.getByRole('button', { name: 'Remove image' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Avatar').locator('img')).toHaveCount(0);
});

test('[PROF-7] what the server cannot accept is told in a modal, the rest in a toast; a lost session signs in again', async ({
  console: page,
  product,
}) => {
  await showAccount(page, product.adminEndpoint);
  let reply = { status: 422, json: { code: 'user.username_already_in_use', message: 'This name is taken.' } };
  await page.route(`${product.adminEndpoint}/me`, route =>
    route.request().method() === 'PATCH' ? route.fulfill(reply) : route.fallback(),
  );
  await page.goto(`${product.console}/profile`);
  await openUsername(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill('taken');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('This name is taken.');
  await alert.getByRole('button', { name: 'Got it' }).click();
  await expect(dialog.getByLabel('Username')).toHaveValue('taken');

  reply = { status: 500, json: { code: 'request.general', message: 'The server is tired.' } };
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The server is tired.').first()).toBeVisible();
  await expect(alert).toHaveCount(0);
  await expect(dialog.getByLabel('Username')).toHaveValue('taken');

  reply = { status: 401, json: { code: 'auth.unauthorized', message: 'Sign in.' } };
  const signIn = page.waitForRequest(request => request.url().includes('/oidc/auth?'));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await signIn;
});
