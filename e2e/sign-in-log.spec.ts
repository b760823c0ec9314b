import { expectAccessible } from './support/axe.ts';
import { expect, signIn, test } from './support/test.ts';

const password = 'correct horse 8 Battery';

test('the audit log has a row for each sign-in, with its methods, its outcome and its steps', async ({
  console: page,
  product,
  management,
  browser,
}) => {
  const username = `logged_${Date.now()}`;
  const user = await management('POST', '/users', { username, password });
  const visitor = await browser.newPage();
  await visitor.goto(`${product.tenantEndpoint}/demo-app`);
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signIn(visitor, { username, password: 'something else' });
  await expect(visitor.getByText('The account or the password is incorrect.')).toBeVisible();
  await visitor.context().clearCookies();
  await visitor.goto(`${product.tenantEndpoint}/demo-app`);
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signIn(visitor, { username, password });
  await expect(visitor.getByText(username).first()).toBeVisible();
  await visitor.close();
  await expect
    .poll(async () => {
      const found = await management('GET', `/sign-ins?userId=${user.id}`);
      return found.map(({ outcome, methods }: { outcome: string; methods: unknown[] }) => [
        outcome,
        methods.length,
      ]);
    })
    .toEqual([
      ['Success', 2],
      ['Error', 1],
    ]);

  await page.goto(`${product.console}/audit-logs?user=${user.id}`);
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(2);
  const [good, bad] = [rows.nth(0), rows.nth(1)];
  await expect(good.getByRole('listitem')).toHaveText(['Password', 'Token']);
  await expect(good).toContainText('Signed in');
  await expect(good).toContainText(/\d (ms|sec)/);
  await expect(bad).toContainText('Failed');
  await expect(bad).toContainText('The account or the password is incorrect.');
  await expectAccessible(page, 'sign-ins');

  await bad.getByRole('button').first().click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Failure reason')).toBeVisible();
  await expect(panel.getByRole('listitem').filter({ hasText: 'First factor' })).toContainText('Stops here');
  await expect(page).toHaveURL(/open=/);
  await expect(bad).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('k');
  await expect(good).toHaveAttribute('aria-current', 'true');
  await expect(panel.getByText('Failure reason')).toHaveCount(0);
  const steps = panel.getByRole('list').last().getByRole('listitem');
  await expect(steps.first()).toContainText('Started');
  await expect(steps.last()).toContainText('authorization code');
  await expectAccessible(page, 'a sign-in beside the list');
  await page.reload();
  await expect(steps.first()).toContainText('Started');
  await page.keyboard.press('Escape');

  await page.getByRole('combobox', { name: 'Outcome' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await expect(rows).toHaveCount(1);
  // The user stays chosen among the events, and links to single events lead to them.
  await page.getByRole('button', { name: 'Events', exact: true }).click();
  await expect(rows.filter({ hasText: 'Interaction.SignIn.Submit' })).toHaveCount(1);
  await page.goto(`${product.console}/audit-logs?user=${user.id}&result=Error`);
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('Interaction.SignIn.Verification.Password.Submit');
  await management('DELETE', `/users/${user.id}`);
});
