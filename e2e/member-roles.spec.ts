import { expect, type Page, test } from '@playwright/test';
import { inviteMember } from './support/members.ts';
import { type Product, startProduct } from './support/product.ts';
import { administrator, createAdministrator, signIn } from './support/test.ts';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
  await createAdministrator(product);
});
test.afterEach(() => product.stop());

const areaLink = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });

test('an auditor and a support person see and do what their roles allow, and a new role holds at once', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${product.console}/tenant-settings/members`);
  await signIn(page);
  await expect(page.getByText(`${administrator.username} (you)`)).toBeVisible();

  const auditor = await inviteMember(page, { product, browser, username: 'looker', role: /Auditor/ });
  await expect(areaLink(auditor, 'Connectors')).toBeVisible();
  await areaLink(auditor, 'API resources').click();
  await expect(auditor.getByRole('button', { name: 'Create API resource' })).toBeDisabled();
  await auditor.keyboard.press('Control+k');
  await auditor.getByRole('combobox').fill('create');
  await expect(auditor.getByRole('option', { name: 'Create user' })).toHaveCount(0);
  await auditor.keyboard.press('Escape');

  const support = await inviteMember(page, { product, browser, username: 'helper', role: /Support/ });
  await expect(areaLink(support, 'User management')).toBeVisible();
  await expect(areaLink(support, 'Connectors')).toHaveCount(0);
  await expect(areaLink(support, 'Applications')).toHaveCount(0);
  await support.goto(`${product.console}/connectors`);
  await expect(
    support.getByText('Your role does not include the permission connectors:read. Ask an administrator.'),
  ).toBeVisible();
  await support.goto(`${product.console}/users/create`);
  await support.getByLabel('Username').fill('customer');
  await support.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
  await expect(support.getByText('customer').first()).toBeVisible();
  await support.goto(`${product.console}/roles`);
  await expect(support.getByRole('button', { name: 'Create role' })).toBeDisabled();

  await page.goto(`${product.console}/tenant-settings/members/roles`);
  await expect(page.getByRole('row', { name: /Support.*helper/ })).toBeVisible();
  await page.getByRole('button', { name: 'Create role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Night shift');
  await dialog.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByRole('row', { name: /Night shift/ }).first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'hooks:read, Night shift' }).uncheck();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Permissions saved')).toBeVisible();

  await page.goto(`${product.console}/tenant-settings/members`);
  await page
    .getByRole('row', { name: /helper/ })
    .getByRole('button')
    .click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  await dialog.getByRole('radio', { name: /Night shift/ }).check();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(page.getByRole('row', { name: /helper.*Night shift/ })).toBeVisible();

  // Without a new sign-in.
  await support.goto(`${product.console}/connectors`);
  await expect(areaLink(support, 'Connectors')).toBeVisible();
  await expect(areaLink(support, 'Webhooks')).toHaveCount(0);
  await support.goto(`${product.console}/webhooks`);
  await expect(support.getByText('Your role does not include the permission hooks:read.')).toBeVisible();
  await auditor.context().close();
  await support.context().close();
});
