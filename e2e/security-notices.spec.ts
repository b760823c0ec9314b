import { dropMessages, keepMessages, test } from './support/applications.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, signIn } from './support/test.ts';

const password = 'a fine Day 4 sailing';

test('[V6.3.7] a user locks the account by the link of a notice, and the administrator sees why', async ({
  console: page,
  browser,
  own,
  product,
  management,
}) => {
  await dropMessages(management);
  await page.goto(`${product.console}/security/general`);
  const warning = 'No notices are sent until you set up an email connector.';
  await expect(page.getByText(warning)).toBeVisible();
  const mailbox = await management('POST', '/connectors', { connectorId: 'development-mailbox' });
  const primaryEmail = 'notified@example.com';
  const user = await management('POST', '/users', {
    name: 'Nora Notified',
    primaryEmail,
    username: 'notified',
    password,
  });
  await page.goto(`${product.console}/users/${user.id}/settings`);
  await page.getByLabel('Email verified').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  expect(await management('GET', `/users/${user.id}`)).toMatchObject({ primaryEmail, isEmailVerified: true });
  // Another address is not verified because the one before was.
  await page.getByLabel('Email', { exact: true }).fill('other@example.com');
  await expect(page.getByLabel('Email verified')).not.toBeChecked();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Email verified')).toBeChecked();
  await management('PATCH', `/users/${user.id}`, { primaryPhone: '12025550123' });
  const readNotices = async () =>
    (await management('GET', `/development-mailbox?recipient=${primaryEmail}`)) as {
      templateType: string;
      payload: { link: string };
    }[];
  await expect
    .poll(async () => (await readNotices()).map(({ templateType }) => templateType))
    .toEqual(['PhoneChanged']);
  const [notice] = await readNotices();
  const link = notice?.payload.link ?? '';

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'Lock your account?' })).toBeVisible();
  await expectAccessible(visitor, 'lock account');
  expect(await management('GET', `/users/${user.id}`)).toMatchObject({ isSuspended: false });
  await visitor.getByRole('button', { name: 'Lock my account' }).click();
  await expect(visitor.getByRole('heading', { name: 'Your account is locked' })).toBeVisible();
  expect(visitor.url()).not.toContain('token');
  await visitor.goto(link);
  await visitor.getByRole('button', { name: 'Lock my account' }).click();
  await expect(visitor.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await visitor.goto(own.start());
  await signIn(visitor, { username: 'notified', password });
  await expect(visitor.getByRole('heading', { name: 'Your account is locked' })).toBeVisible();
  await expect(visitor.getByText('contact your administrator')).toBeVisible();
  await visitor.goto(link.split('?', 1)[0] ?? '');
  await expect(visitor.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await visitor.context().close();

  await page.goto(`${product.console}/users/${user.id}`);
  await expect(page.getByText('The user locked this account from an email notice')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Reactivate' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByText('The user locked this account from an email notice')).toHaveCount(0);

  await page.goto(`${product.console}/security/general`);
  await expect(page.getByText(warning)).toHaveCount(0);
  await page.getByLabel('Phone number changed').uncheck();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();
  expect((await management('GET', '/sign-in-exp')).securityNotices).toMatchObject({
    PhoneChanged: false,
    NewDevice: true,
  });
  await expectAccessible(page, 'notices to users');

  await management('PATCH', '/sign-in-exp', { securityNotices: {} });
  await management('DELETE', `/users/${user.id}`);
  await management('DELETE', `/connectors/${mailbox.id}`);
});

test('few SMS codes that were entered are an alarm on the security page and in the log', async ({
  console: page,
  product,
  management,
}) => {
  await keepMessages(management);
  await management('PATCH', '/sign-in-exp', { smsPolicy: { hourlyLimit: 1000 } });
  await page.goto(`${product.console}/security/general`);
  await expect(page.getByLabel('SMS messages per country and hour')).toBeVisible();
  const alarm = page.getByText('Most SMS codes sent in the last 24 hours were not entered');
  await expect(alarm).toHaveCount(0);
  for (let number = 0; number < 50; number += 1)
    await management('POST', '/verification-codes', { phone: `99270${100_000 + number}` });
  await management('POST', '/jobs/schedules/sms/run');
  await expect.poll(async () => (await management('GET', '/logs?logKey=Sms.ConversionAlarm')).length).toBe(1);
  await page.reload();
  await expect(alarm).toBeVisible();
  await expect(page.getByText('Countries: Tajikistan.')).toBeVisible();
  await expectAccessible(page, 'SMS alarm');
  await page.goto(`${product.console}/audit-logs?view=events`);
  await page.getByText('Detected a low SMS conversion rate for a country').first().click();
  await expect(page.getByText('This can be a sign of SMS pumping')).toBeVisible();
  await expect(page.getByText('Tajikistan')).toBeVisible();
  await page.getByRole('link', { name: 'SMS limits' }).click();
  await expect(page).toHaveURL(/\/security\/general$/);
  await management('PATCH', '/sign-in-exp', { smsPolicy: {} });
  await dropMessages(management);
});
