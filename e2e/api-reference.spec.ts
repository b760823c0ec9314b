import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('an operation is found by the name of a field, by keyboard, and its address can be shared', async ({
  page,
  product,
}) => {
  await page.goto(`${product.tenantEndpoint}/api/docs`);
  await page.keyboard.press('/');
  await page.keyboard.type('isSuspended');
  await expect(page.getByRole('option').first()).toContainText('/api/users/{userId}/is-suspended');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/api\/docs\/users#UpdateUserSuspension$/);
  await expect(page.locator('#UpdateUserSuspension h2')).toBeInViewport();

  await page.goto(`${product.tenantEndpoint}/api/docs/CreateRole`);
  await expect(page).toHaveURL(/\/api\/docs\/roles#CreateRole$/);
  const operation = page.locator('#CreateRole');
  await expect(operation.getByRole('heading', { name: 'Create a role' })).toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]')).toHaveText(
    'Roles',
  );
  await expect(operation.getByRole('tabpanel', { name: 'curl' })).toContainText('--request POST');
  await operation.getByRole('tab', { name: 'curl' }).press('ArrowRight');
  await expect(operation.getByRole('tabpanel', { name: 'TypeScript' })).toContainText("method: 'POST'");
  await expect(operation.getByRole('tabpanel', { name: 'curl' })).toBeHidden();
  await operation.getByText('Errors (').click();
  const refusal = operation.getByRole('row', { name: /role\.name_in_use/ });
  await expect(refusal).toContainText('422');
  await expect(refusal).toContainText('already exists');

  // The session is at the console's origin.
  await operation.getByRole('button', { name: 'Try it' }).click();
  await expect(operation.getByRole('link', { name: 'Open this page there' })).toHaveAttribute(
    'href',
    `${product.adminEndpoint}/api/docs/CreateRole`,
  );
});

test('requests are tried with the session of the console, and those that change something ask first', async ({
  console: page,
  product,
  management,
}) => {
  await page.goto(`${product.adminEndpoint}/api/docs/ListRoles`);
  const list = page.locator('#ListRoles');
  await list.getByRole('button', { name: 'Try it' }).click();
  await list.getByLabel('page_size').fill('1');
  await list.getByRole('button', { name: 'Send request' }).click();
  await expect(list.locator('.status')).toContainText('200 OK');
  await expect(list.locator('.status')).toContainText(/\d+ ms/);
  await expect(list.locator('.headers')).toContainText('total-number');
  await expect(list.locator('.headers')).toContainText('gatehouse-request-id');
  await expect(list.getByRole('region', { name: 'Response body' })).toContainText('"tenantId": "default"');
  await list.getByText('Request as curl').first().click();
  const sent = list.getByRole('region', { name: 'Request as curl' });
  await expect(sent).toContainText(`curl '${product.tenantEndpoint}/api/roles?page_size=1'`);
  await expect(sent).toContainText('Bearer $TOKEN');

  const create = page.locator('#CreateRole');
  await create.getByRole('button', { name: 'Try it' }).click();
  const body = create.getByLabel('Body');
  await body.fill('{ "name": ');
  await create.getByRole('button', { name: 'Send request' }).click();
  expect(await body.evaluate((field: HTMLTextAreaElement) => field.validationMessage)).toBe(
    'This is not valid JSON.',
  );
  const name = `tried ${Date.now()}`;
  await body.fill(JSON.stringify({ name, description: 'Made on the reference page' }));
  const isThere = async () =>
    (await management('GET', '/roles')).some((role: { name: string }) => role.name === name);
  await create.getByRole('button', { name: 'Send request' }).click();
  const question = page.getByRole('dialog', { name: 'Send this request?' });
  await expect(question).toContainText(`POST ${product.tenantEndpoint}/api/roles`);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect(await isThere()).toBe(false);
  await create.getByRole('button', { name: 'Send request' }).click();
  await question.getByRole('button', { name: 'Send request' }).click();
  await expect(create.locator('.status')).toContainText('200 OK');
  expect(await isThere()).toBe(true);
});

test('a request is sent with the permissions of the role: a collaborator is refused what administrators may do', async ({
  people,
  cloud,
}) => {
  const owner = await people.tenantOwner('Harbor');
  const address = `${cloud.adminEndpoint}/api/docs/tenants?tenant=${owner.tenantId}#UpdateTenantSettings`;
  const tryOn = async (page: typeof owner.page) => {
    await page.goto(address);
    const operation = page.locator('#UpdateTenantSettings');
    await operation.getByRole('button', { name: 'Try it' }).click();
    await operation.getByLabel('tenantId').fill(owner.tenantId);
    await operation.getByLabel('Body').fill('{ "isMfaRequired": false }');
    await operation.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click();
    return operation.locator('.status strong');
  };
  await expect(await tryOn(owner.page)).toHaveText('200 OK');

  const email = await people.createAccount();
  const [{ id: userId }] = await people.admin(
    'GET',
    `/users?search.primaryEmail=${encodeURIComponent(email)}`,
  );
  const organization = `/organizations/t-${owner.tenantId}`;
  const roles: { id: string; name: string }[] = await people.admin('GET', '/organization-roles');
  const collaborator = roles.find(({ name }) => name === 'collaborator');
  await people.admin('POST', `${organization}/users`, { userIds: [userId] });
  await people.admin('POST', `${organization}/users/${userId}/roles`, {
    organizationRoleIds: [collaborator?.id],
  });
  const browser = owner.page.context().browser();
  const page = await (await browser!.newContext()).newPage();
  await page.goto(address);
  await page.locator('#UpdateTenantSettings').getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('link', { name: 'Sign in to the console' }).click();
  await people.signInWith(page, email);
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await expect(await tryOn(page)).toHaveText('403 Forbidden');
  await expect(page.getByRole('region', { name: 'Response body' })).toContainText('auth.forbidden');
  await page.context().close();
  await owner.page.context().close();
});

test('in the cloud, examples have the address of the tenant that is open in the console, on every page', async ({
  people,
  cloud,
}) => {
  const { page, tenantId } = await people.tenantOwner('Samples');
  await page.goto(`${cloud.adminEndpoint}/api/docs?tenant=${tenantId}`);
  const tenantHost = `//${tenantId}.${new URL(cloud.tenantEndpoint).host}`;
  await expect(page.locator('pre').first()).toContainText(`${tenantHost}/oidc/token`);
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Roles', exact: true })
    .click();
  await expect(page.locator('#ListRoles').getByRole('tabpanel', { name: 'curl' })).toContainText(tenantHost);
  // The search works once the scripts of the page have run.
  await page.waitForLoadState('load');
  await page.keyboard.press('/');
  await page.keyboard.type('isSuspended');
  await expect(page.getByRole('option').first()).toContainText('/api/users/{userId}/is-suspended');
  await page.keyboard.press('Enter');
  const sample = page.locator('#UpdateUserSuspension').getByRole('tabpanel', { name: 'curl' });
  await expect(sample).toContainText(tenantHost);
  await page.context().close();
});

test('the reference fits a phone, reads from right to left, and has no barriers in either mode', async ({
  console: page,
  product,
}) => {
  await page.goto(`${product.adminEndpoint}/api/docs/CreateRole`);
  await page.locator('#CreateRole').getByRole('button', { name: 'Try it' }).click();
  await expect(page.locator('#CreateRole').getByLabel('Body')).toBeFocused();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `the API reference, ${colorScheme}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate(value => {
      document.documentElement.dir = value;
    }, direction);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
});
