import { expect, type Page, test } from '@playwright/test';
import { watchLoading } from './support/loading.ts';
import { connectManagement } from './support/management.ts';
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

test('a role is limited to an application and an organization, and shows no others', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const management = await connectManagement(product);
  for (const name of ['Shop', 'Warehouse'])
    await management('POST', '/applications', { name, type: 'Traditional' });
  for (const name of ['Harbour Ltd', 'Rival Ltd']) await management('POST', '/organizations', { name });

  await page.goto(`${product.console}/tenant-settings/members/roles`);
  await signIn(page);
  await page.getByRole('button', { name: 'Create role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Partner');
  await dialog.getByLabel('Copy permissions from').click();
  await page.getByRole('option', { name: 'Developer' }).click();
  await dialog.getByLabel('Only these applications').click();
  await page.getByRole('option', { name: 'Shop' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Only these organizations').click();
  await page.getByRole('option', { name: 'Harbour Ltd' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Create role' }).click();
  const row = page.getByRole('row', { name: /Partner/ }).first();
  await expect(row).toContainText('Only for 1 application and 1 organization');
  // Developers change applications and read organizations; the rest cannot be limited.
  await expect(page.getByRole('checkbox', { name: 'applications:write, Partner' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'logs:read, Partner' })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'organizations:write, Partner' }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Permissions saved')).toBeVisible();

  const partner = await inviteMember(page, { product, browser, username: 'partner', role: /Partner/ });
  const hasLoaded = watchLoading(partner);
  const refused: string[] = [];
  partner.on('response', answer => {
    if (answer.status() === 403) refused.push(`${partner.url()}: ${answer.url()}`);
  });
  await expect(areaLink(partner, 'Organizations')).toBeVisible();
  await expect(areaLink(partner, 'User management')).toHaveCount(0);
  await areaLink(partner, 'Applications').click();
  await expect(partner.getByRole('link', { name: 'Shop' })).toBeVisible();
  await expect(partner.getByRole('link', { name: 'Warehouse' })).toHaveCount(0);
  await expect(partner.getByRole('button', { name: 'Create application' })).toBeDisabled();
  await partner.getByRole('link', { name: 'Shop' }).click();
  await partner.getByLabel('Description').fill('For partners');
  await partner.getByRole('button', { name: 'Save changes' }).click();
  await expect(partner.getByText('Application saved')).toBeVisible();
  await areaLink(partner, 'Organizations').click();
  await expect(partner.getByRole('link', { name: 'Rival Ltd' })).toHaveCount(0);
  await partner.getByRole('link', { name: 'Harbour Ltd' }).click();
  await partner
    .getByRole('tab', { name: 'Members' })
    .or(partner.getByRole('link', { name: 'Members' }))
    .first()
    .click();
  await expect(partner.getByRole('button', { name: 'Add members' })).toBeDisabled();

  // No screen of what it can see asks for what it cannot.
  const [own] = await management('GET', '/organizations?q=Harbour');
  const [shop] = await management('GET', '/applications?search=Shop');
  for (const path of [
    'get-started',
    ...['settings', 'roles', 'logs', 'branding', 'permissions', 'organizations'].map(
      tab => `applications/${shop.id}/${tab}`,
    ),
    ...['settings', 'members', 'machine-to-machine'].map(tab => `organizations/${own.id}/${tab}`),
    'organization-template/organization-roles',
    'organization-template/organization-permissions',
    'tenant-settings/members',
  ]) {
    await partner.goto(`${product.console}/${path}`);
    await expect(partner.locator('main'), path).not.toBeEmpty();
    await hasLoaded();
    await expect.soft(partner.getByText('Something went wrong'), path).toHaveCount(0);
    await expect
      .soft(partner.getByRole('region', { name: 'Notifications' }).getByRole('alert'), path)
      .toHaveCount(0);
  }
  expect(refused).toEqual([]);

  // Without its limits, the role reaches the others at once.
  await page.goto(`${product.console}/tenant-settings/members/roles`);
  await page
    .getByRole('row', { name: /Partner/ })
    .first()
    .getByRole('button')
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Edit role' }).click();
  await dialog.getByRole('button', { name: 'Remove Shop' }).click();
  await dialog.getByRole('button', { name: 'Remove Harbour Ltd' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row).not.toContainText('Only for');
  await partner.goto(`${product.console}/applications`);
  await expect(partner.getByRole('link', { name: 'Warehouse' })).toBeVisible();
});
