import { expect, test } from './support/test.ts';

test('[ENT-2] a machine-to-machine application gets a token with its secret, until the secret is deleted', async ({
  console: page,
  product,
}) => {
  await page.goto(`${product.console}/applications`);
  await page.getByRole('button', { name: 'Create application' }).first().click();
  await page
    .getByRole('region', { name: 'Machine-to-machine' })
    .getByRole('link', { name: 'Node.js' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Nightly sync');
  await dialog.getByLabel('Description').fill('Copies orders');
  await dialog.getByRole('button', { name: 'Create application' }).click();
  await expect(page).toHaveURL(/\/applications\/[a-z0-9]+\/settings$/);
  const id = page.url().split('/').at(-2) ?? '';

  await page.getByLabel('May call the management API').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Application saved')).toBeVisible();

  await page.getByRole('button', { name: 'Create secret' }).click();
  await dialog.getByLabel('Name').fill('Production');
  await dialog.getByRole('button', { name: 'Create secret' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Production' });
  await row.getByRole('button', { name: 'Show secret' }).click();
  const secret = (await row.getByRole('cell').nth(1).textContent())?.slice(0, 32) ?? '';
  expect(secret).toMatch(/^[A-Za-z0-9]{32}$/);
  const requestToken = () =>
    fetch(`${product.tenantEndpoint}/oidc/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        resource: 'https://default.gatehouse.app/api',
        scope: 'all',
      }),
    });
  const response = await requestToken();
  expect(response.status).toBe(200);
  const { access_token: token } = await response.json();
  const listed = await fetch(`${product.tenantEndpoint}/api/applications/${id}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(await listed.json()).toMatchObject({ name: 'Nightly sync', type: 'MachineToMachine' });

  await page.getByRole('main').getByRole('link', { name: 'Roles', exact: true }).click();
  await expect(page.getByText('Management API access')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();

  await row.getByRole('button', { name: 'More actions for Production' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  expect((await requestToken()).status).toBe(401);
});

test('roles are assigned and taken away, and an application is deleted by typing its name', async ({
  console: page,
  product,
}) => {
  await page.goto(`${product.console}/applications/create?guide=machine`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Stock robot');
  await dialog.getByRole('button', { name: 'Create application' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Roles', exact: true }).click();
  await page.getByRole('button', { name: 'Assign roles' }).first().click();
  await dialog.getByRole('combobox').click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Assign roles' }).click();
  await expect(page.getByText('1 role assigned')).toBeVisible();
  await page.getByRole('button', { name: /More actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Assign a role to let this application do something.')).toBeVisible();

  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const confirm = page.getByRole('alertdialog');
  await expect(confirm.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await confirm.getByRole('textbox').fill('Stock robot');
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Application Stock robot deleted')).toBeVisible();
});
