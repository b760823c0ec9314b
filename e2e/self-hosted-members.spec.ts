import { expect, type Page, test } from '@playwright/test';
import { connectManagement } from './support/management.ts';
import { registerMember } from './support/members.ts';
import { type Product, startProduct } from './support/product.ts';
import { administrator, createAdministrator, signIn } from './support/test.ts';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
  await createAdministrator(product);
});
test.afterEach(() => product.stop());

const openAs = async (page: Page, path: string) => {
  await page.goto(`${product.console}${path}`);
  await signIn(page);
};

test('[TEN-17] a self-hosted tenant has members: an administrator is invited, registers by the link, and is removed', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs(page, '/get-started');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveURL(`${product.console}/tenant-settings/members`);
  await expect(page.getByText(`${administrator.username} (you)`)).toBeVisible();

  await page.getByRole('button', { name: 'Invite members' }).click();
  await page.getByRole('textbox', { name: 'Email addresses' }).fill('second@harbour.example ');
  await page.getByRole('radio', { name: /Administrator/ }).check();
  // There is no email service, no plan, and no other tenant: the dialog speaks of none.
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('No email service is set up. You get a link to share with each person');
  await expect(dialog).not.toContainText(/receives an email|\bplan\b|tenant deletion/);
  await dialog.getByRole('button', { name: 'Create links' }).click();
  await expect(dialog).toContainText('Anyone with a link can create the account');
  await expect(dialog).toContainText('/accept/');
  await dialog.getByRole('button', { name: 'Copy' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(`${product.console}/tenant-settings/members/invitations`);
  await expect(page.getByText('No email was sent', { exact: false })).toBeVisible();
  await expect(page.getByRole('row', { name: /second@harbour\.example.*Pending/ })).toBeVisible();

  // The link also works where another account is signed in, and after a reload there.
  const guest = await (await browser.newContext()).newPage();
  await openAs(guest, '/get-started');
  await expect(guest.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await guest.goto(link);
  const leave = guest.getByRole('button', { name: 'Switch account' });
  await expect(leave).toBeVisible();
  await guest.reload();
  await leave.click();
  await expect(guest.getByRole('heading', { name: 'Choose a username' })).toBeVisible();
  await registerMember(guest, 'second');
  await expect(guest).toHaveURL(`${product.console}/get-started`);
  await expect(guest.getByRole('heading', { name: 'Get started' })).toBeVisible();

  await page.goto(`${product.console}/tenant-settings/members`);
  const member = page.getByRole('row', { name: /second/ });
  await expect(member).toContainText('Administrator');
  await member.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(member).toHaveCount(0);

  // Without a new sign-in.
  await guest.goto(`${product.console}/roles`);
  await expect(guest.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
  await expect(guest.getByRole('navigation').getByRole('link')).toHaveCount(0);
  await guest.context().close();
});

test('an administrator with another role sees its areas at once: after a refusal, on return to the page and after a reload', async ({
  page,
}) => {
  const admin = await connectManagement(product, 'admin');
  const create = async (username: string) => {
    const { id } = await admin('POST', '/users', { username, password: administrator.password });
    await admin('POST', '/organizations/t-default/users', { userIds: [id] });
    return id;
  };
  const give = (id: string, role: string) =>
    admin('PUT', `/organizations/t-default/users/${id}/roles`, { organizationRoleNames: [role] });
  const id = await create('second');
  await give(id, 'admin');
  await page.goto(product.console);
  await signIn(page, { username: 'second', password: administrator.password });
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
  await expect(link('Webhooks')).toBeVisible();

  await give(id, 'support');
  await link('Webhooks').click();
  await expect(page.getByText('Your role does not include the permission hooks:read.')).toBeVisible();
  await expect(link('Webhooks')).toHaveCount(0);
  await expect(link('User management')).toBeVisible();
  await page.reload();
  await expect(link('User management')).toBeVisible();
  await expect(link('Webhooks')).toHaveCount(0);

  await give(id, 'auditor');
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(link('Webhooks')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('administrators set up how the console is signed in to', async ({ page }) => {
  const refused: string[] = [];
  page.on('response', response => {
    if (response.status() === 403) refused.push(response.url());
  });
  await openAs(page, '/tenant-settings/console-sign-in');
  await page.getByRole('link', { name: 'Open' }).nth(1).click();
  await expect(page).toHaveURL(/\/console-sign-in\/mfa/);
  await expect(page.getByText('not to your users', { exact: false })).toBeVisible();
  for (const area of [
    'connectors/passwordless',
    'connectors/social',
    'security/password-policy',
    'security/general',
    'sign-in-experience/branding',
    'sign-in-experience/sign-up-and-sign-in',
    'mfa',
  ]) {
    await page.goto(`${product.console}/console-sign-in/${area}`);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(refused, area).toEqual([]);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Back to tenant' }).click();
  await expect(page).toHaveURL(`${product.console}/tenant-settings/console-sign-in`);
});
