import type { Locator, Page } from '@playwright/test';
import { startMovableCloud } from './support/movable-cloud.ts';
import { choosePlan, openCreation, openSelector, pay, peopleOf } from './support/people.ts';
import { createAdministrator, expect, test } from './support/test.ts';

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

const dayMs = 24 * 60 * 60 * 1000;

const atHome = (page: Page) => expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();

const begin = async (page: Page, name: string) => {
  const plans = await choosePlan(page, name);
  await plans.getByRole('button', { name: 'Choose Pro' }).click();
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
};

test('checkouts that are declined, reloaded, abandoned, returned to and paid slowly leave nothing behind, and are paid for once', async ({
  people,
  cloud,
}) => {
  const { page, tenantId } = await people.tenantOwner();
  await begin(page, 'Slowpier');
  await page.clock.install();
  await page.getByRole('button', { name: 'Pay with a delay' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  await page.clock.fastForward(10_000);
  await said(page, 'The payment has not arrived yet.');

  await begin(page, 'Pier');
  const address = page.url();
  await page.goBack();
  await expect((await openCreation(page)).getByLabel('Tenant name')).toHaveValue('Pier');
  await page.goto(address);
  await page.reload();
  await page.getByRole('button', { name: 'Decline the card' }).click();
  await said(page, 'The card was declined.');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/${tenantId}/get-started`));
  await expect(page.getByRole('dialog', { name: 'Create tenant' }).getByLabel('Tenant name')).toHaveValue(
    'Pier',
  );
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await openSelector(page);
  await expect(page.getByRole('menuitem', { name: /Pier$/ })).toHaveCount(0);

  await page.goto(address);
  let isHeld = true;
  await page.route('**/api/checkout-session/*', route => (isHeld ? undefined : route.continue()));
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  await page.reload();
  isHeld = false;
  await said(page, 'Thank you. Your new plan is active.');
  await page.goto(address);
  await said(page, 'This checkout is already paid. You will not be charged again.');
  // The slow payment has come meanwhile, or is about to.
  await expect(async () => {
    await page.goto(cloud.console);
    await openSelector(page);
    await expect(page.getByRole('menuitem', { name: /Slowpier/ })).toHaveCount(1, { timeout: 1000 });
  }).toPass();
  await expect(page.getByRole('menuitem', { name: /^Pier/ })).toHaveCount(1);
  await page.context().close();
});

test('[BILL-12] [NAV-4] a checkout that is reopened after a day is over, costs nothing and shows the way; a new one is paid once; when its card fails, the plan is overdue, then the tenant suspended, until it is paid', async ({
  browser,
}) => {
  test.slow();
  const cloud = await startMovableCloud();
  try {
    await createAdministrator(cloud);
    const people = await peopleOf(browser, cloud);
    const { page, email } = await people.tenantOwner();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await begin(page, 'Pier');

    let now = Date.now() + dayMs;
    cloud.passDay();
    await page.clock.install({ time: now });
    await pay(page);
    await said(page, 'Checkout closed');
    await said(page, /expires after one day.*You were not charged/);
    await page.getByRole('link', { name: 'Back to console' }).click();
    await atHome(page);
    await begin(page, 'Pier');
    await pay(page);
    await said(page, 'Thank you. Your new plan is active.');
    await openSelector(page);
    await expect(page.getByRole('menuitem', { name: /^Pier/ })).toHaveCount(1);
    const [, tenantId] = new URL(page.url()).pathname.split('/');
    const tenant = `${cloud.console}/${tenantId}`;
    await page.goto(`${tenant}/tenant-settings/billing-history`);
    await expect(page.getByRole('row', { name: /Paid/ })).toHaveCount(1);

    /** A month later the session is over, and so is the paid time; the job that looks after that runs every second. */
    const returnAfterMonth = async (sight: Locator) => {
      // A page that is open finds out that its session is over, and leads to the sign-in page amid the visit below.
      await page.goto('about:blank');
      now += 31 * dayMs;
      cloud.passMonth();
      await page.clock.setSystemTime(now);
      await page.goto(`${tenant}/applications`);
      await people.signInWith(page, email);
      await expect(async () => {
        const isSeen = await sight.waitFor({ timeout: 3000 }).then(
          () => true,
          () => false,
        );
        if (!isSeen) await page.reload();
        expect(isSeen).toBe(true);
      }).toPass();
    };
    await button('Manage payment').click();
    await button('Use a declined card').click();
    const dialog = page.getByRole('dialog', { name: 'A payment is overdue' });
    await returnAfterMonth(dialog);
    await expect(dialog).toContainText('“Pier” has unpaid invoices totaling $16.00.');
    await dialog.getByRole('button', { name: 'Pay now' }).click();
    await page.getByRole('link', { name: 'Back to console' }).click();
    await expect(page.getByRole('row', { name: /Unpaid/ })).toHaveCount(1);

    await returnAfterMonth(page.getByRole('heading', { name: 'This tenant is suspended' }));
    await expect(page.getByRole('main').locator('p')).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'Contact us' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await openSelector(page);
    await expect(page.getByRole('menuitem', { name: /Pier.*Suspended/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await button('Downgrade to Free').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Downgrade to Free' }).click();
    await said(page, 'Plan changed');
    await expect(button('Downgrade to Free')).toHaveCount(0);
    await button('Pay now').click();
    await button('Pay $32.00').click();
    await said(page, 'The card was declined.');
    await button('Use a valid card').click();
    await button('Pay $32.00').click();
    await expect(page.getByRole('cell', { name: 'Unpaid' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to console' }).click();
    await atHome(page);
    await page.context().close();
  } finally {
    await cloud.stop();
  }
});
