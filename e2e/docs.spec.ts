import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from './support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('the documentation is searched by keyboard, code is copied, and pages lead on', async ({
  page,
  product,
}) => {
  await page.goto(`${product.adminEndpoint}/docs`);
  await expect(page.getByRole('heading', { level: 1, name: 'Gatehouse documentation' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('environment variables');
  const results = page.getByRole('option');
  await expect(results.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(results.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/[\w-]+#[\w-]+$/);

  await page.goto(`${product.adminEndpoint}/docs/deployment`);
  const code = page.locator('.code').first();
  await code.hover();
  await code.getByRole('button', { name: 'Copy' }).click();
  await expect(code.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await code.locator('code').textContent(),
  );

  const next = page.getByRole('navigation', { name: 'Previous and next page' }).locator('[rel=next]');
  const title = await next.locator('strong').textContent();
  await next.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title!);
});

test('the chosen mode of the documentation stays, and a phone gets the list of pages from a button', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${product.adminEndpoint}/docs/users`);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: 'Switch between light and dark mode' }).click();
  await expect.poll(background).not.toBe(light);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
  expect(await background()).not.toBe(light);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.goto(`${product.adminEndpoint}/docs/configuration`);
  const row = page.getByRole('row', { name: 'DATABASE_REPLICA_URLS' });
  await expect(row.getByRole('cell')).toHaveCount(3);
  const hidden = await page.locator('.table').evaluate(table => table.scrollWidth - table.clientWidth);
  expect(hidden, 'The table is read without scrolling to the side.').toBeLessThanOrEqual(0);
});

test('the documentation as files leads from page to page, and has addresses that readers replace', async ({
  page,
}) => {
  const root = join(import.meta.dirname, '..');
  await promisify(execFile)(process.execPath, [join(root, 'scripts/docs.mjs')], { cwd: root });
  const site = join(root, 'docs-site');
  await page.goto(pathToFileURL(join(site, 'index.html')).href);
  await page.getByRole('link', { name: 'API reference' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();
  await expect(page.locator('.code').first()).toContainText('https://auth.example.com/oidc/token');
  await page.locator('main').getByRole('link', { name: 'Console user', exact: false }).first().click();
  await expect(
    page.locator('pre').filter({ hasText: 'https://console.example.com/me' }).first(),
  ).toBeAttached();
  const pages = (await readdir(site)).filter(name => name.endsWith('.html'));
  for (const name of pages) {
    const html = await readFile(join(site, name), 'utf8');
    expect(/gatehouse-\w+\.invalid/.exec(html)?.[0], name).toBeUndefined();
    for (const [, link = ''] of html.matchAll(/href="([\w.-]+\.html)(?:#[^"]*)?"/g))
      expect(pages, `${name} links to ${link}`).toContain(link);
  }
});
