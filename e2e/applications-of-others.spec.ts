import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const tab = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).click();
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();

test('[NAV-8][UI-14] applications of others and SAML applications have what they need', async ({
  console: page,
  product,
  management,
}) => {
  const { id: resourceId } = await management('POST', '/resources', {
    name: 'Timetable API',
    indicator: 'https://timetable.example/api',
  });
  await management('POST', `/resources/${resourceId}/scopes`, { name: 'read:times', description: null });
  await page.goto(`${product.console}/applications/third-party-applications`);
  await page.getByLabel('Accept these clients').click();
  // The list is for all such clients, and not for one application.
  await expect(page.getByText('These apps can only identify the user who signs in.')).toBeVisible();
  await expect(page.getByText(/this application/i)).toHaveCount(0);
  await page.getByRole('button', { name: 'Add permissions' }).first().click();
  await expect(
    page.getByRole('heading', { name: 'Add permissions for all self-registered apps' }),
  ).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /^email/ })
    .check();
  await page.getByRole('dialog').getByRole('button', { name: 'Add permissions' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'email' })).toBeVisible();
  expect(await management('GET', '/cimd/user-consent-scopes')).toMatchObject({ userScopes: ['email'] });
  await page.getByLabel('Accept these clients').click();
  await expect(page.getByRole('row').filter({ hasText: 'email' })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Registration policy' }).click();
  await page.getByRole('option', { name: 'Any software' }).click();
  await expect(page.getByText('Anyone on the internet can add apps to this tenant.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Registration policy' }).click();
  await page.getByRole('option', { name: 'Software with an initial access token' }).click();
  await expect(page.getByText(`${product.tenantEndpoint}/oidc/register`)).toBeVisible();
  await page.getByLabel('Maximum number of registered apps').fill('1.5');
  const hosts = page.getByRole('group', { name: /^Allowed redirect hosts/ }).getByRole('textbox');
  await hosts.fill('https://robot.example/callback');
  await save(page);
  await expect(page.getByText('Enter a whole number.')).toBeVisible();
  await expect(page.getByText('Enter only a host, such as app.example.com')).toBeVisible();
  await page.getByLabel('Maximum number of registered apps').fill('7');
  await hosts.fill('Robot.Example');
  await save(page);
  await expect(page.getByText('Client registration settings saved').first()).toBeVisible();
  await expectAccessible(page, 'client registration');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Robots');
  await page.getByRole('dialog').getByLabel('Maximum number of uses').fill('3');
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
  const value = (await page.getByRole('dialog').getByText(/^iat_/).textContent()) ?? '';
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  const registered = await fetch(`${product.tenantEndpoint}/oidc/register`, {
    method: 'POST',
    headers: { authorization: `Bearer ${value}`, 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Robot', redirect_uris: ['https://robot.example/callback'] }),
  });
  expect(registered.status).toBe(201);
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'Robots' })).toContainText('1 / 3');
  await page.getByRole('link', { name: 'Robot (robot.example)' }).click();
  await expect(page.getByText('Self-registered')).toBeVisible();
  await expect(page.getByText('This app registered with the initial access token Robots')).toBeVisible();
  await tab(page, 'Permissions');
  await expect(page.getByText('permissions for all self-registered apps')).toBeVisible();
  await page.goto(`${product.console}/applications/third-party-applications`);
  await page.getByRole('button', { name: 'Create application' }).first().click();
  await expect(page.getByRole('region')).toHaveCount(1);
  await page.getByRole('link', { name: 'Third-party single-page app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Trip planner');
  await dialog.getByRole('button', { name: 'Create application' }).click();
  await expect(page).toHaveURL(/\/guide\/third-party-spa$/);
  const id = page.url().split('/').at(-3) ?? '';
  await page.goto(`${product.console}/applications/${id}`);
  await expect(page).toHaveURL(/\/settings$/);
  await tab(page, 'Permissions');
  await page.getByRole('button', { name: 'Add permissions' }).first().click();
  await dialog.getByRole('checkbox', { name: /^email/ }).check();
  await dialog.getByRole('checkbox', { name: 'Timetable API' }).check();
  await dialog.getByRole('button', { name: 'Add permissions' }).click();
  await expect(page.getByText('2 permissions added').first()).toBeVisible();
  await page.getByRole('button', { name: 'More actions for email' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'email' })).toHaveCount(0);
  expect(await management('GET', `/applications/${id}/user-consent-scopes`)).toMatchObject({
    userScopes: [],
    resourceScopes: [{ resource: { id: resourceId }, scopes: [{ name: 'read:times' }] }],
  });
  await tab(page, 'Branding');
  await page.getByLabel('Display name').fill('Trips by Example');
  await page.getByLabel('Terms of use').fill('terms');
  await page.getByRole('textbox', { name: /^Brand color(?! on)/ }).fill('#123456');
  await save(page);
  await expect(page.getByText('Enter a valid URL, like https://example.com.')).toBeVisible();
  await page.getByLabel('Terms of use').fill('https://trips.example/terms');
  await save(page);
  await expect(page.getByText('Branding saved').first()).toBeVisible();
  await expectAccessible(page, 'branding');
  expect(await management('GET', `/applications/${id}/sign-in-experience`)).toMatchObject({
    displayName: 'Trips by Example',
    color: { primaryColor: '#123456' },
  });

  await page.goto(`${product.console}/applications/create?guide=saml`);
  await dialog.getByLabel('Name', { exact: true }).fill('Harbour wiki');
  await dialog.getByLabel('Assertion consumer service (ACS) URL').fill('https://wiki.example/acs');
  await dialog.getByRole('button', { name: 'Create application' }).click();
  await expect(page).toHaveURL(/\/guide\/saml$/);
  const samlId = page.url().split('/').at(-3) ?? '';
  await page.getByRole('link', { name: 'Go to settings' }).click();
  await page.getByRole('button', { name: 'Create certificate' }).click();
  await dialog.getByRole('button', { name: 'Create certificate' }).click();
  const inactive = page.getByRole('row').filter({ hasText: 'Inactive' });
  await inactive.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Activate certificate' }).click();
  await expect(page.getByText('Certificate activated').first()).toBeVisible();
  await inactive.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(inactive).toHaveCount(0);
  await page.getByLabel('Encrypt assertions').check();
  await save(page);
  await expect(page.getByText(/PEM/).last()).toBeVisible();
  const certificate = page.getByRole('textbox', { name: 'Service provider certificate' });
  await certificate.fill('-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----');
  await save(page);
  await expect(certificate).toHaveAccessibleDescription(/This is not a certificate in PEM format/);
  await page.getByLabel('Encrypt assertions').uncheck();
  await page.getByRole('button', { name: 'Import metadata' }).click();
  await dialog.getByRole('button', { name: 'Import metadata' }).click();
  await expect(dialog.getByLabel('Metadata URL')).toHaveAccessibleDescription('This field is required.');
  await dialog.getByLabel('Metadata URL').fill(`${product.tenantEndpoint}/oidc/jwks`);
  await dialog.getByRole('button', { name: 'Import metadata' }).click();
  await expect(dialog.getByLabel('Metadata URL')).toHaveAccessibleDescription(
    /cannot be used: This is not XML/,
  );
  await expect(page.getByRole('region', { name: 'Notifications' })).not.toContainText('cannot be used');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Service provider entity ID').fill('https://wiki.example');
  await page.getByLabel('Allow IdP-initiated sign-in').check();
  await expect(page.getByText(`/api/saml/${samlId}/sign-in`)).toBeVisible();
  await save(page);
  await expect(page.getByText('Application saved').first()).toBeVisible();
  await tab(page, 'Attribute mapping');
  await page.getByRole('button', { name: 'Add attribute' }).click();
  await page.getByLabel('SAML attribute').fill('uid');
  await save(page);
  await expect(page.getByText('Attribute mapping saved').first()).toBeVisible();
  await expectAccessible(page, 'attribute mapping');
  expect(await management('GET', `/saml-applications/${samlId}`)).toMatchObject({
    entityId: 'https://wiki.example',
    idpInitiated: {},
    requestSigning: null,
    attributeMapping: { sub: 'uid' },
  });

  // The icon tells what kind an application is.
  const iconIn = (name: string, icon: string) =>
    expect(page.getByRole('row', { name: new RegExp(name) }).locator(`svg.lucide-${icon}`)).toHaveCount(1);
  await page.goto(`${product.console}/applications/third-party-applications`);
  await iconIn('Trip planner', 'handshake');
  const icons = { Native: 'smartphone', SPA: 'app-window', Traditional: 'globe', MachineToMachine: 'cpu' };
  for (const type of Object.keys(icons))
    await management('POST', '/applications', { name: `Kind ${type}`, type });
  await page.goto(`${product.console}/applications`);
  const wiki = page.getByRole('row', { name: /Harbour wiki/ });
  await iconIn('Harbour wiki', 'file-key-2');
  for (const [type, icon] of Object.entries(icons)) await iconIn(`Kind ${type}`, icon);
  await wiki.getByRole('checkbox').check();
  const selection = page.getByRole('region', { name: 'Selection' });
  await expect(selection.getByRole('status')).toHaveText('1 selected');
  await page.getByRole('searchbox').fill('hides it');
  await expect(wiki).toHaveCount(0);
  await expect(selection.getByRole('status')).toHaveText('1 selected1 not shown');
  await selection.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('textbox').fill('1');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(selection).toHaveCount(0);
  await page.getByRole('searchbox').fill('Harbour wiki');
  await expect(page.getByText('No results').first()).toBeVisible();
});
