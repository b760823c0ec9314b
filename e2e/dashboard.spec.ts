import { expectArrival, test } from './support/applications.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, signIn } from './support/test.ts';

const today = () => new Date().toISOString().slice(0, 10);

test('[NAV-6] the dashboard counts a sign-in, what failed before it, and the user; days before can be chosen', async ({
  console: page,
  product,
  management,
  browser,
  own,
}) => {
  const person = { username: 'dashboard_ida', password: 'correct horse 7 Battery' };
  await management('POST', '/users', person);
  const before = await management('GET', '/dashboard/sign-ins');
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(own.start());
  await signIn(guest, { ...person, password: 'not my password' });
  await expect(guest.getByRole('alert').first()).toBeVisible();
  await signIn(guest, person);
  await expectArrival(guest, own.redirectUri);
  await guest.context().close();
  await expect
    .poll(async () => (await management('GET', '/dashboard/sign-ins')).curve.at(-1))
    .toMatchObject({
      signIns: before.curve.at(-1).signIns + 1,
      failures: before.curve.at(-1).failures + 1,
    });

  await page.goto(`${product.console}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const after = await management('GET', '/dashboard/sign-ins');
  const lastOf = (chart: string) => page.getByRole('table', { name: chart }).getByRole('row').last();
  await expect(lastOf('Sign-ins and sign-ups').getByRole('cell').first()).toHaveText(
    `${after.curve.at(-1).signIns}`,
  );
  await expect(lastOf('Failed and blocked sign-ins').getByRole('cell').first()).toHaveText(
    `${after.curve.at(-1).failures}`,
  );
  await expect(page.getByRole('list', { name: 'First factor' })).toContainText('Password');
  const { totalUserCount } = await management('GET', '/dashboard/users/total');
  await expect(page.getByRole('main').getByTitle(`${totalUserCount}`, { exact: true }).first()).toBeVisible();
  await expectAccessible(page, 'dashboard');

  const chart = page.getByRole('figure').filter({ has: page.getByRole('table', { name: 'Tokens issued' }) });
  await chart.scrollIntoViewIfNeeded();
  await chart.hover();
  await expect(chart.locator('strong')).toBeVisible();

  await page.getByLabel('30 days ending on').fill('2026-01-31');
  await expect(page).toHaveURL(/date=2026-01-31/);
  await expect(lastOf('Daily active users').getByRole('rowheader')).toHaveText('Jan 31');
  await expect(page.getByText('No sign-ins in these 30 days.')).toBeVisible();
  await page.getByLabel('30 days ending on').fill(today());
  await expect(page).not.toHaveURL(/date=/);
});
