import { expectAccessible } from './support/axe.ts';
import { expect, signIn, test } from './support/test.ts';

const password = 'correct horse 8 Battery';

test('a draft on trial that keeps users from signing in is taken back automatically', async ({
  console: page,
  product,
  management,
  browser,
}) => {
  const username = `healed_${Date.now()}`;
  await management('POST', '/users', { username, password });
  const { id } = await management('POST', '/drafts', { name: 'Only by email' });
  await management('POST', `/drafts/${id}/requests`, {
    method: 'PATCH',
    path: '/sign-in-exp',
    body: {
      signIn: {
        methods: [{ identifier: 'email', password: true, verificationCode: false, isPasswordPrimary: true }],
      },
    },
  });
  await page.goto(`${product.console}/drafts/${id}/changes`);
  await page.getByRole('button', { name: 'Publish on trial' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish this draft on trial?' });
  await dialog.getByLabel('Time to confirm').fill('1');
  await expect(dialog.getByText('percentage points', { exact: true })).toBeVisible();
  await expectAccessible(page, 'draft trial dialog');
  await dialog.getByRole('button', { name: 'Publish on trial' }).click();
  await expect(page.getByText('On trial: not confirmed yet')).toBeVisible();
  await expectAccessible(page, 'draft on trial');
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0);

  const visitor = await browser.newPage();
  const enter = async () => {
    await visitor.goto(`${product.tenantEndpoint}/demo-app`);
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await enter();
  await expect(visitor.getByLabel('Email')).toBeVisible();
  await expect(visitor.getByLabel('Username')).toHaveCount(0);

  const healed = page.getByText('This draft was undone automatically');
  await expect(healed).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText('No member confirmed it in time.')).toBeVisible();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish draft' })).toBeEnabled();
  // Compared with the live settings again: the comparison of a published draft is empty.
  const comparison = page.getByRole('main').getByRole('table', { name: 'Sign-in experience' });
  await expect(comparison.getByRole('columnheader')).toHaveText(['Field', 'Live settings', 'Draft']);
  await visitor.context().clearCookies();
  await enter();
  await signIn(visitor, { username, password });
  await expect(visitor.getByText(username).first()).toBeVisible();
  await visitor.close();
});

test('a draft on trial stays after an administrator has signed in again and confirms it', async ({
  page,
  product,
  management,
}) => {
  // With a session of its own: a new sign-in ends the one that other tests share.
  await page.goto(`${product.console}/drafts`);
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible();
  const role = await management('POST', '/roles', { name: 'Tried clerk', description: 'Before' });
  const { id } = await management('POST', '/drafts', { name: 'Tried' });
  await management('POST', `/drafts/${id}/requests`, {
    method: 'PATCH',
    path: `/roles/${role.id}`,
    body: { description: 'After' },
  });
  await management('POST', `/drafts/${id}/publish`, { trial: { minutes: 60 } });
  await page.goto(`${product.console}/drafts/${id}/changes`);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign in again' }).click();
  await signIn(page);
  await expect(page).toHaveURL(new RegExp(`/drafts/${id}/changes$`));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Draft confirmed')).toBeVisible();
  await expect(page.getByText('This draft is live')).toBeVisible();
  await expect(page.getByText('On trial: not confirmed yet')).toHaveCount(0);
  expect((await management('GET', `/roles/${role.id}`)).description).toBe('After');
});
