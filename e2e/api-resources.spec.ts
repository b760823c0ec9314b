import { freePort } from '../packages/server/src/http/testing/free-port.ts';
import { installFrameworks, startGuideProgram } from './support/guide-program.ts';
import { machineTokenFor } from './support/machine-token.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(600_000);
  await installFrameworks();
});

test('[NAV-7] an API resource is created, given permissions, edited, its change undone, and deleted', async ({
  console: page,
  product,
  management,
}) => {
  await page.goto(`${product.console}/api-resources`);
  await page.getByRole('button', { name: 'Create API resource' }).click();
  await expect(page).toHaveURL(/\/api-resources\/create$/);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create API resource' }).click();
  await expect(dialog.getByText('This field is required.').first()).toBeVisible();
  await dialog.getByLabel('Name').fill('Orders API');
  await dialog.getByLabel('API identifier').fill('not a uri');
  await dialog.getByRole('button', { name: 'Create API resource' }).click();
  await expect(dialog.getByText('Enter a valid URL, like https://example.com.')).toBeVisible();
  await dialog.getByLabel('API identifier').fill('https://api.example.com/orders');
  await dialog.getByRole('radio', { name: /Read and write/ }).check();
  await expect(dialog.getByText('read:orders, write:orders')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create API resource' }).click();
  await expect(page).toHaveURL(/\/api-resources\/[a-z0-9]+\/permissions$/);
  await expect(page.getByRole('heading', { name: 'Orders API' })).toBeVisible();
  await expect(page.getByText('2 permissions')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();

  await page.getByRole('button', { name: 'Create permission' }).first().click();
  await dialog.getByLabel('Permission').fill('read orders');
  await dialog.getByRole('button', { name: 'Create permission' }).click();
  await expect(dialog.getByRole('alert')).toContainText('space');
  await dialog.getByLabel('Permission').fill('read:orders');
  await dialog.getByLabel('Description').fill('See orders');
  await dialog.getByRole('button', { name: 'Create permission' }).click();
  await expect(page.getByRole('cell', { name: 'read:orders', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Add multiple' }).click();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'permissions.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('write:orders, Change orders\nread:orders, Already there\nrefund:orders'),
  });
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByLabel('Permissions')).toHaveValue('read:orders, Already there');
  await expect(dialog.getByRole('alert')).toContainText('already has a permission named read:orders.');
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 permissions')).toBeVisible();

  await page.getByRole('searchbox').fill('refund');
  await expect(page.getByText('1 permission', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/search=refund/);
  await page.getByRole('button', { name: 'refund:orders', exact: true }).click();
  await dialog.getByLabel('Description').fill('Pay back');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('cell', { name: 'Pay back' })).toBeVisible();

  await page.getByRole('link', { name: 'General' }).click();
  await page.getByLabel('Name').fill('Orders API 2');
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText('Name');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('API resource saved')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Orders API 2' })).toBeVisible();

  const id = page.url().split('/').at(-2) ?? '';
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  const change = history.getByRole('listitem').filter({ hasText: 'Orders API 2' });
  await change.getByRole('button', { name: 'Undo change' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo change' }).click();
  await expect(page.getByText('Change undone')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Orders API', exact: true })).toBeVisible();
  for (const seconds of Array(20).keys())
    await management('PATCH', `/resources/${id}`, { accessTokenTtl: 600 + seconds });
  await page.reload();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(history.getByRole('listitem')).toHaveCount(20);
  await history.getByRole('button', { name: 'Show older changes' }).click();
  await expect(history.getByText('Created · admin', { exact: true })).toBeVisible();
  await expect(history.getByRole('button', { name: 'Show older changes' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Open guide' }).click();
  const scopes: { id: string; name: string }[] = await management('GET', `/resources/${id}/scopes`);
  const role = await management('POST', '/roles', {
    name: 'Cashier',
    description: 'Pays back',
    type: 'MachineToMachine',
    scopeIds: scopes.map(scope => scope.id),
  });
  const resource = 'https://api.example.com/orders';
  const tokenWith = (scope: string) => machineTokenFor(product, management, { resource, scope }, [role.id]);
  const [first, second] = [scopes[0]!.name, scopes[1]!.name];
  const tokens = { [first]: await tokenWith(first), [second]: await tokenWith(second) };
  for (const framework of ['Express', 'Fastify']) {
    await page.getByRole('combobox', { name: 'Framework' }).click();
    await page.getByRole('option', { name: framework }).click();
    const install = page.getByRole('figure').filter({ hasText: `npm install ${framework.toLowerCase()}` });
    await expect(install).toBeVisible();
    const code = await page
      .getByRole('figure')
      .filter({ hasText: 'jwtVerify' })
      .locator('code')
      .textContent();
    const port = await freePort();
    const program = await startGuideProgram([{ file: 'server.mjs', code: code! }], 'node server.mjs', {
      port,
    });
    const ask = (token?: string, method = 'GET') =>
      fetch(`http://localhost:${port}/orders`, {
        method,
        headers: token ? { authorization: `Bearer ${token}` } : {},
      });
    await expect
      .poll(() =>
        ask().then(
          ({ status }) => status,
          () => program.output(),
        ),
      )
      .toBe(401);
    expect((await ask('broken')).status).toBe(401);
    expect((await ask(tokens[second])).status).toBe(403);
    expect(await (await ask(tokens[first])).json()).toMatchObject({ orders: [] });
    const preflight = await ask(undefined, 'OPTIONS');
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    await program.stop();
  }
  await page.getByRole('link', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/api-resources$/);
  await expect(page.getByText('API resource Orders API deleted')).toBeVisible();

  for (const name of ['Sea charts', 'Sea weather'])
    await management('POST', '/resources', { name, indicator: `https://${name.replace(' ', '-')}.example` });
  await page.getByRole('searchbox').fill('sea-');
  await expect(page.getByText('2 API resources')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No results.')).toBeVisible();
});

test('a list that is still being read when its rows are deleted does not bring them back', async ({
  console: page,
  product,
  management,
}) => {
  for (const name of ['Tide tables', 'Tide alarms'])
    await management('POST', '/resources', { name, indicator: `https://${name.replace(' ', '-')}.example` });
  await page.goto(`${product.console}/api-resources`);
  await expect(page.getByRole('link', { name: 'Tide tables' })).toBeVisible();

  const isRead = Promise.withResolvers<void>();
  const afterDeletion = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(/\/api\/resources\?.*search/, async route => {
    if (!isFirst) return route.continue();
    isFirst = false;
    const answer = await route.fetch();
    isRead.resolve();
    await afterDeletion.promise;
    await route.fulfill({ response: answer });
  });
  await page.getByRole('searchbox').fill('tide');
  await isRead.promise;
  for (const name of ['Tide tables', 'Tide alarms'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await management('GET', '/resources?search=tide')).length).toBe(0);
  afterDeletion.resolve();
  await expect(page.getByText('No results.')).toBeVisible();
});

test('[ENT-8] the server refuses what the form cannot know; the form points at the field and keeps what was typed', async ({
  console: page,
  product,
}) => {
  await page.goto(`${product.console}/api-resources/create`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Second management API');
  await dialog.getByLabel('API identifier').fill('https://default.gatehouse.app/api');
  await dialog.getByRole('button', { name: 'Create API resource' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Another API resource already uses the identifier https://default.gatehouse.app/api.',
  );
  await expect(dialog.getByLabel('API identifier')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Name')).toHaveValue('Second management API');
});

test('by keyboard alone: create, open by arrow keys, leave a dirty form only when asked', async ({
  console: page,
  product,
}) => {
  await page.goto(`${product.console}/api-resources`);
  await expect(page.getByRole('cell', { name: 'Management API', exact: true })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Keyboard API');
  // The term above the next field explains itself on the way.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type('https://keyboard.example.com');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/permissions$/);
  // Until the dialog is gone its field has the focus, and letters are letters.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(page).toHaveURL(/\/api-resources$/);

  await page.getByRole('link', { name: 'Keyboard API' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'General' }).click();
  await page.getByLabel('Name').fill('Changed');
  await page.getByRole('link', { name: 'Permissions' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay on page' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Changed');
  await page.getByRole('link', { name: 'Permissions' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave page' }).click();
  await expect(page).toHaveURL(/\/permissions$/);
});
