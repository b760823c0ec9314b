import { expectArrival, test } from './support/applications.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, signIn } from './support/test.ts';

const dateAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const shownDay = (date: string) =>
  new Date(date).toLocaleDateString('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

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

  await page.getByRole('button', { name: 'Custom range' }).click();
  await page.getByLabel('From').fill(dateAgo(60));
  await page.getByLabel('To', { exact: true }).fill(dateAgo(31));
  await expect(page).toHaveURL(new RegExp(`to=${dateAgo(31)}`));
  await expect(lastOf('Daily active users').getByRole('rowheader')).toHaveText(shownDay(dateAgo(31)));
  await expect(page.getByText('No sign-ins in this period.')).toBeVisible();
  await page.getByRole('button', { name: '7 days' }).click();
  await expect(page).toHaveURL(/\?days=7$/);
  await expect(page.getByRole('table', { name: 'Sign-ins and sign-ups' }).getByRole('row')).toHaveCount(8);
});

test('the dashboard compares with the period before, and leads to sign-ins of a day and to problems', async ({
  console: page,
  product,
  management,
  own,
  browser,
}) => {
  const person = { username: 'dashboard_olaf', password: 'correct horse 7 Battery' };
  await management('POST', '/users', person);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(own.start());
  await signIn(guest, person);
  await expectArrival(guest, own.redirectUri);
  await guest.context().close();
  const name = `Expiring ${Date.now()}`;
  const application = await management('POST', '/applications', { name, type: 'MachineToMachine' });
  await management('POST', `/applications/${application.id}/secrets`, {
    name: 'short',
    expiresAt: Date.now() + 5 * 86_400_000,
  });
  await expect
    .poll(async () => (await management('GET', '/dashboard/overview')).days.at(-1).completed)
    .toBeGreaterThan(0);

  await page.goto(`${product.console}/dashboard`);
  const chart = page.getByRole('table', { name: 'Sign-ins and sign-ups' });
  await expect(chart.getByRole('columnheader', { name: 'Previous period' })).toBeAttached();
  await expect(page.getByText('Sign-in conversion').first()).toBeVisible();
  const card = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await expect(card('Needs attention').getByRole('listitem').filter({ hasText: name })).toContainText(
    'Client secret expires:',
  );
  await expectAccessible(page, 'dashboard with problems');

  const day = page.getByRole('button', { name: /^Open the audit log for/ }).first();
  await day.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(day).toHaveAccessibleName(`Open the audit log for ${shownDay(dateAgo(1))}`);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/audit-logs\?time=/);
  await expect(page.getByRole('row').filter({ hasText: person.username }).first()).toBeVisible();
  await page.goBack();
  await card('Needs attention').getByRole('link', { name }).click();
  await expect(page).toHaveURL(new RegExp(`/applications/${application.id}`));
  await management('DELETE', `/applications/${application.id}`);
});
