import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible } from './support/axe.ts';
import { expect, signIn, test } from './support/test.ts';

const visitor = { username: 'wiki_reader', password: 'correct horse 9 Battery' };

/** A site without sign-in, which greets the user in its headers. */
const startWiki = async () => {
  const server = createServer(({ url, headers }, response) => {
    const name = decodeURIComponent(String(headers['x-gatehouse-user-name'] ?? 'nobody'));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Wiki</title><link rel="icon" href="data:,"><h1>Hello ${name}</h1>
      <p>You are at ${url}</p><a href="/sign-out">Sign out</a>`);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(resolve));
    },
  };
};

test('[ENT-4][NAV-8] a site is put behind the proxy in the console, and its first reader signs in', async ({
  console: page,
  page: reader,
  product,
  management,
}) => {
  await management('POST', '/users', { ...visitor, name: 'Rita Reader' });
  const wiki = await startWiki();
  try {
    await page.goto(`${product.console}/applications/create?guide=protected`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Staff wiki');
    await dialog.getByLabel('Subdomain').fill('staff wiki');
    await dialog.getByLabel('Origin URL').fill(`${wiki.origin}/path`);
    await dialog.getByRole('button', { name: 'Create application' }).click();
    await expect(dialog.getByText('Use only letters, digits and hyphens in the subdomain.')).toBeVisible();
    await expect(dialog.getByText('Enter only an origin')).toBeVisible();
    await dialog.getByLabel('Subdomain').fill('staff-wiki');
    const { port } = new URL(product.tenantEndpoint);
    const address = `http://staff-wiki.apps.localhost:${port}`;
    await expect(dialog.getByText(address)).toBeVisible();
    await expectAccessible(page, 'creating a protected application');
    await dialog.getByLabel('Origin URL').fill(wiki.origin);
    await dialog.getByRole('button', { name: 'Create application' }).click();
    await expect(page).toHaveURL(/\/guide\/protected$/);
    await expect(page.getByText(address).first()).toBeVisible();

    await page.getByRole('link', { name: 'Go to settings' }).click();
    await expect(page.getByRole('link', { name: 'Open site' })).toHaveAttribute('href', address);
    const rules = page.getByRole('group', { name: 'Protected paths' });
    await rules.getByRole('textbox').first().fill('^/staff');
    await rules.getByRole('button', { name: 'Add path' }).click();
    await rules.getByRole('textbox').nth(1).fill('(oops');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('This regular expression cannot be used.')).toBeVisible();
    await page.getByLabel('Restrict who can sign in').check();
    await page.getByRole('combobox', { name: 'Users optional' }).fill('rita');
    await page.getByRole('option', { name: /Rita Reader/ }).click();
    await rules.getByRole('textbox').nth(1).fill('\\.pdf$');
    await page.getByLabel('Roles', { exact: true }).check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Application saved').first()).toBeVisible();

    await page.getByRole('button', { name: 'Add domain' }).click();
    await page.getByRole('dialog').getByLabel('Domain').fill('wiki.acme.example');
    await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click();
    await expect(page.getByRole('table', { name: 'DNS records for wiki.acme.example' })).toContainText(
      'staff-wiki.apps.localhost',
    );
    await expectAccessible(page, 'settings of a protected application');
    await page.getByRole('button', { name: 'Remove wiki.acme.example' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('button', { name: 'Add domain' })).toBeVisible();

    await reader.goto(`${address}/open`);
    await expect(reader.getByRole('heading', { name: 'Hello nobody' })).toBeVisible();
    await reader.goto(`${address}/staff?day=1`);
    await signIn(reader, visitor);
    await expect(reader.getByRole('heading', { name: 'Hello Rita Reader' })).toBeVisible();
    await expect(reader).toHaveURL(`${address}/staff?day=1`);
    await reader.getByRole('link', { name: 'Sign out' }).click();
    await expect(reader.getByRole('heading', { name: 'Hello nobody' })).toBeVisible();
    await expect(reader).toHaveURL(`${address}/`);
  } finally {
    await wiki.stop();
  }
});

test('[ENT-4] by keyboard alone: a site is put behind the proxy, a path made public, a domain added, and it is deleted', async ({
  console: page,
  product,
  management,
}) => {
  const { keyboard } = page;
  await page.goto(`${product.console}/applications`);
  await expect(page.getByRole('heading', { name: 'Applications', level: 1 })).toBeVisible();
  await keyboard.press('n');
  await expect(page).toHaveURL(/\/applications\/create$/);
  await expect(page.getByRole('searchbox')).toBeVisible();
  await keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await keyboard.type('protected');
  await page.getByRole('main').getByRole('link', { name: 'Site behind our proxy' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await keyboard.type('Key cabinet');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(dialog.getByLabel('Subdomain')).toBeFocused();
  await keyboard.type('key-cabinet');
  await keyboard.press('Tab');
  await keyboard.type('http://127.0.0.1:8080');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/guide\/protected$/);
  const id = page.url().split('/').at(-3) ?? '';

  await page.getByRole('link', { name: 'Go to settings' }).press('Enter');
  const rules = page.getByRole('group', { name: 'Protected paths' });
  await rules.getByRole('textbox').first().focus();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('^/drawers');
  await keyboard.press('Control+s');
  await expect(page.getByText('Application saved').first()).toBeVisible();
  const { protectedAppMetadata } = await management('GET', `/applications/${id}`);
  expect(protectedAppMetadata.pageRules).toEqual([{ path: '^/drawers' }]);

  await page.getByRole('button', { name: 'Add domain' }).press('Enter');
  await expect(dialog.getByLabel('Domain')).toBeFocused();
  await keyboard.type('keys.acme.example');
  await keyboard.press('Enter');
  const remove = page.getByRole('button', { name: 'Remove keys.acme.example' });
  await expect(remove).toBeVisible();
  await remove.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Add domain' })).toBeVisible();

  await page.getByRole('button', { name: 'More actions', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('textbox')).toBeFocused();
  await keyboard.type('Key cabinet');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/applications$/);
});
