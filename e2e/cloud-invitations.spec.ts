import type { Page } from '@playwright/test';
import { stopTime } from './support/clock.ts';
import { isTo } from './support/edge.ts';
import { openSelector } from './support/people.ts';
import type { Product } from './support/product.ts';
import { changeTenant } from './support/tenant-state.ts';
import { expect, test } from './support/test.ts';

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

/** Invites people to a tenant, as the member whose page it is. */
const inviterOf = async (page: Page, cloud: Product, tenantId: string) => {
  const asked = page.waitForRequest(request => request.url().includes(`/m/${tenantId}/api/`));
  await page.goto(`${cloud.console}/${tenantId}/api-resources`);
  const { authorization = '' } = await (await asked).allHeaders();
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${cloud.adminEndpoint}/api/tenants/${tenantId}/invitations${path}`, {
      method,
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
    return response;
  };
  return {
    invite: async (email: string): Promise<string> => {
      const answer = await ask('POST', '', { invitee: [email], roleName: 'collaborator' });
      const [{ id }] = await answer.json();
      return id;
    },
    revoke: (id: string) => ask('PATCH', `/${id}/status`, { status: 'Revoked' }),
  };
};

test('[TEN-12] the link of an invitation says whose it is, what has become of it, or that the tenant is full; else it leads into the tenant', async ({
  people,
  cloud,
}) => {
  test.slow();
  const owner = await people.tenantOwner('Harbour');
  const { invite, revoke } = await inviterOf(owner.page, cloud, owner.tenantId);
  const { page, email } = await people.tenantOwner('Own');
  const open = (id: string) => page.goto(`${cloud.console}/accept/${id}`);
  const heading = (name: string) => expect(page.getByRole('heading', { name })).toBeVisible();
  await open('nosuchinvitation');
  await heading('Invitation not found');

  const revoked = await invite(email);
  await revoke(revoked);
  await open(revoked);
  await heading('This invitation is no longer valid');

  const pending = await invite(email);
  await changeTenant(cloud, owner.tenantId, "update tenants set plan_id = 'free' where id = $1");
  await open(pending);
  await heading('This tenant is full');
  await changeTenant(cloud, owner.tenantId, "update tenants set plan_id = 'dev' where id = $1");

  const other = await people.createAccount();
  const foreign = await invite(other);
  await open(foreign);
  await page.getByRole('button', { name: 'Switch account' }).click();
  await expect(page).toHaveURL(/\/register\?/);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await people.signInWith(page, other);
  await expect(page).toHaveURL(`${cloud.console}/${owner.tenantId}/get-started`);
  await open(foreign);
  await heading('This invitation is no longer valid');
  await owner.page.context().close();
  await page.context().close();
});

const invitation = {
  id: 'i1',
  organizationId: 't-x',
  tenantName: 'Pier',
  tenantTag: 'production',
  status: 'Pending',
  inviterName: 'Ada',
};

test('[NAV-5] [TEN-3] [TEN-9] [TEN-11] [TEN-14] pending invitations are listed to those without a tenant and marked in the selector; invitations that cannot be sent do not block the tenant, and are reported for exactly five seconds; without any tenant there is a place to begin', async ({
  people,
  cloud,
}) => {
  const { page } = await people.newcomer();
  await page.route('**/api/invitations', route => route.fulfill({ json: [invitation] }));
  await page.goto(cloud.console);
  await expect(page.getByRole('heading', { name: 'Find your tenants' })).toBeVisible();
  await expect(page.getByText('Pier')).toBeVisible();
  await expect(page.getByText('Production')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join tenant' })).toBeVisible();
  await page.route('**/invitations/i1/status', route => route.fulfill({ json: {} }), { times: 1 });
  const declined = page.waitForRequest(isTo('PATCH', '/invitations/i1/status'));
  await page.getByRole('button', { name: 'Decline invitation' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline invitation' }).click();
  expect((await declined).postDataJSON()).toEqual({ status: 'Revoked' });
  await expect(page.locator(':focus')).toHaveText(/Pier.*Join/);
  const saved = page.waitForRequest(isTo('PATCH', '/me/custom-data'));
  await page.getByRole('button', { name: 'Create new tenant' }).click();
  expect((await saved).postDataJSON()).toEqual({ onboarding: { isOnboardingDone: false } });
  await expect(page).toHaveURL(`${cloud.console}/onboarding/create-tenant`);

  await expect(page.getByRole('button', { name: 'Join tenant' })).toBeVisible();

  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/tenants/*/invitations', async route => {
    asked.resolve();
    await held.promise;
    await route.fulfill({ status: 500, json: {} });
  });
  await page.getByLabel('Invite collaborators').fill('ann@harbour.example ');
  await page.getByRole('button', { name: 'Create tenant' }).click();
  // A note below the pointer waits for its reader.
  await page.mouse.move(0, 0);
  await said(page, /^Tenant “.+” created$/);
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
  await expect(page.getByRole('heading', { name: 'Create your first tenant' })).toBeVisible();
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.context().close();
});
