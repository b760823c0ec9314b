import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('[NAV-9][ENT-22] what failed is found by event, application, result and time, read in words, watched and exported; a change is undone', async ({
  console: page,
  product,
  management,
}) => {
  const robot = await management('POST', '/applications', { name: 'Ledger robot', type: 'MachineToMachine' });
  const askForToken = (secret: string) =>
    fetch(`${product.tenantEndpoint}/oidc/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${robot.id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        resource: 'https://default.gatehouse.app/api',
      }),
    });
  await askForToken('wrong');

  await page.goto(`${product.console}/audit-logs`);
  await page.getByRole('button', { name: 'Events', exact: true }).click();
  await page.getByRole('combobox', { name: 'Any event' }).fill('client credentials');
  await page.getByRole('option', { name: /Got an access token with client credentials/ }).click();
  await expect(page).toHaveURL(/event=ExchangeTokenBy\.ClientCredentials/);
  await page.getByRole('combobox', { name: 'Any application' }).fill('ledger');
  await page.getByRole('option', { name: /Ledger robot/ }).click();
  await page.getByRole('combobox', { name: 'Result' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await page.getByRole('combobox', { name: 'Time' }).click();
  await page.getByRole('option', { name: 'Last hour' }).click();
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('Ledger robot');

  await page.getByRole('combobox', { name: 'Time' }).click();
  await page.getByRole('option', { name: /^Custom range/ }).click();
  const from = page.getByRole('main').getByLabel('From', { exact: true });
  const to = page.getByRole('main').getByLabel('To', { exact: true });
  await from.focus();
  await page.keyboard.type('013120260900AM');
  await to.focus();
  await page.keyboard.type('013020260900AM');
  await expect(
    page.getByText('The end of the time window must be after its start.', { exact: true }),
  ).toBeVisible();
  await expect(rows).toHaveCount(0);
  await to.fill('');
  await expect(page).toHaveURL(/time=2026-01-31T09%3A00(~|%7E)$/);
  await expect(rows).toHaveCount(1);

  await page.getByRole('button', { name: 'Live' }).click();
  await askForToken('wrong again');
  await expect(rows).toHaveCount(2);
  await rows.first().hover();
  await expect(page.getByRole('button', { name: 'Live (paused)' })).toBeVisible();
  await expectAccessible(page, 'audit logs');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export logs' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^audit-logs-.*\.csv$/);
  expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(3);

  await rows.first().getByRole('button').first().click();
  const entry = page.getByRole('dialog');
  await expect(entry.getByText('Failure reason')).toBeVisible();
  const opened = page.url();
  await page.keyboard.press('j');
  await expect.poll(() => page.url()).not.toBe(opened);
  await page.keyboard.press('k');
  await expect(page).toHaveURL(opened);
  await expectAccessible(page, 'an entry beside the list');
  await entry.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(/\/audit-logs\/\w+$/);
  await expect(page.getByText('Failure reason')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Ledger robot' })).toBeVisible();
  await expect(page.getByText('"result": "Error"')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/result=Error/);

  await page.goto(`${product.console}/applications/${robot.id}`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ledger machine');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Application saved')).toBeVisible();
  await page.goto(`${product.console}/audit-logs/changes?kind=application`);
  await page
    .getByRole('button', { name: /Ledger machine/ })
    .first()
    .click();
  const change = page.getByRole('dialog');
  await expect(change.locator('del')).toHaveText('Ledger robot');
  // Defaults that the form displays are not a change.
  await expect(change.locator('dl').last().locator('dt')).toHaveText(['Name name']);
  await expect(change.getByText(`PATCH /api/applications/${robot.id}`)).toBeVisible();
  await change.getByRole('button', { name: 'Undo change' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo change' }).click();
  await expect(page.getByText('Change undone').first()).toBeVisible();
  expect((await management('GET', `/applications/${robot.id}`)).name).toBe('Ledger robot');
});
