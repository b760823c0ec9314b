import pg from 'pg';
import { expectAccessible } from './support/axe.ts';
import type { Product } from './support/product.ts';
import { expect, test } from './support/test.ts';

const people = Array.from({ length: 60 }, (_, index) => `deck${index}@fleet.example,Deckhand ${index}`);
const file = ['email,Full name,Badge', ...people, 'no address,Stowaway,7'].join('\n');

/** Blocks an import at a user, as long as it is unknown whether the same address is taken. */
const stopAt = async (product: Product, email: string) => {
  const gate = new pg.Client({ connectionString: product.env.DATABASE_URL });
  await gate.connect();
  await gate.query('begin');
  // Of another day than the others: those of a day are counted together.
  await gate.query(
    "insert into users (tenant_id, id, primary_email, created_at) values ('default', 'gate', $1, '2001-01-01')",
    [email],
  );
  return () => gate.end();
};

test('[NAV-19] people are imported from a file after a dry run, suspended and deleted by the filter, and exported', async ({
  console: page,
  product,
}) => {
  await page.goto(`${product.console}/users`);
  await page.getByRole('button', { name: 'Import users' }).click();
  await expect(page).toHaveURL(/\/users\/import$/);
  const input = page.locator('input[type=file]');
  const choose = (text: string, name = 'fleet.csv') =>
    input.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await choose('a,a\n1,2');
  await expect(page.getByRole('alert')).toContainText('two columns have the same name');
  await choose('[{ "email": "mate@fleet.example" }, { "email": "cook@fleet.example" }]', 'fleet.json');
  await expect(page.getByText('fleet.json: 2 users')).toBeVisible();
  await choose(file);
  await expect(page.getByText('fleet.csv: 61 users')).toBeVisible();
  const columns = page.getByRole('table', { name: 'Columns' });
  await expect(columns.getByRole('row').filter({ hasText: 'email' })).toContainText('Email');
  await expect(columns.getByRole('row').filter({ hasText: 'Badge' })).toContainText('Do not import');
  await expectAccessible(page, 'the import');
  await columns.getByRole('row').filter({ hasText: 'email' }).getByRole('combobox').click();
  await page.getByRole('option', { name: 'Do not import' }).click();
  await expect(page.getByText('Choose a column for the email address', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check file' })).toBeDisabled();
  await columns.getByRole('row').filter({ hasText: 'email' }).getByRole('combobox').click();
  await page.getByRole('option', { name: 'Email', exact: true }).click();
  await page.getByRole('button', { name: 'Check file' }).click();

  await expect(page.getByRole('heading', { name: 'Check of fleet.csv' })).toBeVisible();
  await expect(page.getByText('This was a check', { exact: false })).toBeVisible();
  await page.reload();
  await page.getByRole('combobox', { name: 'Result' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'no address' })).toContainText('primaryEmail');
  await expectAccessible(page, 'the import');
  const letIn = await stopAt(product, 'deck55@fleet.example');
  await page.getByRole('button', { name: 'Import users' }).click();
  await expect(page.getByRole('heading', { name: 'Import of fleet.csv' })).toBeVisible();
  await expect(page.getByText('50 of 61')).toBeVisible();
  await page.reload();
  await expect(page.getByText('50 of 61')).toBeVisible();
  await letIn();
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  const report = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download report' }).click();
  expect((await report).suggestedFilename()).toMatch(/^report-\d+\.csv$/);

  await page.goto(`${product.console}/users?search=fleet.example`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Select all 60 matches' }).click();
  await expect(bar).toContainText('60 selected');
  await bar.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('60 updated', { exact: false })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Suspended' })).toHaveCount(20);

  const download = page.waitForEvent('download');
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/users/export?*', async route => {
    await seen;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Export users' }).click();
  await page.getByRole('menuitem', { name: /Export as JSON/ }).click();
  await expect(page.getByRole('button', { name: '0 MB' })).toBeDisabled();
  goOn();
  expect((await download).suggestedFilename()).toMatch(/^users-.*\.json$/);

  // By keyboard alone: delete all users that match.
  await page.getByRole('checkbox', { name: 'Select all' }).focus();
  await page.keyboard.press('Space');
  await bar.getByRole('button', { name: 'Select all 60 matches' }).focus();
  await page.keyboard.press('Enter');
  await bar.getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('textbox').focus();
  await page.keyboard.type('60');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No results.')).toBeVisible();
  await page.getByRole('link', { name: 'View details' }).first().click();
  await page.getByRole('link', { name: 'Background jobs' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Delete users' })).toContainText('60 updated');
  await page.goto(`${product.console}/audit-logs/changes?kind=user-job`);
  await expect(page.getByRole('row').filter({ hasText: 'Delete users' }).first()).toContainText(
    'Bulk action',
  );
});
