import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/axe.ts';
import { expect, signIn, test } from './support/test.ts';

const password = 'correct horse 8 Battery';

test('a draft is replayed on recorded sign-ins: what it asks for, of whom, and the sign-in itself', async ({
  console: page,
  product,
  management,
  browser,
}) => {
  const username = `replayed_${Date.now()}`;
  await management('POST', '/users', { username, password });
  const visitor = await browser.newPage();
  await visitor.goto(`${product.tenantEndpoint}/demo-app`);
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signIn(visitor, { username, password });
  await expect(visitor.getByText(username).first()).toBeVisible();
  await visitor.close();

  const { id } = await management('POST', '/drafts', { name: 'Passkeys for all' });
  await page.goto(`${product.console}/drafts/${id}/replay`);
  await expect(page.getByText('No recorded sign-in would go differently with this draft.')).toBeVisible();
  await management('POST', `/drafts/${id}/requests`, {
    method: 'PATCH',
    path: '/sign-in-exp',
    body: { mfa: { policy: 'Mandatory', factors: ['WebAuthn'] } },
  });
  await page.reload();
  const main = page.getByRole('main');
  await expect(main.getByText('Passkey', { exact: true })).toBeVisible();
  await expectAccessible(page, 'draft replay');
  await main.getByText('Latest sign-ins').first().click();
  const example = main.getByRole('link', { name: username });
  await expect(example).toHaveAttribute('href', /\/users\//);

  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toMatch(new RegExp(`"asked","user.missing_mfa".*"${username}"`));

  await main.getByRole('group', { name: 'Period' }).getByRole('button', { name: '30 days' }).click();
  await expect(main.getByRole('link', { name: username })).toBeVisible();
  await management('POST', `/drafts/${id}/publish`, {});
  await page.reload();
  await expect(page.getByText('Only drafts that are not published can be replayed.')).toBeVisible();
  await management('PATCH', '/sign-in-exp', { mfa: { policy: 'UserControlled', factors: [] } });
});

test('administrators choose how long sign-ins are recorded', async ({
  console: page,
  product,
  management,
}) => {
  await page.goto(`${product.console}/security/general`);
  const days = page.getByLabel('Keep records for');
  await expect(days).toHaveValue('30');
  await days.fill('14');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(async () => (await management('GET', '/sign-in-exp')).signInRecords)
    .toEqual({ days: 14 });
  await management('PATCH', '/sign-in-exp', { signInRecords: { days: 30 } });
});
