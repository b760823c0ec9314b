import type { Page } from '@playwright/test';
import { answer, crossOrigin, isTo } from './support/edge.ts';
import { freshEmail } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { totpOf } from './support/totp.ts';

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Settings' });
const notFound = (page: Page) => expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
const chooseFor = async (page: Page, name: string | RegExp, action: string) => {
  await page
    .getByRole('row', { name })
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('[NAV-18] [TEN-18] who manages a tenant renames it, asks for a second step, and deletes it by typing its name', async ({
  cloud,
  people,
}) => {
  test.slow();
  const { page, tenantId } = await people.tenantOwner('Harbour');
  const settings = `${cloud.console}/${tenantId}/tenant-settings`;
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveURL(`${settings}/settings`);
  await said(page, 'Europe');
  await page.getByLabel('Tenant name').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.getByLabel('Tenant name').fill('Lighthouse');
  await page.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Settings saved');
  await expect(page.getByTitle('Switch tenant')).toContainText('Lighthouse');

  await page.getByRole('switch', { name: /multi-factor/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('switch', { name: /multi-factor/ })).toBeChecked();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('switch', { name: /multi-factor/ })).not.toBeChecked();

  await expect(tabs(page).getByRole('link')).toHaveText(['Settings', 'Members', 'Domains', 'Configuration']);
  for (const address of ['subscription', 'billing-history', 'members/nobody', 'nothing']) {
    await page.goto(`${settings}/${address}`);
    await notFound(page);
  }

  await page.goto(`${settings}/settings`);
  await page.getByRole('button', { name: 'Leave tenant' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave tenant' }).click();
  await said(page, /needs at least one administrator/);

  await page.getByRole('button', { name: 'Delete tenant' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Delete tenant' })).toBeDisabled();
  await question.getByRole('textbox').fill('Lighthouse');
  await question.getByRole('button', { name: 'Delete tenant' }).click();
  await said(page, 'Tenant “Lighthouse” deleted');
  await expect(page).not.toHaveURL(new RegExp(tenantId));
  await page.context().close();
});

test('[TEN-18] a member without the second step that the tenant asks for sets one up and comes back', async ({
  cloud,
  people,
}) => {
  test.slow();
  const { page, tenantId, email } = await people.tenantOwner('Vault');
  await people.admin('PATCH', `/organizations/t-${tenantId}`, { isMfaRequired: true });
  const address = `${cloud.console}/${tenantId}/tenant-settings/members`;
  // As if an hour had passed: the tokens of before are over.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.endsWith('accessToken')) localStorage.removeItem(key);
  });
  await page.goto(address);
  await expect(
    page.getByRole('heading', { name: 'This tenant requires multi-factor authentication' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Set up MFA' }).click();
  await people.signInWith(page, email);
  await page.getByRole('link', { name: 'Authenticator app' }).click();
  const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? '';
  await page.getByLabel('Code', { exact: true }).fill(totpOf(secret));
  await page.getByRole('button', { name: 'I have saved my codes' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('row', { name: /\(you\).*Administrator/ })).toBeVisible();
  await page.context().close();
});

test('[TEN-10] [TEN-13] [TEN-17] [NAV-18] [ROLE-6] members are invited, join, get another role and are removed; a collaborator sees only what is theirs', async ({
  browser,
  cloud,
  people,
}) => {
  test.slow();
  const { page, tenantId } = await people.tenantOwner('Harbour');
  const settings = `${cloud.console}/${tenantId}/tenant-settings`;
  const guest = await people.createAccount(freshEmail('guest'));
  await page.goto(`${settings}/members`);
  await expect(page.getByRole('row', { name: /\(you\).*Administrator/ })).toBeVisible();
  await page.getByRole('button', { name: 'Invite members' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await expect(dialog.getByText('Enter at least one email address.')).toBeVisible();
  await dialog.getByLabel('Email addresses').pressSequentially(`${guest} bea@harbour.example nobody `);
  await expect(dialog.getByText(/not valid email addresses/)).toBeVisible();
  const sent = page.waitForRequest(isTo('POST', '/invitations'));
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  expect((await sent).postDataJSON()).toEqual({
    invitee: [guest, 'bea@harbour.example'],
    roleName: 'collaborator',
  });
  await said(page, 'Invitations sent');
  await expect(page).toHaveURL(`${settings}/members/invitations`);

  await chooseFor(page, /bea@harbour/, 'Resend invitation');
  await said(page, 'Invitation to bea@harbour.example sent again');
  await chooseFor(page, /bea@harbour/, 'Revoke invitation');
  await expect(page.getByRole('row', { name: /bea@harbour.*Revoked/ })).toBeVisible();
  await chooseFor(page, /bea@harbour/, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row', { name: /bea@harbour/ })).toHaveCount(0);

  const mailbox = await (await browser.newContext()).newPage();
  await mailbox.goto(`${cloud.adminEndpoint}/mailbox?recipient=${encodeURIComponent(guest)}`);
  await mailbox.getByRole('link', { name: 'Accept invitation' }).first().click();
  await mailbox.getByRole('link', { name: 'Sign in' }).click();
  await people.signInWith(mailbox, guest);
  await expect(mailbox).toHaveURL(new RegExp(`/${tenantId}/get-started$`));

  await mailbox.goto(settings);
  await expect(mailbox).toHaveURL(`${settings}/members`);
  await expect(mailbox.getByRole('row', { name: /\(you\).*Collaborator/ })).toBeVisible();
  await expect(mailbox.getByRole('button', { name: 'Invite members' })).toHaveCount(0);
  await mailbox.goto(`${settings}/members/invitations`);
  await notFound(mailbox);
  await mailbox.goto(`${settings}/settings`);
  await expect(mailbox.getByLabel('Tenant name')).toBeDisabled();
  await expect(mailbox.getByRole('button', { name: 'Delete tenant' })).toHaveCount(0);

  // Users can still leave a suspended tenant, whose settings cannot be opened.
  await answer(mailbox, 'GET', '/tenants', async route => {
    const response = await route.fetch();
    const tenants: object[] = await response.json();
    await route.fulfill({ response, json: tenants.map(tenant => ({ ...tenant, isSuspended: true })) });
  });
  await mailbox.reload();
  await expect(mailbox.getByRole('heading', { name: 'This tenant is suspended' })).toBeVisible();
  await expect(mailbox.getByRole('button', { name: 'Pay now' })).toHaveCount(0);
  await mailbox.getByRole('button', { name: 'Leave tenant' }).click();
  await mailbox.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await mailbox.unrouteAll();
  await mailbox.reload();

  await page.goto(`${settings}/members`);
  const giveRole = async (role: string) => {
    await chooseFor(page, new RegExp(guest), 'Change role');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: role }).click();
    await dialog.getByRole('button', { name: 'Change role' }).click();
  };
  await giveRole('Administrator');
  await expect(page.getByRole('row', { name: new RegExp(`${guest}.*Administrator`) })).toBeVisible();
  await giveRole('Collaborator');
  await expect(page.getByRole('row', { name: new RegExp(`${guest}.*Collaborator`) })).toBeVisible();

  await chooseFor(page, new RegExp(guest), 'Remove');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await said(page, `${guest} removed`);
  await expect(page.getByRole('row', { name: new RegExp(guest) })).toHaveCount(0);
  await mailbox.getByRole('link', { name: 'Applications', exact: true }).click();
  await said(mailbox, 'You no longer have access to “Harbour”.');
  // Users who opened a page before are not new.
  await expect(mailbox.getByRole('heading', { name: 'Create your first tenant' })).toBeVisible();
  await expect(mailbox.getByRole('alertdialog')).toHaveCount(0);
  await mailbox.context().close();
  await page.context().close();
});

test('[ENT-16] [NAV-18] by keyboard alone: a domain is added, shows its records and its state, gets a file, and is deleted', async ({
  cloud,
  people,
}) => {
  const { page, tenantId } = await people.tenantOwner('Harbour');
  await page.goto(`${cloud.console}/${tenantId}/tenant-settings/domains`);
  await expect(page.getByRole('button', { name: 'Add domain' })).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  const name = `id.harbour${tenantId}.example`;
  await expect(dialog.getByLabel('Domain', { exact: true })).toBeFocused();
  await page.keyboard.type('harbour');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/Enter a full domain/)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await said(page, `Domain ${name} added.`);
  await said(page, 'Waiting for DNS records');
  await expect(page.getByRole('row', { name: new RegExp(`CNAME.*${name}`) })).toBeVisible();
  await expect(page.getByRole('row', { name: /TXT.*gatehouse-verification=/ })).toBeVisible();
  const looked = page.waitForResponse(response => isTo('POST', '/check')(response.request()));
  await page.getByRole('button', { name: 'Check now' }).press('Enter');
  expect((await looked).status()).toBe(200);

  await answer(page, 'GET', '/domains', async route => {
    const response = await route.fetch();
    const [domain] = (await response.json()) as object[];
    await route.fulfill({
      json: [{ ...domain, status: 'Active', errorMessage: null }],
      headers: crossOrigin,
    });
  });
  await page.reload();
  await said(page, 'Active');
  await said(page, new RegExp(`http://${name}.*/oidc`));
  await page.unrouteAll();
  // With a custom domain, a development tenant is offered production.
  await dialog.getByRole('button', { name: 'Got it' }).press('Enter');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Verification files' }).press('Enter');
  await dialog.getByRole('button', { name: 'Add file' }).press('Enter');
  await dialog.getByLabel('Path').focus();
  await page.keyboard.press('End');
  await page.keyboard.type('proof text');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('/.well-known/proof.txt');
  await dialog.getByLabel('Content').focus();
  await page.keyboard.type('harbour-7');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await said(page, 'Verification files saved');
  await page.getByRole('button', { name: 'Verification files' }).press('Enter');
  await expect(dialog.getByLabel('Content')).toHaveValue('harbour-7');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `Delete ${name}` }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await said(page, `Domain ${name} deleted`);
  await expect(page.getByRole('button', { name: 'Add domain' })).toBeVisible();
  await page.context().close();
});
