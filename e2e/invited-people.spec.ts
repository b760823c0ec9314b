import type { Page } from '@playwright/test';
import { freshEmail, openSelector } from './support/people.ts';
import type { Product } from './support/product.ts';
import { expect, test } from './support/test.ts';

const invite = async (page: Page, cloud: Product, tenantId: string, email: string) => {
  await page.goto(`${cloud.console}/${tenantId}/tenant-settings/members`);
  await page.getByRole('button', { name: 'Invite members' }).click();
  await page.getByRole('textbox', { name: 'Email addresses' }).fill(`${email} `);
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`${email}.*Pending`) })).toBeVisible();
};

/** The link of the last message, as its recipient finds it. */
const linkFor = async (page: Page, cloud: Product, email: string) => {
  const mailbox = await page.context().newPage();
  await mailbox.goto(`${cloud.adminEndpoint}/mailbox?recipient=${email}`);
  const link = await mailbox.locator('a[href*="/accept/"]').first().getAttribute('href');
  await mailbox.close();
  return link ?? '';
};

test('[TEN-12] the link of an invitation names the wrong account and the right one, and fills in the address', async ({
  people,
  cloud,
}) => {
  const { page, email, tenantId } = await people.tenantOwner('Pier');
  const invited = freshEmail('invited');
  await invite(page, cloud, tenantId, invited);
  const link = await linkFor(page, cloud, invited);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This invitation is for another account' })).toBeVisible();
  await expect(
    page.getByText(`The invitation was sent to ${invited}. You are signed in as ${email}.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Switch account' }).click();
  await expect(page).toHaveURL(/\/register\?/);
  await expect(page.getByLabel('Email')).toHaveValue(invited);
  await page.context().close();
});

test('[TEN-3] the selector says who invites, and offers to accept and to decline', async ({
  people,
  cloud,
}) => {
  const host = await people.tenantOwner('Pier');
  const guest = await people.tenantOwner('Own place');
  const answer = async (button: string) => {
    await guest.page.reload();
    await openSelector(guest.page);
    await guest.page.getByRole('menuitem', { name: /Pier/ }).click();
    const dialog = guest.page.getByRole('dialog', { name: 'Pier' });
    const words = await dialog.getByText(`Invited by ${host.email}`).boundingBox();
    const buttons = await dialog.locator('footer').boundingBox();
    expect((buttons?.y ?? 0) - (words?.y ?? 0) - (words?.height ?? 0)).toBeGreaterThanOrEqual(12);
    await dialog.getByRole('button', { name: button }).click();
  };
  await invite(host.page, cloud, host.tenantId, guest.email);
  await answer('Decline invitation');
  await guest.page.getByRole('alertdialog').getByRole('button', { name: 'Decline invitation' }).click();
  await expect(guest.page.getByRole('dialog')).toHaveCount(0);
  await openSelector(guest.page);
  await expect(guest.page.getByRole('menuitem', { name: /Pier/ })).toHaveCount(0);
  await host.page.reload();
  await expect(host.page.getByRole('row', { name: new RegExp(guest.email) })).toContainText('Revoked');

  await invite(host.page, cloud, host.tenantId, guest.email);
  await answer('Join tenant');
  await expect(guest.page).toHaveURL(`${cloud.console}/${host.tenantId}/get-started`);
  await host.page.context().close();
  await guest.page.context().close();
});

test('[PROF-10] deleting an account names the people who would lose a tenant, and hands it over to one of them', async ({
  people,
  cloud,
}) => {
  const { page, email, tenantId } = await people.tenantOwner('Pier');
  const heir = await people.tenantOwner('Own place');
  await invite(page, cloud, tenantId, heir.email);
  await heir.page.goto(await linkFor(heir.page, cloud, heir.email));
  await expect(heir.page).toHaveURL(`${cloud.console}/${tenantId}/get-started`);

  await page.goto(`${cloud.console}/profile`);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer or delete your tenants' });
  await expect(dialog).toContainText(`Members: ${heir.email}`);
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Pier' }).click();
  await page.getByRole('option', { name: 'Delete for everyone' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    `The tenant Pier is deleted. These members lose access: ${heir.email}.`,
  );
  await question.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByRole('combobox', { name: 'Pier' }).click();
  await page.getByRole('option', { name: `Transfer to ${heir.email}` }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(question).toContainText(`The tenant Pier is transferred to ${heir.email}`);
  await question.getByRole('button', { name: 'Continue' }).click();
  await question.getByRole('textbox').fill(email);
  await question.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL(/\/sign-in\?/);

  const members = await people.admin('GET', `/organizations/t-${tenantId}/users`);
  expect(members).toMatchObject([
    {
      primaryEmail: heir.email,
      organizationRoles: expect.arrayContaining([expect.objectContaining({ name: 'admin' })]),
    },
  ]);
  await heir.page.reload();
  await expect(heir.page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await page.context().close();
  await heir.page.context().close();
});

test('onboarding asks about the project, takes no answer for one, and the profile shows and changes it', async ({
  people,
  cloud,
}) => {
  const { page, email } = await people.newcomer();
  await expect(page.getByLabel('Company size')).toHaveCount(0);
  await page.getByRole('radio', { name: 'A company' }).check();
  await page.getByLabel('Company name').fill('Harbour Works');
  await page.getByRole('combobox', { name: 'Company size' }).click();
  await page.getByRole('option', { name: '50-199' }).click();
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await expect(page).toHaveURL(/\/get-started$/);
  const [user] = await people.admin(
    'GET',
    `/users?search.primaryEmail=${encodeURIComponent(email)}&mode.primaryEmail=exact`,
  );
  expect(user.customData.onboarding).toEqual({
    isOnboardingDone: true,
    questionnaire: { project: 'company', companyName: 'Harbour Works', companySize: '50-199' },
  });
  await page.goto(`${cloud.console}/profile`);
  const size = page.getByRole('listitem').filter({ hasText: 'Company size' });
  await expect(size).toContainText('50-199');
  await page.getByRole('button', { name: 'Change Your project' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Company size' }).click();
  await page.getByRole('option', { name: '1000+' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(size).toContainText('1000+');
  await page.reload();
  await expect(size).toContainText('1000+');
  await page.getByRole('button', { name: 'Change Your project' }).click();
  await page.getByRole('radio', { name: 'Not set' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(size).toHaveCount(0);
  await page.context().close();

  const quiet = await people.newcomer();
  await quiet.page.getByRole('button', { name: 'Create tenant' }).click();
  await expect(quiet.page).toHaveURL(/\/get-started$/);
  const [other] = await people.admin(
    'GET',
    `/users?search.primaryEmail=${encodeURIComponent(quiet.email)}&mode.primaryEmail=exact`,
  );
  expect(other.customData.onboarding).toEqual({ isOnboardingDone: true });
  await quiet.page.goto(`${cloud.console}/profile`);
  await expect(
    quiet.page.getByRole('listitem').filter({ hasText: 'What are you building for?' }),
  ).toContainText('Not set');
  await quiet.page.context().close();
});
