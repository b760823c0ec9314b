import type { Page } from '@playwright/test';
import { readCode } from './support/applications.ts';
import { connectManagement } from './support/management.ts';
import { freshEmail, openSelector, pay } from './support/people.ts';
import { expect, test } from './support/test.ts';

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name });

test('a stranger registers, creates a development and a paid tenant, and invites a second person, who joins, is limited to what a collaborator may do, and leaves; then the first deletes the account', async ({
  browser,
  cloud,
}) => {
  test.setTimeout(600_000);
  const admin = await connectManagement(cloud, 'admin');
  const register = async (page: Page, address: string) => {
    await page.getByLabel('Email', { exact: true }).fill(address);
    await button(page, 'Continue').click();
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
    await page.keyboard.type(await readCode(admin, address));
    await page.getByRole('textbox', { name: 'Password' }).fill('violet harbour 42');
    await button(page, 'Continue').click();
  };
  const [first, second] = [freshEmail('ada'), freshEmail('grace')];
  const ada = await (await browser.newContext()).newPage();

  await test.step('Ada registers and creates a development tenant', async () => {
    await ada.goto(`${cloud.console}/?sign_up`);
    await register(ada, first);
    await ada.getByLabel('Tenant name').fill('Workshop');
    await button(ada, 'Create tenant').click();
    await expect(ada.getByTitle('Switch tenant')).toHaveText(/Workshop/);
    await expect(ada.getByRole('heading', { name: 'Get started' })).toBeVisible();
  });

  await test.step('she creates a production tenant and pays for it', async () => {
    await openSelector(ada);
    await ada.getByRole('menuitem', { name: 'Create tenant' }).click();
    await ada.getByLabel('Tenant name').fill('Shop');
    await ada.getByRole('radio', { name: /Production/ }).check();
    await button(ada, 'Create tenant').click();
    await button(ada, 'Choose Pro').click();
    await pay(ada);
    await said(ada, 'Thank you. Your new plan is active.');
    await expect(ada.getByTitle('Switch tenant')).toHaveText(/Shop/);
    await ada.getByRole('link', { name: 'Settings' }).click();
    await tab(ada, 'Subscription').click();
    await said(ada, 'Pro plan');
  });

  const tenantId = new URL(ada.url()).pathname.split('/')[1] ?? '';
  await test.step('she invites Grace', async () => {
    await tab(ada, 'Members').click();
    await button(ada, 'Invite members').click();
    await ada.getByLabel('Email addresses').fill(`${second} `);
    await button(ada, 'Send invitations').click();
    await said(ada, 'Invitations sent');
    await expect(ada.getByRole('row', { name: new RegExp(second) })).toContainText('Pending');
  });

  const grace = await (await browser.newContext()).newPage();
  const refusals: string[] = [];
  grace.on('response', response => {
    if (response.status() === 403) refusals.push(response.url());
  });
  await test.step('Grace follows the link of the message, registers and joins', async () => {
    await grace.goto(`${cloud.adminEndpoint}/mailbox?recipient=${second}`);
    await grace.locator('a[href*="/accept/"]').first().click();
    await expect(grace).toHaveURL(/\/register\?/);
    await register(grace, second);
    await expect(grace).toHaveURL(`${cloud.console}/${tenantId}/get-started`);
    await expect(grace.getByTitle('Switch tenant')).toHaveText(/Shop/);
    await expect(grace.getByText(/^Done: \d of 5$/)).toBeVisible();
  });

  await test.step('she works in the tenant, but does not manage it', async () => {
    await grace.goto(`${cloud.console}/${tenantId}/api-resources/create`);
    const dialog = grace.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Orders');
    await dialog.getByLabel('API identifier').fill('https://orders.example.com');
    await button(grace, 'Create API resource').last().click();
    await said(grace, 'API resource Orders created');
    const asked = grace.waitForRequest(request => request.url().endsWith(`/tenants/${tenantId}/members`));
    await grace.goto(`${cloud.console}/${tenantId}/tenant-settings`);
    await expect(grace).toHaveURL(/\/tenant-settings\/members$/);
    await expect(grace.getByRole('row', { name: new RegExp(first) })).toContainText('Administrator');
    await expect(button(grace, 'Invite members')).toHaveCount(0);
    await expect(tab(grace, 'Subscription')).toHaveCount(0);
    const { authorization = '' } = (await asked).headers();
    const refused = await fetch(`${cloud.adminEndpoint}/api/tenants/${tenantId}/invitations`, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ invitee: ['third@harbour.example'], roleName: 'admin' }),
    });
    expect(refused.status).toBe(403);
    // The console itself never tries what she may not do: it would be taken for an attempt, and end her session.
    expect(refusals).toEqual([]);
  });

  await test.step('she leaves', async () => {
    await tab(grace, 'Settings').click();
    await button(grace, 'Leave tenant').click();
    await grace.getByRole('alertdialog').getByRole('button', { name: 'Leave tenant' }).click();
    await said(grace, 'You left “Shop”');
    await expect(grace).not.toHaveURL(new RegExp(tenantId));
    await ada.goto(`${cloud.console}/${tenantId}/tenant-settings/members`);
    await expect(ada.getByRole('row', { name: new RegExp(first) })).toBeVisible();
    await expect(ada.getByRole('row', { name: new RegExp(second) })).toHaveCount(0);
  });

  await test.step('Ada goes back to the free plan and deletes her account', async () => {
    await tab(ada, 'Subscription').click();
    await button(ada, 'Downgrade to Free').click();
    await ada.getByRole('alertdialog').getByRole('button', { name: 'Downgrade to Free' }).click();
    await said(ada, 'Free plan');
    await ada.goto(`${cloud.console}/profile`);
    await button(ada, 'Delete account').click();
    const question = ada.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Continue' }).click();
    await question.getByRole('textbox').fill(first);
    await question.getByRole('button', { name: 'Delete account' }).click();
    await expect(ada).toHaveURL(/\/sign-in\?/, { timeout: 60_000 });
    expect(await admin('GET', `/users?search.primaryEmail=${first}`)).toEqual([]);
    expect(await admin('GET', `/organizations?q=t-${tenantId}`)).toEqual([]);
  });
  await ada.context().close();
  await grace.context().close();
});
