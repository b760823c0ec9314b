import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { inviteMember } from './support/members.ts';
import { type Product, startProduct } from './support/product.ts';
import { createAdministrator, signIn } from './support/test.ts';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
  await createAdministrator(product);
});
test.afterEach(() => product.stop());

test('where all changes need approval, a role is created by a draft that another member approves', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${product.console}/tenant-settings/configuration`);
  await signIn(page);
  const everything = page.getByRole('radio', { name: /All changes/ });
  await everything.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Approvals require at least two members')).toBeVisible();
  const other = await inviteMember(page, { product, browser, username: 'approver', role: /Administrator/ });
  await page.goto(`${product.console}/tenant-settings/configuration`);
  await everything.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn on' }).click();
  await expect(everything).toBeChecked();
  await expectAccessible(page, 'rule of approval');

  // A change that is refused can be saved to a draft right away.
  await page.goto(`${product.console}/roles/create`);
  const create = page.getByRole('dialog', { name: 'Create role' });
  await create.getByLabel('Name').fill('Clerk');
  await create.getByLabel('Description').fill('Works at the desk');
  await create.getByRole('button', { name: 'Create role' }).click();
  const save = page.getByRole('dialog', { name: 'Save to draft' });
  await expect(save).toContainText('Changes to this configuration need the approval of another member.');
  await save.getByLabel('Name').fill('Desk');
  await save.getByRole('button', { name: 'Save to draft' }).click();
  await page.getByRole('button', { name: 'Open draft' }).click();
  await expect(page.getByText('Waiting for approval')).toBeVisible();
  await expect(page.getByText('You added all changes')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish draft' })).toBeDisabled();
  await expectAccessible(page, 'draft without approval');

  await other.goto(page.url());
  await other.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(other.getByText('Draft approved')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Withdraw approval' })).toBeVisible();

  await page.reload();
  await expect(page.getByText('Approved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  const schedule = page.getByRole('dialog', { name: 'Schedule this draft?' });
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 16);
  await schedule.getByLabel('Publish at').fill('2020-01-01T10:00');
  await schedule.getByRole('button', { name: 'Schedule draft' }).click();
  await expect(schedule.getByText('Choose a time within the next 90 days.')).toBeVisible();
  await schedule.getByLabel('Publish at').fill(tomorrow);
  await expectAccessible(page, 'schedule dialog');
  await schedule.getByRole('button', { name: 'Schedule draft' }).click();
  await expect(page.getByText('This draft is published automatically')).toBeVisible();
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel schedule' }).click();
  await page.getByRole('button', { name: 'Publish draft' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish draft' }).click();
  await expect(page.getByText('This draft is live')).toBeVisible();
  await page.goto(`${product.console}/roles`);
  await expect(page.getByRole('row', { name: /Clerk/ })).toBeVisible();
});
