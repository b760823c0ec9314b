import type { Page } from '@playwright/test';
import { test as base, expectArrival } from './support/applications.ts';
import { expectAccessible } from './support/axe.ts';
import { connectManagement } from './support/management.ts';
import { administrator, expect, signIn } from './support/test.ts';

const ssoConnectorName = 'Harbour Works';

/** The tenant of the administrators stands for another OpenID provider: it is one, with its own pages. */
const test = base.extend<object, { ssoId: string }>({
  ssoId: [
    async ({ product, management }, use) => {
      const provider = await connectManagement(product, 'admin');
      const issuer = `${product.adminEndpoint}/oidc`;
      const application = await provider('POST', '/applications', { name: 'Gatehouse', type: 'Traditional' });
      const [{ value: clientSecret }] = await provider('GET', `/applications/${application.id}/secrets`);
      const client = { clientId: application.id, clientSecret };
      await management('POST', '/connectors', {
        id: 'harbour',
        connectorId: 'oidc',
        metadata: { target: 'harbour', name: { en: 'Harbour ID' }, logo: '/plain/connectors/openid.svg' },
        config: {
          ...client,
          authorizationEndpoint: `${issuer}/auth`,
          tokenEndpoint: `${issuer}/token`,
          scope: 'openid profile email',
          idTokenVerificationConfig: { jwksUri: `${issuer}/jwks`, issuer },
        },
      });
      const { id } = await management('POST', '/sso-connectors', {
        providerName: 'OIDC',
        connectorName: ssoConnectorName,
        config: { ...client, issuer },
        domains: ['works.example'],
      });
      await provider('PATCH', `/applications/${application.id}`, {
        oidcClientMetadata: {
          redirectUris: ['harbour', id].map(name => `${product.tenantEndpoint}/callback/${name}`),
          postLogoutRedirectUris: [],
        },
      });
      const offers = (isOn: boolean) =>
        management('PATCH', '/sign-in-exp', {
          socialSignInConnectorTargets: isOn ? ['harbour'] : [],
          singleSignOnEnabled: isOn,
        });
      await offers(true);
      await use(id);
      await offers(false);
    },
    { scope: 'worker' },
  ],
});

const signInAtProvider = async (page: Page, adminEndpoint: string) => {
  await page.waitForURL(`${adminEndpoint}/**`);
  await page.getByLabel('Username').fill(administrator.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(administrator.password);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
};

test('[ENT-28] a user registers with a social account, fills in what is missing, and comes back directly', async ({
  page,
  own,
  product,
  ssoId,
  management,
}) => {
  expect(ssoId).toBeTruthy();
  await page.goto(own.start());
  await page.getByRole('button', { name: 'Continue with Harbour ID' }).click();
  await signInAtProvider(page, product.adminEndpoint);
  await expect(page.getByRole('heading', { name: 'Choose a username' })).toBeVisible();
  expect(new URL(page.url()).searchParams.has('code')).toBe(false);
  await page.reload();
  await page.getByLabel('Username').fill('outside_olga');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  expect((await expectArrival(page, own.redirectUri)).get('code')).toBeTruthy();
  const [user] = await management('GET', '/users?search.username=outside_olga&mode.username=exact');
  expect(user).toMatchObject({ hasPassword: false, identities: { harbour: {} } });

  await page.context().clearCookies({ name: '_session' });
  await page.goto(own.start({ direct_sign_in: 'social:harbour' }));
  await expectArrival(page, own.redirectUri);

  // An answer that this browser did not ask for is refused, and the way back is offered.
  await page.context().clearCookies({ name: '_session' });
  await page.goto(own.start());
  await expect(page.getByRole('button', { name: 'Continue with Harbour ID' })).toBeVisible();
  await page.goto(`${product.tenantEndpoint}/callback/harbour?state=planted&code=stolen`);
  await expect(page.getByRole('alert')).toContainText('does not match a sign-in started in this browser');
  await page.getByRole('link', { name: 'Sign in another way' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  await page.goto(own.start({ direct_sign_in: 'social:nowhere' }));
  await expect(page.getByRole('heading', { name: 'Sign-in method not available' })).toBeVisible();

  // Without identifiers, the provider is the only sign-in method, not the other one.
  const { signIn: before, signUp } = await management('GET', '/sign-in-exp');
  await management('PATCH', '/sign-in-exp', {
    signIn: { methods: [] },
    signUp: { identifiers: [], password: false, verify: false },
  });
  await page.goto(own.start());
  await expect(page.getByRole('button', { name: 'Continue with Harbour ID' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Continue with Harbour ID' }).click();
  await expectArrival(page, own.redirectUri);
  await management('PATCH', '/sign-in-exp', { signIn: before, signUp });
});

test('[ENT-12] an email address leads to its enterprise', async ({
  page,
  own,
  product,
  ssoId,
  management,
}) => {
  await page.goto(own.start());
  await page.getByRole('button', { name: 'Sign in with SSO' }).click();
  const address = page.getByLabel('Email');
  await address.fill('olga@elsewhere.example');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('No SSO connection was found');
  await address.fill('olga@works.example');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await signInAtProvider(page, product.adminEndpoint);
  await expectArrival(page, own.redirectUri);
  const users = await management('GET', '/users?page=1&page_size=50');
  const identities = await Promise.all(
    users.map(({ id }: { id: string }) => management('GET', `/users/${id}/all-identities`)),
  );
  const found = identities.flatMap(({ ssoIdentities }) => ssoIdentities);
  expect(found).toMatchObject([
    { ssoConnectorId: ssoId, ssoIdentity: { issuer: `${product.adminEndpoint}/oidc` } },
  ]);
});

test('two tabs sign in to two applications by one provider at once, and come back in the other order', async ({
  page: first,
  context,
  own,
  product,
  ssoId,
  management,
}) => {
  const { id } = await management('POST', '/applications', {
    name: 'Warehouse',
    type: 'SPA',
    oidcClientMetadata: { redirectUris: [own.redirectUri], postLogoutRedirectUris: [] },
  });
  /** As far as the provider, whose page is kept from opening. */
  const leave = async (page: Page, parameters: Record<string, string>) => {
    const atProvider = `${product.adminEndpoint}/oidc/auth?*`;
    await page.route(atProvider, route => route.abort());
    const asked = page.waitForRequest(atProvider);
    await page.goto(own.start({ direct_sign_in: `sso:${ssoId}`, ...parameters })).catch(() => undefined);
    const address = (await asked).url();
    await page.unroute(atProvider);
    return address;
  };
  const second = await context.newPage();
  const [firstTrip, secondTrip] = [
    await leave(first, { state: 'first' }),
    await leave(second, { state: 'second', client_id: id }),
  ];
  await second.goto(secondTrip);
  await signInAtProvider(second, product.adminEndpoint);
  expect((await expectArrival(second, own.redirectUri)).get('state')).toBe('second');
  await first.goto(firstTrip);
  expect((await expectArrival(first, own.redirectUri)).get('state')).toBe('first');
  await management('DELETE', `/applications/${id}`);
});

test('[ENT-12] users also sign in with SAML SSO', async ({ page, own, product, ssoId, management }) => {
  expect(ssoId).toBeTruthy();
  const provider = await connectManagement(product, 'admin');
  const application = await provider('POST', '/saml-applications', { name: 'Gatehouse' });
  const { id } = await management('POST', '/sso-connectors', {
    providerName: 'SAML',
    connectorName: 'Pier Works',
    config: { metadataUrl: `${product.adminEndpoint}/api/saml-applications/${application.id}/metadata` },
    domains: ['pier.example'],
  });
  const { serviceProvider } = (await management('GET', `/sso-connectors/${id}`)).providerConfig;
  await provider('PATCH', `/saml-applications/${application.id}`, {
    entityId: serviceProvider.entityId,
    acsUrl: {
      binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
      url: serviceProvider.assertionConsumerServiceUrl,
    },
  });
  await page.goto(own.start({ direct_sign_in: `sso:${id}` }));
  await signInAtProvider(page, product.adminEndpoint);
  await expectArrival(page, own.redirectUri);
  await management('DELETE', `/sso-connectors/${id}`);
});

test('a social account is linked in the account center after verification, and unlinked', async ({
  page,
  product,
  ssoId,
  management,
}) => {
  expect(ssoId).toBeTruthy();
  const person = { username: 'linking_lou', password: 'a fine Day 4 sailing' };
  // The previous owner of the social account.
  for (const { id } of await management('GET', '/users?search.username=outside_olga&mode.username=exact'))
    await management('DELETE', `/users/${id}`);
  await management('POST', '/users', person);
  await management('PATCH', '/account-center', { enabled: true, fields: { social: 'Edit' } });
  await page.goto(`${product.tenantEndpoint}/account/linked-accounts`);
  await signIn(page, person);
  await page.getByRole('button', { name: 'Link Harbour ID', exact: true }).click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('heading') });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await signInAtProvider(page, product.adminEndpoint);
  await expect(page.getByText('Harbour ID linked').first()).toBeVisible();
  await expect(page).toHaveURL(`${product.tenantEndpoint}/account/linked-accounts`);
  await expect(page.getByRole('button', { name: 'Link Harbour ID', exact: true })).toBeHidden();
  await expectAccessible(page, 'linked accounts');
  // The same account again takes its own place: the provider still knows who it is.
  await page.getByRole('button', { name: 'Change Harbour ID' }).click();
  await expect(page.getByText('Harbour ID linked').first()).toBeVisible();
  await page.getByRole('button', { name: 'Unlink Harbour ID' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Link Harbour ID', exact: true })).toBeVisible();
  // An unsolicited response leads nowhere.
  await page.goto(`${product.tenantEndpoint}/callback/harbour?code=x&state=y`);
  await expect(page.getByRole('button', { name: 'Link Harbour ID', exact: true })).toBeHidden();
  await management('PATCH', '/account-center', { enabled: false });
});
