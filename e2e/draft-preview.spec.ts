import { expectAccessible } from './support/axe.ts';
import { expect, signIn, test } from './support/test.ts';

const password = 'correct horse 8 Battery';

test('a tester sees the sign-in pages of a draft by a link, while everyone else sees the live ones', async ({
  console: page,
  product,
  management,
  browser,
}) => {
  const username = `tester_${Date.now()}`;
  const { id: userId } = await management('POST', '/users', { username, password });
  const { id } = await management('POST', '/drafts', { name: 'Required MFA' });
  await management('POST', `/drafts/${id}/requests`, {
    method: 'PATCH',
    path: '/sign-in-exp',
    body: {
      signInMode: 'SignIn',
      mfa: { policy: 'Mandatory', factors: ['Totp'] },
      customCss: 'button[type=submit] { background: rgb(1, 2, 3); }',
    },
  });

  await page.goto(`${product.console}/drafts/${id}/changes`);
  await page.getByRole('link', { name: 'Preview', exact: true }).click();
  await expect(page.getByText('Create a link so that chosen users can try this draft')).toBeVisible();
  await page.getByRole('button', { name: 'Create preview link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create preview link' });
  await dialog.getByRole('combobox', { name: 'Testers' }).fill(username);
  await page.getByRole('option', { name: username }).click();
  await expectAccessible(page, 'draft preview dialog');
  await dialog.getByRole('button', { name: 'Create preview link' }).click();
  const shown = page.getByRole('dialog', { name: 'Preview link created' });
  const link = await shown.getByText(/\/open-preview#/).innerText();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: new RegExp(username) })).toBeVisible();
  await expectAccessible(page, 'draft preview links');

  const context = await browser.newContext();
  const tester = await context.newPage();
  await tester.goto(link);
  await expect(tester).toHaveURL(/\/open-preview$/);
  const enter = tester.getByRole('button', { name: 'Sign in', exact: true });
  await expect(enter).toBeVisible();
  await expectAccessible(tester, 'open preview');
  await enter.click();
  await signIn(tester, { username, password });
  const ribbon = tester.getByText('Preview of draft Required MFA. Nothing is saved.');
  await expect(ribbon).toBeVisible();
  await expect(tester).toHaveURL(/\/draft-preview\/sign-in$/);
  const button = tester.getByRole('button', { name: 'Continue', exact: true });
  await expect(button).toHaveCSS('background-color', 'rgb(1, 2, 3)');
  await expect(tester.getByText('Create an account')).toHaveCount(0);
  await expectAccessible(tester, 'draft preview');

  const visitor = await browser.newPage();
  await visitor.goto(`${product.tenantEndpoint}/demo-app`);
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(visitor.getByRole('link', { name: 'Create an account' })).toBeVisible();
  await expect(visitor.getByText('Preview of draft')).toHaveCount(0);
  await expect(visitor.getByRole('button', { name: 'Continue', exact: true })).not.toHaveCSS(
    'background-color',
    'rgb(1, 2, 3)',
  );

  await signIn(tester, { username, password });
  await expect(tester).toHaveURL(/\/draft-preview\/mfa-binding\/authenticator-app$/);
  await expect(ribbon).toBeVisible();
  await tester.getByRole('button', { name: 'Continue', exact: true }).waitFor();
  await management('PATCH', `/drafts/${id}`, { name: 'No MFA' });
  const [request] = (await management('GET', `/drafts/${id}/diff`)).requests;
  await management('DELETE', `/drafts/${id}/requests/${request.id}`);
  await tester.goto(`${product.tenantEndpoint}/draft-preview/sign-in`);
  await expect(tester.getByText('Preview of draft No MFA. Nothing is saved.')).toBeVisible();
  await signIn(tester, { username, password });
  await expect(tester.getByRole('heading', { name: 'The preview ends here' })).toBeVisible();
  await expectAccessible(tester, 'end of a draft preview');
  await tester.getByRole('button', { name: 'Start again' }).click();
  await expect(tester).toHaveURL(/\/draft-preview\/sign-in$/);
  await expect(tester.getByLabel('Username')).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).last().click();
  await page.getByRole('menuitem', { name: 'Revoke link' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click();
  await expect(page.getByText('Preview link revoked')).toBeVisible();
  await signIn(tester, { username, password });
  await expect(tester.getByRole('heading', { name: 'This preview is not available' })).toBeVisible();
  await visitor.close();
  await context.close();
  await management('DELETE', `/users/${userId}`);
});

test('a user who is no tester learns nothing about the draft', async ({ product, management, browser }) => {
  const username = `stranger_${Date.now()}`;
  await management('POST', '/users', { username, password });
  const tester = await management('POST', '/users', { username: `the_${username}`, password });
  const { id } = await management('POST', '/drafts', { name: 'Secret plans' });
  const { url } = await management('POST', `/drafts/${id}/previews`, { userIds: [tester.id] });
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signIn(page, { username, password });
  await expect(page.getByText('This preview link is not valid for your account.')).toBeVisible();
  await page.goto(`${product.tenantEndpoint}/draft-preview/sign-in`);
  await expect(page.getByRole('heading', { name: 'This preview is not available' })).toBeVisible();
  expect(await page.content()).not.toContain('Secret plans');
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await signIn(page, { username: `the_${username}`, password });
  await expect(page.getByText('Preview of draft Secret plans. Nothing is saved.')).toBeVisible();
  await page.close();
});
