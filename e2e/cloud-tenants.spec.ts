import type { Page } from '@playwright/test';
import { answer, isTo } from './support/edge.ts';
import { managementOf } from './support/management.ts';
import { openSelector, pay } from './support/people.ts';
import { expect, signIn, test } from './support/test.ts';

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

test('[NAV-5] [TEN-8] [TEN-9] [TEN-10] [TEN-16] somebody new creates a first tenant and invites others; addresses that are none are marked and left out', async ({
  people,
  cloud,
}) => {
  const { page } = await people.newcomer();
  await expect(page).toHaveURL(`${cloud.console}/onboarding/create-tenant`);
  await expect(page.getByRole('radio', { name: /Europe/ })).toBeChecked();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-appearance', 'light');
  await page.getByRole('radio', { name: /Japan/ }).check();

  const tags = page.getByLabel('Invite collaborators');
  await tags.pressSequentially('ann@harbour.example bea@harbour.example');
  await tags.press('Enter');
  await tags.pressSequentially('nobody');
  await tags.blur();
  await said(page, 'Addresses marked in red are not email addresses.');
  await tags.pressSequentially('x@y.z ');
  await tags.press('Backspace');
  await tags.press('Backspace');
  await expect(page.getByRole('button', { name: 'Remove x@y.z' })).toHaveCount(0);

  const invitation = page.waitForRequest(isTo('POST', '/invitations'));
  const creation = page.waitForRequest(isTo('POST', '/tenants'));
  await page.getByRole('button', { name: 'Create tenant' }).click();
  expect((await creation).postDataJSON()).toEqual({
    name: 'My project',
    regionName: 'JP',
    tag: 'development',
  });
  expect((await invitation).postDataJSON()).toEqual({
    invitee: ['ann@harbour.example', 'bea@harbour.example'],
    roleName: 'collaborator',
  });
  await said(page, '“My project” is ready.');
  await said(page, 'The invitations are on their way.');
  await expect(page).toHaveURL(/\/[a-z0-9]+\/get-started$/);
  const tenantId = new URL(page.url()).pathname.split('/')[1];

  await page.goto(`${cloud.console}/onboarding`);
  await expect(page).toHaveURL(`${cloud.console}/${tenantId}/get-started`);
  await page.context().close();
});

test('[TEN-9] invitations that cannot be sent are told of, and the tenant is there', async ({ people }) => {
  const { page } = await people.newcomer();
  await answer(page, 'POST', '/invitations', { status: 500, json: { message: 'No.' } });
  await page.route('**/api/tenants/*/invitations', route => route.fulfill({ status: 500, json: {} }));
  await page.getByLabel('Invite collaborators').fill('ann@harbour.example ');
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await said(page, 'The invitations could not be sent.');
  await expect(page).toHaveURL(/\/get-started$/);
  await page.context().close();
});

test('[ADDR-1] [ADDR-5] [TEN-2] [TEN-3] [TEN-4] [TEN-6] the selector shows every tenant, creates one, and what was selected is opened next time', async ({
  people,
  cloud,
}) => {
  const { page, tenantId } = await people.tenantOwner('Harbour');
  await openSelector(page);
  await expect(page.getByRole('menuitem', { name: /Harbour.*Europe.*Development.*Open now/ })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Create tenant' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create tenant' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /Development/ })).toBeChecked();
  await dialog.getByLabel('Tenant name').fill('Lighthouse');
  await dialog.getByRole('button', { name: 'Create tenant' }).click();
  await said(page, '“Lighthouse” is ready.');
  await expect(page).not.toHaveURL(new RegExp(tenantId));
  const second = new URL(page.url()).pathname.split('/')[1];

  await openSelector(page);
  await page.getByRole('menuitem', { name: /Harbour/ }).click();
  await expect(page).toHaveURL(`${cloud.console}/${tenantId}/get-started`);
  await openSelector(page);
  await page.getByRole('menuitem', { name: /Lighthouse/ }).click();
  await expect(page).toHaveURL(`${cloud.console}/${second}/get-started`);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('open tenant harb');
  await expect(page.getByRole('option', { name: /Harbour/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${cloud.console}/${tenantId}/get-started`);
  await openSelector(page);
  await page.getByRole('menuitem', { name: /Lighthouse/ }).click();
  await expect(page).toHaveURL(`${cloud.console}/${second}/get-started`);

  await page.goto(cloud.console);
  await expect(page).toHaveURL(`${cloud.console}/${second}/get-started`);
  await page.goto(`${cloud.console}/nosuch/applications`);
  await expect(page).toHaveURL(`${cloud.console}/${second}/get-started`);
  await page.goto(`${cloud.console}/console/applications`);
  await expect(page).toHaveURL(`${cloud.console}/${second}/applications`);
  await page.context().close();
});

test('[TEN-6] [TEN-7] [BILL-4] [BILL-5] [BILL-6] a production tenant chooses its plan: Free is made at once, Pro is paid for first', async ({
  people,
}) => {
  const { page } = await people.tenantOwner();
  const choosePlan = async (name: string, plan: string) => {
    await openSelector(page);
    await page.getByRole('menuitem', { name: 'Create tenant' }).click();
    await page.getByLabel('Tenant name').fill(name);
    await page.getByRole('radio', { name: /Production/ }).check();
    await page.getByRole('button', { name: 'Create tenant' }).click();
    await expect(page.getByRole('dialog', { name: 'Choose a plan' })).toContainText('Most popular');
    await page.getByRole('button', { name: `Choose ${plan}` }).click();
  };
  await choosePlan('Quay', 'Free');
  await said(page, '“Quay” is ready.');
  await expect(page.getByTitle('Switch tenant')).toHaveText(/Quay/);

  await choosePlan('Pier', 'Pro');
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
  const stored = JSON.parse(
    (await page.evaluate(() => sessionStorage.getItem('gatehouse:checkout-session'))) ?? '{}',
  );
  expect(stored.state).toHaveLength(6);
  expect(stored.sessionId).toBeTruthy();
  await pay(page);
  await said(page, 'Thank you. The new plan is active.');
  await expect(page.getByTitle('Switch tenant')).toHaveText(/Pier/);
  expect(await page.evaluate(() => sessionStorage.getItem('gatehouse:checkout-session'))).toBeNull();
  await openSelector(page);
  await expect(page.getByRole('menuitem', { name: /Pier.*Production.*Pro/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Quay.*Production.*Free/ })).toBeVisible();
  await page.context().close();
});

test('[BILL-5] [BILL-7] a callback that is not the stored one goes home, and a payment that does not arrive is given up', async ({
  people,
  cloud,
}) => {
  const { page, tenantId } = await people.tenantOwner();
  const store = (value: object) =>
    page.evaluate(text => sessionStorage.setItem('gatehouse:checkout-session', text), JSON.stringify(value));
  await store({ state: 'abcdef', sessionId: 'none' });
  await page.goto(`${cloud.console}/checkout-success-callback?state=ghijkl`);
  await expect(page).toHaveURL(`${cloud.console}/${tenantId}/get-started`);

  await page.route('**/api/checkout-session/*', route =>
    route.fulfill({ json: { status: 'open', tenantId: null, skuId: 'pro' } }),
  );
  await page.goto(`${cloud.console}/checkout-success-callback?state=abcdef`);
  await said(page, 'The payment has not arrived yet.');
  await expect(page).toHaveURL(`${cloud.console}/${tenantId}/get-started`);
  expect(await page.evaluate(() => sessionStorage.getItem('gatehouse:checkout-session'))).toBeNull();
  await page.context().close();
});

test('[BILL-7] a checkout without an address to go to says so, and a second one does not start while one runs', async ({
  people,
}) => {
  const { page } = await people.tenantOwner();
  let requests = 0;
  await page.route('**/api/checkout-session', route => {
    requests += 1;
    return route.fulfill({ status: 201, json: { redirectUri: '', sessionId: 's' } });
  });
  await openSelector(page);
  await page.getByRole('menuitem', { name: 'Create tenant' }).click();
  await page.getByLabel('Tenant name').fill('Pier');
  await page.getByRole('radio', { name: /Production/ }).check();
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await page.getByRole('button', { name: 'Choose Pro' }).dblclick();
  await said(page, 'Something went wrong. Nothing has been charged.');
  expect(requests).toBe(1);
  await page.context().close();
});

test('[TEN-12] a link of an invitation that is unknown, of somebody else, or used says so', async ({
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

test('[NAV-5] [TEN-3] [TEN-11] [TEN-14] pending invitations are listed to those without a tenant and marked in the selector; without any there is a place to begin', async ({
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
  const saved = page.waitForRequest(isTo('PATCH', '/me/custom-data'));
  await page.getByRole('button', { name: 'Create new tenant' }).click();
  expect((await saved).postDataJSON()).toEqual({ onboarding: { isOnboardingDone: false } });
  await expect(page).toHaveURL(`${cloud.console}/onboarding/create-tenant`);

  await page.getByRole('button', { name: 'Create tenant' }).click();
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

test('[NAV-3] [NAV-4] the shell waits for the tenant’s plan and usage; a suspended tenant shows why and whom to ask', async ({
  people,
  cloud,
}) => {
  const { page, tenantId } = await people.tenantOwner();
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route('**/subscription-usage', async route => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('main').getByText('Loading')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Get started' })).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();

  await page.route('**/api/tenants', async route => {
    const response = await route.fetch();
    const list = await response.json();
    await route.fulfill({ response, json: list.map((tenant: object) => ({ ...tenant, isSuspended: true })) });
  });
  await page.goto(`${cloud.console}/${tenantId}/applications`);
  await expect(page.getByRole('heading', { name: 'This tenant is suspended' })).toBeVisible();
  await expect(page.getByRole('main').locator('p')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Contact us' })).toBeVisible();
  await page.context().close();
});

test('[ROLE-5] [ROLE-7] [ROLE-8] who may only look is told so at every control; who may do nothing in a tenant leaves it; a token that says too much or too little is renewed', async ({
  people,
  cloud,
}) => {
  const { page, tenantId } = await people.tenantOwner();
  await (await managementOf(page, cloud, tenantId))('POST', '/roles', {
    name: 'Reader',
    description: 'Reads',
  });
  const grant = (names: string[]) =>
    page.route('**/members/*/scopes', route => route.fulfill({ json: names.map(name => ({ name })) }));
  await grant(['read:data']);
  const renewal = page.waitForRequest(
    request => isTo('POST', '/oidc/token')(request) && !!request.postData()?.includes(`t-${tenantId}`),
  );
  await page.goto(`${cloud.console}/${tenantId}/api-resources`);
  await renewal;
  await expect(page.getByRole('heading', { name: 'API resources' })).toBeVisible();
  const why = 'Your role in this tenant does not allow changes. Ask an administrator.';
  await expect(page.getByText('You can look at everything here, but not change it')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create API resource' })).toBeDisabled();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/api-resources$/);
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Create role' }).first()).toHaveAttribute('title', why);
  await page
    .getByRole('row', { name: /Reader/ })
    .getByRole('button', { name: /^More actions/ })
    .click();
  await expect(page.getByRole('menuitem', { name: /Delete.*Ask an administrator/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Multi-factor auth' }).click();
  await page.getByRole('switch', { name: /Authenticator app/ }).click();
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(bar).toContainText(why);
  await expect(bar.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await bar.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('link', { name: 'Signing keys' }).click();
  await page
    .getByRole('button', { name: /^Rotate/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByText(why)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.unroute('**/members/*/scopes');
  await grant(['read:data', 'fly:data']);
  const consent = page.waitForRequest(
    request => request.url().includes('/oidc/auth?') && request.url().includes('prompt=consent'),
  );
  await page.goto(`${cloud.console}/${tenantId}/api-resources`);
  await consent;

  await page.unroute('**/members/*/scopes');
  await grant([]);
  await page.goto(`${cloud.console}/${tenantId}/api-resources`);
  await expect(page.getByRole('heading', { name: 'Your first tenant' })).toBeVisible();
  await page.context().close();
});

test('[REQ-9] usage is asked for again after something was created', async ({ people, cloud }) => {
  const { page, tenantId } = await people.tenantOwner();
  await page.goto(`${cloud.console}/${tenantId}/api-resources/create`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Orders');
  await dialog.getByLabel('API identifier').fill('https://orders.example.com');
  const asked = ['/subscription', '/subscription-usage', '/subscription/periodic-usage'].map(path =>
    page.waitForRequest(isTo('GET', `/api/tenants/${tenantId}${path}`)),
  );
  await dialog.getByRole('button', { name: 'Create API resource' }).click();
  await Promise.all(asked);
  await page.context().close();
});

test('[ADDR-5] the first administrator of the cloud has the default tenant', async ({ page, cloud }) => {
  await page.goto(cloud.console);
  await signIn(page);
  await expect(page).toHaveURL(`${cloud.console}/default/get-started`);
});
