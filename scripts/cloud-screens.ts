import { type Browser, expect, type Page } from '@playwright/test';
import { managementOf } from '../e2e/support/management.ts';
import { startMovableCloud } from '../e2e/support/movable-cloud.ts';
import { choosePlan, openCreation, openSelector, pay, peopleOf } from '../e2e/support/people.ts';
import type { Product } from '../e2e/support/product.ts';
import { routesOf } from '../e2e/support/routes.ts';
import { createAdministrator } from '../e2e/support/test.ts';
import { type Look, type Photographer, wear } from './looks.ts';

type People = Awaited<ReturnType<typeof peopleOf>>;

/** A tenant that becomes overdue a month later, and is suspended after another. */
type Debtor = { page: Page; email: string; look: Look; home: string };

const monthMs = 31 * 24 * 60 * 60 * 1000;
/** Due jobs are polled every ten seconds. */
const jobsMs = 15_000;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const question = (page: Page) => page.getByRole('alertdialog');

/** Pictures of what only the cloud edition has, as one person after the other meets it. */
export const takeCloudPictures = async (
  browser: Browser,
  looks: readonly Look[],
  { ofConsole, ofServerPage }: Photographer,
) => {
  const cloud = await startMovableCloud();
  try {
    await createAdministrator(cloud);
    const people = await peopleOf(browser, cloud);
    const debtors: Debtor[] = [];
    for (const look of looks) {
      const take = (page: Page, name: string) => ofConsole(page, `cloud-${name}`, look);
      const takeServerPage = (page: Page, name: string) => ofServerPage(page, `cloud-${name}`, look);
      await tell(`guest, ${look.name}`, takeGuest(people, cloud, look, take));
      await tell(`limits, ${look.name}`, takeLimits(people, cloud, look, take));
      await tell(
        `owner, ${look.name}`,
        takeOwner(people, cloud, look, take, takeServerPage).then(debtor => debtors.push(debtor)),
      );
    }
    cloud.passMonth();
    await takeDebtors(debtors, people, 1, async ({ page, home, look }) => {
      await page.getByRole('dialog', { name: 'A payment is overdue' }).waitFor();
      await ofConsole(page, 'cloud-overdue', look);
      await press(page, 'Not now');
      await page.goto(`${home}/tenant-settings/subscription`);
      await page.getByRole('heading', { name: 'Pro plan' }).waitFor();
      await ofConsole(page, 'cloud-overdue-subscription', look);
    });
    cloud.passMonth();
    await takeDebtors(debtors, people, 2, async ({ page, look }) => {
      await page.getByRole('heading', { name: 'This tenant is suspended' }).waitFor();
      await ofConsole(page, 'cloud-suspended', look);
      await press(page, 'Pay now');
      await page.waitForURL(/sandbox\/portal/);
      await ofServerPage(page, 'cloud-portal-overdue', look);
    });
  } finally {
    await cloud.stop();
  }
};

/** A part that fails is reported, and the others are still taken. */
const tell = (what: string, work: Promise<unknown>) =>
  work.catch((error: Error) => console.error(`cloud, ${what}: ${error.message}`));

type Take = (page: Page, name: string) => Promise<void>;

const invite = async (page: Page, home: string, email: string) => {
  await page.goto(`${home}/tenant-settings/members`);
  await press(page, 'Invite members');
  await page.getByRole('dialog').getByLabel('Email addresses').fill(`${email} `);
  await press(page, 'Send invitations');
  await page.waitForURL(/\/invitations$/);
};

/** A user with two invitations declines one, accepts the other, and is removed. Then that tenant is to be deleted. */
const takeGuest = async (people: People, cloud: Product, look: Look, take: Take) => {
  const { page, email } = await people.newcomer();
  await wear(page, look);
  await page.reload();
  await page.getByRole('heading', { name: 'Create your first tenant' }).waitFor();
  await take(page, 'onboarding');
  const [pier, harbour] = [await people.tenantOwner('Pier'), await people.tenantOwner('Harbour')];
  for (const host of [pier, harbour]) {
    await wear(host.page, look);
    await invite(host.page, `${cloud.console}/${host.tenantId}`, email);
  }
  await take(harbour.page, 'invitations-sent');
  await page.goto(cloud.console);
  await page.getByRole('heading', { name: 'Find your tenants' }).waitFor();
  await take(page, 'invitations');
  await press(page, 'Decline invitation');
  await question(page).waitFor();
  await take(page, 'invitation-decline');
  await question(page).getByRole('button', { name: 'Decline invitation' }).click();
  await expect(page.getByRole('button', { name: 'Join tenant' })).toHaveCount(1);
  await take(page, 'invitation-declined');
  await press(page, 'Join tenant');
  await page.getByRole('heading', { name: 'Get started' }).waitFor();
  const [, tenantId] = new URL(page.url()).pathname.split('/');
  const host = tenantId === pier.tenantId ? pier : harbour;
  await page.goto(`${cloud.console}/${tenantId}/tenant-settings/settings`);
  await page.getByRole('button', { name: 'Leave tenant' }).waitFor();
  await take(page, 'collaborator');
  await host.page.goto(`${cloud.console}/${tenantId}/tenant-settings/members`);
  await host.page.getByRole('row', { name: email }).getByRole('button').last().click();
  await take(host.page, 'member-menu');
  await host.page.getByRole('menuitem', { name: 'Remove' }).click();
  await question(host.page).getByRole('button', { name: 'Remove' }).click();
  await expect(host.page.getByRole('row', { name: email })).toHaveCount(0);
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await page.getByText('You no longer have access to').first().waitFor();
  await page.getByRole('heading', { name: 'Create your first tenant' }).waitFor();
  await take(page, 'member-removed');
  await host.page.goto(`${cloud.console}/${tenantId}/tenant-settings/settings`);
  await press(host.page, 'Delete tenant');
  await question(host.page).waitFor();
  await take(host.page, 'delete-tenant');
  for (const each of [page, pier.page, harbour.page]) await each.context().close();
};

/** A tenant that uses everything that the Free plan allows. */
const takeLimits = async (people: People, cloud: Product, look: Look, take: Take) => {
  const { page } = await people.tenantOwner('Workshop');
  await (await choosePlan(page, 'Quay')).getByRole('button', { name: 'Choose Free' }).click();
  await expect(page.getByTitle('Switch tenant')).toHaveText(/Quay/);
  const [, tenantId = ''] = new URL(page.url()).pathname.split('/');
  const management = await managementOf(page, cloud, tenantId);
  for (const name of ['Shop', 'Till', 'Stock'])
    await management('POST', '/applications', {
      name,
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: [] },
    });
  await wear(page, look);
  await page.goto(`${cloud.console}/${tenantId}/applications/create?guide=react`);
  await page.getByRole('dialog').waitFor();
  await take(page, 'limit-applications');
  await page.goto(`${cloud.console}/${tenantId}/tenant-settings/subscription`);
  await page.getByRole('heading', { name: 'Free plan' }).waitFor();
  await take(page, 'limit-subscription');
  await page.goto(`${cloud.console}/${tenantId}/enterprise-sso`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await take(page, 'limit-feature');
  await page.context().close();
};

/** A user pays for a tenant, sets it up, and enters a card that will be declined. */
const takeOwner = async (
  people: People,
  cloud: Product,
  look: Look,
  take: Take,
  takeServerPage: Take,
): Promise<Debtor> => {
  const { page, email } = await people.tenantOwner('Harbour');
  await wear(page, look);
  await openSelector(page);
  await take(page, 'selector');
  await page.keyboard.press('Escape');
  const creation = await openCreation(page);
  await creation.waitFor();
  await take(page, 'create-tenant');
  await creation.getByRole('button', { name: 'Cancel' }).click();
  const plans = await choosePlan(page, 'Lighthouse');
  await plans.getByRole('button', { name: 'Choose Pro' }).waitFor();
  await take(page, 'plans');
  await plans.getByRole('button', { name: 'Choose Pro' }).click();
  await page.waitForURL(/sandbox\/checkout/);
  await takeServerPage(page, 'checkout');
  await press(page, 'Decline the card');
  await page.waitForURL(/declined/);
  await takeServerPage(page, 'checkout-declined');
  await pay(page);
  await page.waitForURL(/\/get-started$/);
  await take(page, 'paid');
  const [, tenantId] = new URL(page.url()).pathname.split('/');
  const home = `${cloud.console}/${tenantId}`;
  await page.goto(`${home}/tenant-settings/domains`);
  await press(page, 'Add domain');
  await page.getByRole('dialog').getByRole('textbox').fill(`id.${tenantId}.example`);
  await page.keyboard.press('Enter');
  await page.getByText('CNAME').first().waitFor();
  for (const { path } of routesOf('cloud').filter(({ area }) => area === 'tenant-settings')) {
    await page.goto(`${home}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await take(page, path.replaceAll('/', '-'));
  }
  await page.goto(`${home}/tenant-settings/members`);
  await press(page, 'Invite members');
  await page
    .getByRole('dialog')
    .getByLabel('Email addresses')
    .pressSequentially('bea@harbour.example nobody ');
  await take(page, 'invite');
  await page.goto(`${cloud.console}/profile`);
  await page.getByRole('button', { name: 'Delete account' }).waitFor();
  await take(page, 'profile');
  await press(page, 'Delete account');
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).first().waitFor();
  await take(page, 'delete-account');
  await page.goto(`${home}/tenant-settings/subscription`);
  await press(page, 'Manage payment');
  await page.waitForURL(/sandbox\/portal/);
  await takeServerPage(page, 'portal');
  await page.locator('button[value=decline-card]').click();
  await page.locator('button[value=accept-card]').waitFor();
  await page.goto('about:blank');
  return { page, email, look, home };
};

const takeDebtors = async (
  debtors: readonly Debtor[],
  people: People,
  months: number,
  look: (debtor: Debtor) => Promise<void>,
) => {
  await new Promise(resolve => setTimeout(resolve, jobsMs));
  for (const debtor of debtors) {
    const { page, email, home } = debtor;
    const open = async () => {
      await page.clock.install({ time: Date.now() + months * monthMs });
      await page.context().clearCookies();
      await page.goto(home);
      await people.signInWith(page, email);
      await page.waitForURL(new RegExp(`^${home}`));
      await look(debtor);
    };
    await tell(`after ${months} months, ${debtor.look.name}`, open());
  }
};
