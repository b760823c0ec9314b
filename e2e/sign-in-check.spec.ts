import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, signIn, test } from './support/test.ts';

const changesOn = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Suggested changes' }) }).last();

test('an administrator sees why a user cannot sign in, changes it, and sees that it works', async ({
  console: page,
  management,
  product,
}) => {
  const username = `gate_${Date.now().toString(36)}`;
  const { id } = await management('POST', '/users', { username, password: 'correct horse 7 Battery' });
  await management('PATCH', `/users/${id}/is-suspended`, { isSuspended: true });
  await page.goto(`${product.console}/users/${id}`);
  await page.getByRole('link', { name: 'Why can’t they sign in?' }).click();
  const gate = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await page.getByRole('radio', { name: /Username and password/ }).check();
  await expect(gate('Identifier')).toContainText('Stops here');
  await expect(gate('First factor')).toContainText('Not reached');

  await management('PATCH', `/users/${id}/is-suspended`, { isSuspended: false });
  await page.reload();
  await page.getByRole('radio', { name: /Username and password/ }).check();
  await expect(gate('Identifier')).toContainText('Passes');
  await expect(page.getByText('Can sign in', { exact: true })).toHaveCount(1);
  await page.getByRole('radio', { name: /Passkey/ }).check();
  await expect(gate('First factor')).toContainText('Stops here');
  await management('DELETE', `/users/${id}`);
});

test('an administrator sees what a token of a user would contain, and why a permission is missing', async ({
  console: page,
  management,
  product,
}) => {
  const stamp = Date.now().toString(36);
  const { id } = await management('POST', '/users', { username: `token_${stamp}` });
  const application = await management('POST', '/applications', { name: `Till ${stamp}`, type: 'SPA' });
  const indicator = `https://${stamp}.example/api`;
  const resource = await management('POST', '/resources', { name: `Orders ${stamp}`, indicator });
  const read = await management('POST', `/resources/${resource.id}/scopes`, { name: 'read:orders' });
  await management('POST', `/resources/${resource.id}/scopes`, { name: 'delete:orders' });
  const role = await management('POST', '/roles', {
    name: `Clerk ${stamp}`,
    description: 'Reads orders.',
    scopeIds: [read.id],
  });
  await management('POST', `/users/${id}/roles`, { roleIds: [role.id] });
  await page.goto(`${product.console}/users/${id}`);
  await page.getByRole('link', { name: 'Token preview' }).click();
  await expect(page.getByRole('heading', { name: 'Choose an application' })).toBeVisible();
  await page.getByLabel('Application').fill(stamp);
  await page.getByRole('option', { name: `Till ${stamp}` }).click();
  await expect(page.getByText('the token works only at the userinfo endpoint')).toBeVisible();
  await page.getByLabel('API resource').fill(stamp);
  await page.getByRole('option', { name: `Orders ${stamp}` }).click();
  const permission = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(permission('read:orders')).toContainText('Included');
  await expect(permission('delete:orders')).toContainText('No role of the user grants it.');
  await expect(page.getByRole('figure')).toContainText(`"aud": "${indicator}"`);
  await permission('read:orders')
    .getByRole('link', { name: `Clerk ${stamp}` })
    .click();
  await expect(page.getByRole('heading', { name: `Clerk ${stamp}` })).toBeVisible();
  for (const path of [
    `/users/${id}`,
    `/applications/${application.id}`,
    `/resources/${resource.id}`,
    `/roles/${role.id}`,
  ])
    await management('DELETE', path);
});

test('an administrator applies what would change it, and the user signs in', async ({
  console: page,
  management,
  product,
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const username = `stuck_${stamp}`;
  const { id } = await management('POST', '/users', { username });
  await management('PATCH', `/users/${id}/is-suspended`, { isSuspended: true });
  await page.goto(`${product.console}/users/${id}/sign-in-check`);
  await page.getByRole('radio', { name: /Username and password/ }).check();
  const changes = changesOn(page);
  const gates = page.getByRole('listitem');
  await expect(changes).toContainText('Reactivate the user');
  await expect(changes).toContainText('Set a new password');
  await expect(changes.getByRole('link', { name: 'Open setting: Reactivate the user' })).toBeVisible();
  await expectAccessible(page, 'what would change a sign-in');

  await changes.getByRole('button', { name: 'Apply: Reactivate the user, Set a new password' }).click();
  const question = page.getByRole('alertdialog', { name: 'Apply this change?' });
  await question.getByRole('button', { name: 'Apply' }).click();
  // Without the password nothing is sent.
  await expect(question).toBeVisible();
  const password = 'wooden horse 9 Battery';
  await question.getByLabel('New password').fill(password);
  await expectAccessible(page, 'the question before a change');
  await question.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Change applied')).toBeVisible();
  await expect(gates.filter({ hasText: 'Identifier' })).toContainText('Passes');
  await expect(page.getByText('Can sign in', { exact: true })).toHaveCount(1);
  await expect(changes).toHaveCount(0);

  const visitor = await browser.newPage();
  await visitor.goto(`${product.tenantEndpoint}/demo-app`);
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signIn(visitor, { username, password });
  await expect(visitor.getByText(username).first()).toBeVisible();
  await visitor.close();
  const recorded = await management('GET', `/changes?objectId=${id}`);
  expect(recorded.length).toBeGreaterThanOrEqual(4);
  await management('DELETE', `/users/${id}`);
});

test('a question that the user cannot answer closes its gate, also from a failed sign-in', async ({
  console: page,
  management,
  product,
}) => {
  const username = `lost_${Date.now().toString(36)}`;
  const { mfa } = await management('GET', '/sign-in-exp');
  await management('PATCH', '/sign-in-exp', { mfa: { ...mfa, policy: 'NoPrompt', factors: ['Totp'] } });
  const { id } = await management('POST', '/users', { username, password: 'correct horse 7 Battery' });
  await management('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' });
  await page.goto(`${product.console}/users/${id}/sign-in-check`);
  await page.getByRole('radio', { name: /Username and password/ }).check();
  const gate = page.getByRole('listitem').filter({ hasText: 'Multi-factor authentication' });
  const changes = changesOn(page);
  await expect(gate).toContainText('Asks the user');
  await expect(changes).toHaveCount(0);
  await gate.getByRole('button', { name: 'Mark as not possible' }).click();
  await expect(gate).toContainText('Stops here');
  await expect(changes).toContainText('Turn off the MFA factor Authenticator app');
  await gate.getByRole('button', { name: 'Mark as possible' }).click();
  await expect(changes).toHaveCount(0);

  // The link from the log names the question.
  await page.goto(`${product.console}/users/${id}/sign-in-check?stuck=session.mfa.require_mfa_verification`);
  await page.getByRole('radio', { name: /Username and password/ }).check();
  await expect(gate).toContainText('Stops here');
  await changes.getByRole('button', { name: 'Apply: Remove the MFA factors of the user' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apply' }).click();
  await expect(gate).toContainText('Passes');
  expect(await management('GET', `/users/${id}/mfa-verifications`)).toEqual([]);
  await management('PATCH', '/sign-in-exp', { mfa });
  await management('DELETE', `/users/${id}`);
});
