import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('[NAV-12][ENT-12] a company is connected, checked, given domains and admitted from its portal', async ({
  console: page,
  product,
  management,
}) => {
  const shop = await management('POST', '/applications', {
    name: 'Harbour shop',
    type: 'Traditional',
    oidcClientMetadata: { redirectUris: ['https://shop.example/callback'], postLogoutRedirectUris: [] },
  });
  await page.goto(`${product.console}/enterprise-sso`);
  await page.getByRole('button', { name: 'Add enterprise connector' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^SAML/ }).check();
  await dialog.getByRole('button', { name: 'Add enterprise connector' }).click();
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Harbour Ltd.');
  await dialog.getByRole('button', { name: 'Add enterprise connector' }).click();
  await expect(page).toHaveURL(/\/enterprise-sso\/\w+\/set-up$/);
  await page.getByRole('main').getByRole('link', { name: 'Connection' }).click();
  await expect(page).toHaveURL(/\/connection$/);
  const id = page.url().split('/').at(-2);
  await expect(page.getByText(`/enterprise-sso/${id}`).first()).toBeVisible();
  await expect(page.getByText('Not set up')).toBeVisible();

  await page.getByLabel('Metadata URL').last().fill(`${product.tenantEndpoint}/nothing-here.xml`);
  await page.getByRole('textbox', { name: /^Email address/ }).fill('mail');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Enterprise connector saved').first()).toBeVisible();
  await expect(page.getByText('The identity provider could not be reached')).toBeVisible();
  await page.getByRole('button', { name: 'Check connection' }).click();
  await expect(page.getByText('The identity provider could not be reached')).toBeVisible();
  expect((await management('GET', `/sso-connectors/${id}`)).config).toEqual({
    metadataUrl: `${product.tenantEndpoint}/nothing-here.xml`,
    attributeMapping: { email: 'mail' },
  });

  await page.getByRole('button', { name: 'Create certificate' }).first().click();
  const signingKeys = page.getByRole('table', { name: 'Signing keys' });
  await expect(signingKeys.getByRole('row').filter({ hasText: 'Active' })).toHaveCount(1);
  await page.getByLabel('Sign authentication requests').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(async () => (await management('GET', `/sso-connectors/${id}`)).config.signAuthnRequest)
    .toBe(true);
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);

  await page.getByRole('main').getByRole('link', { name: 'Experience' }).click();
  const domains = page.getByRole('group', { name: /Email domains/ }).getByRole('textbox');
  await domains.first().fill('gmail.com');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('This is a public email domain')).toBeVisible();
  await domains.first().fill('harbour.example');
  await page.getByLabel('Display name').fill('Harbour');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Enterprise connector saved').first()).toBeVisible();
  await expectAccessible(page, 'enterprise connector');

  await page.getByRole('main').getByRole('link', { name: 'IdP-initiated sign-in' }).click();
  await page.getByLabel('Allow IdP-initiated sign-in').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await page.getByLabel('Application', { exact: true }).click();
  await page.getByRole('option', { name: 'Harbour shop' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(() => management('GET', `/sso-connectors/${id}/idp-initiated-auth-config`).catch(() => undefined))
    .toMatchObject({ defaultApplicationId: shop.id, autoSendAuthorizationRequest: true });
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden();

  await page.getByRole('main').getByRole('link', { name: 'Enterprise SSO', exact: true }).click();
  const row = page.getByRole('row', { name: /Harbour Ltd\./ });
  await expect(row).toContainText('harbour.example');
  await expect(row).toContainText('Ready');
  await row.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Enterprise connector Harbour Ltd. deleted').first()).toBeVisible();
});
