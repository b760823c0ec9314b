import { test } from './support/applications.ts';
import { expect, signIn } from './support/test.ts';

const password = 'a fine Day 4 sailing';

test('the demo application signs in by the real flow, shows its tokens, renews them and signs out', async ({
  page,
  product,
  management,
}) => {
  const failures: string[] = [];
  page.on('pageerror', error => failures.push(error.message));
  const { id } = await management('POST', '/users', { username: 'demo_dora', password, name: 'Dora' });
  const resource = 'https://tides.example/api';
  await management('POST', '/resources', { name: 'Tides', indicator: resource });

  await page.goto(`${product.tenantEndpoint}/demo-app?first_screen=identifier:sign_in&login_hint=demo_dora`);
  await expect(page.getByLabel('First screen')).toHaveValue('identifier:sign_in');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('Username')).toHaveValue('demo_dora');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Signed in as Dora' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  const card = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await expect(card('User info')).toContainText(`"sub": "${id}"`);
  await expect(card('ID token')).toContainText('"aud": "demo-app"');
  await expect(card('Access token')).toContainText('This token is opaque');
  await page.reload();
  await expect(card('ID token')).toContainText(`"sub": "${id}"`);

  await page.getByLabel('API resource').fill(resource);
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect(card('Access token for the API')).toContainText(`"aud": "${resource}"`);
  const raw = card('Access token for the API').locator('pre').last();
  const before = (await raw.textContent()) ?? '';
  await page.getByRole('button', { name: 'Refresh tokens' }).click();
  await expect(page.getByText('Tokens refreshed')).toBeVisible();
  expect(await raw.textContent()).not.toBe(before);
  await expect(card('Access token for the API')).toContainText(`"aud": "${resource}"`);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Live preview' })).toBeVisible();
  await page.getByLabel('Prompt').selectOption('none');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Sign-in failed');
  await page.getByLabel('Prompt').selectOption('');
  await page.getByLabel('First screen').selectOption('sign_in');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signIn(page, { username: 'demo_dora', password });
  await expect(page.getByRole('heading', { name: 'Signed in as Dora' })).toBeVisible();
  expect(failures).toEqual([]);
});
