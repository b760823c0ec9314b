import type { Page } from '@playwright/test';
import { stopTime } from './support/clock.ts';
import { isTo } from './support/edge.ts';
import { openSelector } from './support/people.ts';
import { expect, test } from './support/test.ts';

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

test('[TEN-12] a link of an invitation that is unknown, of somebody else, used, or to a full tenant says so, once', async ({
  people,
  cloud,
}) => {
  const { page } = await people.tenantOwner();
  await page.goto(`${cloud.console}/accept/nosuchinvitation`);
  await expect(page.getByRole('heading', { name: 'Invitation not found' })).toBeVisible();

  const invitation = { id: 'used', organizationId: 't-x', tenantName: 'X', tenantTag: 'production' };
  await page.route('**/api/invitations/used', route =>
    route.fulfill({ json: { ...invitation, status: 'Revoked' } }),
  );
  await page.goto(`${cloud.console}/accept/used`);
  await expect(page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();

  for (const [code, status, words] of [
    ['tenant.invitation_not_pending', 422, 'This invitation is no longer valid'],
    ['subscription.limit_exceeded', 403, 'This tenant is full'],
  ] as const) {
    await page.route('**/api/invitations/refused', route =>
      route.fulfill({ json: { ...invitation, id: 'refused', status: 'Pending' } }),
    );
    await page.route('**/api/invitations/refused/status', route =>
      route.fulfill({ status, json: { code, message: 'Refused by the server.' } }),
    );
    await page.goto(`${cloud.console}/accept/refused`);
    await expect(page.getByRole('heading', { name: words })).toBeVisible();
    await expect(page.getByText('Refused by the server.')).toHaveCount(0);
  }

  await page.route('**/api/invitations/foreign', route =>
    route.fulfill({ status: 403, json: { code: 'invitation.other', message: 'Not yours.' } }),
  );
  await page.goto(`${cloud.console}/accept/foreign`);
  await page.getByRole('button', { name: 'Switch account' }).click();
  await expect(page).toHaveURL(/\/sign-in\?/);
  await page.unroute('**/api/invitations/foreign');
  await people.signInWith(page, await people.createAccount());
  await expect(page).toHaveURL(`${cloud.console}/accept/foreign`);
  await expect(page.getByRole('heading', { name: 'Invitation not found' })).toBeVisible();
  await page.context().close();
});

const invitation = {
  id: 'i1',
  organizationId: 't-x',
  tenantName: 'Pier',
  tenantTag: 'production',
  status: 'Pending',
};

test('[NAV-5] [TEN-3] [TEN-9] [TEN-11] [TEN-14] pending invitations are listed to those without a tenant and marked in the selector; invitations that cannot be sent keep nobody from their tenant, and are told of for exactly five seconds; without any tenant there is a place to begin', async ({
  people,
  cloud,
}) => {
  const { page } = await people.newcomer();
  await page.route('**/api/invitations', route => route.fulfill({ json: [invitation] }));
  await page.goto(cloud.console);
  await expect(page.getByRole('heading', { name: 'Find your tenants' })).toBeVisible();
  await expect(page.getByText('Pier')).toBeVisible();
  await expect(page.getByText('Production')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
  await page.route('**/invitations/i1/status', route => route.fulfill({ json: {} }), { times: 1 });
  const declined = page.waitForRequest(isTo('PATCH', '/invitations/i1/status'));
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click();
  expect((await declined).postDataJSON()).toEqual({ status: 'Revoked' });
  await expect(page.locator(':focus')).toHaveText(/Pier.*Join/);
  const saved = page.waitForRequest(isTo('PATCH', '/me/custom-data'));
  await page.getByRole('button', { name: 'Create new tenant' }).click();
  expect((await saved).postDataJSON()).toEqual({ onboarding: { isOnboardingDone: false } });
  await expect(page).toHaveURL(`${cloud.console}/onboarding/create-tenant`);

  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();

  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/tenants/*/invitations', async route => {
    asked.resolve();
    await held.promise;
    await route.fulfill({ status: 500, json: {} });
  });
  await page.getByLabel('Invite collaborators').fill('ann@harbour.example ');
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await said(page, 'is ready.');
  await asked.promise;
  await stopTime(page);
  held.resolve();
  const refusal = page.locator('[data-kind=error]', { hasText: 'The invitations could not be sent.' });
  await expect(refusal).toBeVisible();
  await page.clock.runFor(4999);
  await expect(refusal).not.toHaveAttribute('data-ending-style');
  await page.clock.runFor(1);
  await expect(refusal).toHaveAttribute('data-ending-style');
  await page.clock.resume();
  await expect(refusal).toHaveCount(0);
  await expect(page).toHaveURL(/\/get-started$/);
  await expect(page.getByTitle('Switch tenant')).toHaveText(/You have invitations/);
  await openSelector(page);
  await expect(page.getByRole('menuitem', { name: /Pier/ })).toBeVisible();

  await page.unroute('**/api/invitations');
  await page.route('**/api/tenants', route => route.fulfill({ json: [] }));
  await page.goto(cloud.console);
  await expect(page.getByRole('heading', { name: 'Your first tenant' })).toBeVisible();
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.context().close();
});
