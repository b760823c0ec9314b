import type { Locator, Page } from '@playwright/test';
import { isTo } from './support/edge.ts';
import { managementOf } from './support/management.ts';
import { openSelector } from './support/people.ts';
import { expect, signIn, test } from './support/test.ts';

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

test('[NAV-5] [PREF-2] [TEN-8] [TEN-9] [TEN-10] [TEN-16] a new user creates a first tenant and invites others; addresses that are none are marked and left out', async ({
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
  const heightOf = async (box: Locator) => (await box.boundingBox())?.height;
  expect(await heightOf(tags.locator('..'))).toBe(await heightOf(page.getByLabel('Tenant name')));
  await tags.pressSequentially('ann@harbour.example bea@harbour.example');
  await tags.press('Enter');
  await tags.pressSequentially('nobody');
  await tags.blur();
  await said(page, 'The addresses marked in red are not valid email addresses');
  await tags.pressSequentially('x@y.z ');
  await tags.press('Backspace');
  await expect(page.getByRole('button', { name: 'Remove x@y.z' })).toHaveCount(1);
  await tags.press('Backspace');
  await expect(page.getByRole('button', { name: 'Remove x@y.z' })).toHaveCount(0);

  const invitation = page.waitForRequest(isTo('POST', '/invitations'));
  const creation = page.waitForRequest(isTo('POST', '/tenants'));
  const remembered = page.waitForResponse(response =>
    response.request().postData()?.includes('defaultTenantId') ? response.ok() : false,
  );
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
  await said(page, 'Tenant “My project” created');
  await said(page, 'Invitations sent');
  await expect(page).toHaveURL(/\/[a-z0-9]+\/get-started$/);
  const tenantId = new URL(page.url()).pathname.split('/')[1];
  await remembered;

  const kept = page.waitForResponse(response => isTo('GET', '/me/custom-data')(response.request()));
  await page.goto(`${cloud.console}/onboarding`);
  expect(await (await kept).json()).toMatchObject({
    onboarding: { isOnboardingDone: true },
    defaultTenantId: tenantId,
  });
  await expect(page).toHaveURL(`${cloud.console}/${tenantId}/get-started`);
  await page.context().close();
});

test('[ADDR-1] [ADDR-5] [REQ-10] [TEN-2] [TEN-3] [TEN-4] [TEN-6] the selector shows every tenant, creates one, and what was selected is opened next time', async ({
  people,
  cloud,
}) => {
  const { page, tenantId } = await people.tenantOwner('Harbour');
  await openSelector(page);
  await expect(
    page
      .getByRole('group', { name: 'Development' })
      .getByRole('menuitem', { name: /Harbour.*Europe.*Current tenant/ }),
  ).toBeVisible();
  await page.getByRole('menuitem', { name: 'Create tenant' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Tenant name')).toHaveValue('My project');
  await dialog.getByLabel('Tenant name').fill('');
  await dialog.getByRole('button', { name: 'Create tenant' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /Development/ })).toBeChecked();
  await dialog.getByLabel('Tenant name').fill('Lighthouse');
  await dialog.getByRole('button', { name: 'Create tenant' }).click();
  await said(page, 'Tenant “Lighthouse” created');
  await expect(page).not.toHaveURL(new RegExp(tenantId));
  const second = new URL(page.url()).pathname.split('/')[1] ?? '';

  await openSelector(page);
  await page.getByRole('menuitem', { name: /Harbour/ }).click();
  await expect(page).toHaveURL(`${cloud.console}/${tenantId}/get-started`);
  // Data of the tenant is requested again, data of the user is not.
  const asked: string[] = [];
  page.on('request', request => {
    if (request.method() === 'GET') asked.push(new URL(request.url()).pathname);
  });
  const refreshed = [new RegExp(`/m/${second}/api/`), /\/api\/tenants$/, /\/api\/invitations$/].map(url =>
    page.waitForRequest(url),
  );
  await openSelector(page);
  await page.getByRole('menuitem', { name: /Lighthouse/ }).click();
  await expect(page).toHaveURL(`${cloud.console}/${second}/get-started`);
  await Promise.all(refreshed);
  expect(asked.filter(path => path === '/me' || path.includes('/.well-known/'))).toEqual([]);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('switch to tenant harb');
  await expect(page.getByRole('option', { name: /Harbour/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${cloud.console}/${tenantId}/get-started`);
  await openSelector(page);
  const isKept = page.waitForResponse(
    answer =>
      answer.url().endsWith('/me/custom-data') && answer.request().postData()?.includes(second) === true,
  );
  await page.getByRole('menuitem', { name: /Lighthouse/ }).click();
  await expect(page).toHaveURL(`${cloud.console}/${second}/get-started`);
  await isKept;

  await page.goto(cloud.console);
  await expect(page).toHaveURL(`${cloud.console}/${second}/get-started`);
  await page.goto(`${cloud.console}/nosuch/applications`);
  await expect(page).toHaveURL(`${cloud.console}/${second}/get-started`);
  await page.goto(`${cloud.console}/console/applications`);
  await expect(page).toHaveURL(`${cloud.console}/${second}/applications`);
  await page.context().close();
});

test('[NAV-3] [REQ-9] the shell waits for the tenant’s plan and usage, and asks for them again after something was created', async ({
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

  await page.goto(`${cloud.console}/${tenantId}/api-resources/create`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Orders');
  await dialog.getByLabel('API identifier').fill('https://orders.example.com');
  const asked = ['/subscription', '/subscription-usage', '/subscription/periodic-usage'].map(path =>
    page.waitForRequest(isTo('GET', `/api/tenants/${tenantId}${path}`)),
  );
  await dialog.getByRole('button', { name: 'Create API resource' }).click();
  await Promise.all(asked);
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const again = page.waitForRequest(isTo('GET', `/api/tenants/${tenantId}/subscription-usage`));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await again;
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
  await expect(page.getByText('You have read-only access')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create API resource' })).toBeDisabled();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/api-resources$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('create');
  await expect(page.getByText('No results for “create”')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Create role' }).first()).toHaveAttribute('title', why);
  await page
    .getByRole('row', { name: /Reader/ })
    .getByRole('button', { name: /^More actions/ })
    .click();
  await expect(page.getByRole('menuitem', { name: /Delete.*Ask an administrator/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Multi-factor auth' }).click();
  await expect(page.getByRole('switch', { name: /Authenticator app/ })).toBeDisabled();
  await expect(page.getByRole('radio', { name: /^Required/ }).first()).toBeDisabled();
  await page.getByRole('link', { name: 'Signing keys' }).click();
  const rotate = page.getByRole('button', { name: /^Rotate/ });
  await expect(rotate).toHaveCount(2);
  for (const button of await rotate.all()) {
    await expect(button).toBeDisabled();
    await expect(button).toHaveAttribute('title', why);
  }

  // A token with less than the role has, as after a promotion.
  await page.route('**/oidc/token', route => {
    const body = new URLSearchParams(route.request().postData() ?? '');
    if (body.has('organization_id')) body.set('scope', 'read:data');
    return route.continue({ postData: body.toString() });
  });
  const narrowed = page.waitForResponse(response => isTo('POST', '/oidc/token')(response.request()));
  await page.goto(`${cloud.console}/${tenantId}/api-resources`);
  await narrowed;
  await expect(page.getByText('You have read-only access')).toBeVisible();
  await page.unroute('**/members/*/scopes');
  const consent = page.waitForRequest(
    request => request.url().includes('/oidc/auth?') && request.url().includes('prompt=consent'),
  );
  await page.goto(`${cloud.console}/${tenantId}/api-resources`);
  await consent;

  await page.unroute('**/members/*/scopes');
  await grant([]);
  // Taken out while the page loads: the list that came with it still has the tenant, and the next one does not.
  await page.route('**/api/tenants', route => route.fulfill({ json: [] }));
  await page.route('**/api/tenants', route => route.continue(), { times: 1 });
  await page.goto(`${cloud.console}/${tenantId}/api-resources`);
  await expect(page.getByRole('heading', { name: 'Create your first tenant' })).toBeVisible();
  await page.context().close();
});

test('[ADDR-5] the first administrator of the cloud has the default tenant', async ({ page, cloud }) => {
  await page.goto(cloud.console);
  await signIn(page);
  await expect(page).toHaveURL(`${cloud.console}/default/get-started`);
});
