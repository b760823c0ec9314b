import { expect, test } from './support/test.ts';

test('by keyboard alone: a webhook is created and opened from its list, changed, and deleted', async ({
  console: page,
  product,
}) => {
  const { keyboard } = page;
  await page.goto(`${product.console}/webhooks`);
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
  await keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await keyboard.type('Keyboard hook');
  await keyboard.press('Tab');
  await keyboard.type('https://hooks.example.com/keys');
  await keyboard.press('Tab');
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  await keyboard.type('user deleted');
  const event = dialog.getByRole('checkbox', { name: 'User deleted User.Deleted', exact: true });
  await expect(event).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: /^User created/ })).toHaveCount(0);
  for (let steps = 0; steps < 4 && !(await event.evaluate(box => box === document.activeElement)); steps++)
    await keyboard.press('Tab');
  await expect(event).toBeFocused();
  await keyboard.press('Space');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/webhooks\/\w+\/settings$/);
  await expect(dialog).toHaveCount(0);
  await page.locator('input[name=name]').focus();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('Renamed by keys');
  await keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: 'Renamed by keys' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Delete' }).focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).focus();
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/webhooks$/);
});

test('by keyboard alone: a company is connected, an entry of the log read, keys rotated, and a role of the template made', async ({
  console: page,
  product,
  management,
}) => {
  const { keyboard } = page;
  await page.goto(`${product.console}/enterprise-sso`);
  await expect(page.getByRole('heading', { name: 'Enterprise SSO', level: 1 })).toBeVisible();
  const dialog = page.getByRole('dialog');
  await expect(async () => {
    await keyboard.press('n');
    await expect(dialog).toBeVisible({ timeout: 2000 });
  }).toPass();
  const kind = dialog.getByRole('radio', { name: /^OIDC/ });
  await kind.focus();
  await keyboard.press('Space');
  await dialog.getByLabel('Name', { exact: true }).focus();
  await keyboard.type('Keyboard works');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/enterprise-sso\/\w+\/set-up$/);
  const id = page.url().split('/').at(-2);
  expect((await management('GET', `/sso-connectors/${id}`)).connectorName).toBe('Keyboard works');

  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Keyboard works' })).toBeVisible();
  await keyboard.press('g');
  await keyboard.press('l');
  await expect(page.getByRole('heading', { name: 'Audit logs', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Events', exact: true }).press('Enter');
  const entry = page.locator('[data-row-open]').first();
  await entry.focus();
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowUp');
  await expect(entry).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await keyboard.press('g');
  await keyboard.press('k');
  await expect(page.getByRole('row', { name: /Current/ })).toHaveCount(2);
  const rotate = page.getByRole('button', { name: 'Rotate cookie keys' });
  await rotate.focus();
  await expect(rotate).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate cookie keys' }).focus();
  await keyboard.press('Enter');
  await expect(page.getByText('Cookie keys rotated').first()).toBeVisible();

  await keyboard.press('g');
  await keyboard.press('t');
  await expect(page.getByRole('heading', { name: 'Organization template', level: 1 })).toBeVisible();
  await keyboard.press('n');
  await dialog.getByLabel('Name', { exact: true }).focus();
  await keyboard.type('Keyholder');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/organization-roles\/\w+\/permissions$/);
  await management('DELETE', `/organization-roles/${page.url().split('/').at(-2)}`);

  await expect(dialog).toHaveCount(0);
  await keyboard.press('g');
  await keyboard.press('s');
  const row = page.getByRole('row', { name: /Keyboard works/ });
  await row.getByRole('checkbox').focus();
  await keyboard.press('Space');
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).focus();
  await keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).focus();
  await keyboard.press('Enter');
  await expect(row).toHaveCount(0);
});

test('by keyboard alone: a guide is found, days before are looked at, a second factor and a longer password asked for, and the pages get a color', async ({
  console: page,
  product,
  management,
}) => {
  const { keyboard } = page;
  const { mfa, passwordPolicy, color } = await management('GET', '/sign-in-exp');
  await management('PATCH', '/sign-in-exp', { mfa: { policy: 'UserControlled', factors: [] } });
  const go = async (area: string) => {
    await page.getByRole('link', { name: area, exact: true }).focus();
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: area, level: 1 })).toBeVisible();
  };
  await page.goto(`${product.console}/get-started`);
  await expect(page.getByRole('searchbox')).toBeVisible();
  await keyboard.press('/');
  await keyboard.type('fastify');
  const guides = page.getByRole('main').getByRole('link', { name: /Fastify|React/ });
  await expect(guides).toHaveCount(1);
  for (let steps = 0; steps < 4 && !(await guides.evaluate(link => link === document.activeElement)); steps++)
    await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/guide=fastify$/);
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toBeFocused();
  await keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await go('Dashboard');
  await page.getByRole('button', { name: 'Custom range' }).focus();
  await keyboard.press('Enter');
  await page.getByLabel('To', { exact: true }).focus();
  await keyboard.type('01312026');
  // The first day follows a last day that lies before it.
  await expect(page).toHaveURL(/from=2026-01-\d\d&to=2026-01-31/);
  await expect(
    page.getByRole('table', { name: 'Daily active users' }).getByRole('rowheader').last(),
  ).toHaveText('Jan 31');

  await go('Multi-factor auth');
  await page.getByRole('switch', { name: /^Authenticator app/ }).focus();
  await keyboard.press('Space');
  await keyboard.press('Control+s');
  await expect(page.getByText('Settings saved').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);

  // The switch has the focus still, and takes no letters.
  await keyboard.press('g');
  await keyboard.press('y');
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible();
  await page.getByLabel('Minimum length').focus();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('11');
  await keyboard.press('Control+s');
  await expect
    .poll(() => management('GET', '/sign-in-exp'))
    .toMatchObject({ mfa: { factors: ['Totp'] }, passwordPolicy: { length: { min: 11 } } });
  // A field takes letters only.
  await page.getByLabel('Minimum length').focus();
  await keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await keyboard.type('sign-in experience');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sign-in-experience\/branding$/);
  const preview = page.frameLocator('iframe[title="Sign-in page preview"]');
  await page.getByRole('textbox', { name: 'Brand color' }).last().focus();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('#0A7D55');
  await expect(preview.getByRole('button', { name: 'Continue' })).toHaveCSS(
    'background-color',
    'rgb(10, 125, 85)',
  );
  await keyboard.press('Control+s');
  await expect
    .poll(() => management('GET', '/sign-in-exp'))
    .toMatchObject({ color: { primaryColor: '#0A7D55' } });
  await management('PATCH', '/sign-in-exp', { mfa, passwordPolicy, color });
});
