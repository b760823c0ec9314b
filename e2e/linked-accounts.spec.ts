import { expect, type Page, test } from '@playwright/test';
import { type StandIn, startStandIn } from '../packages/server/src/connectors/testing/stand-in.ts';
import { connectManagement, type Management } from './support/management.ts';
import { type Product, startProduct } from './support/product.ts';
import { administrator, createAdministrator, signIn } from './support/test.ts';

const logo = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="${color}"/></svg>`)}`;

let provider: StandIn;
let cloud: Product;
let admin: Management;

/** A cloud whose people can link accounts of a provider that consents at once. */
test.beforeAll(async () => {
  provider = await startStandIn();
  cloud = await startProduct({ edition: 'cloud', env: { GATEHOUSE_CONNECTORS_URL: provider.url } });
  await createAdministrator(cloud);
  admin = await connectManagement(cloud, 'admin');
  await admin('POST', '/connectors', {
    id: 'connector-1',
    connectorId: 'oauth2',
    metadata: {
      target: 'harbour',
      name: { en: 'Harbour ID', de: 'Hafen-Konto' },
      logo: logo('black'),
      logoDark: logo('white'),
    },
    config: {
      clientId: 'gatehouse',
      clientSecret: 'secret',
      authorizationEndpoint: `${provider.url}/authorize`,
      tokenEndpoint: 'https://provider.example/token',
      userInfoEndpoint: 'https://provider.example/me',
    },
  });
  await admin('PATCH', '/sign-in-exp', { socialSignInConnectorTargets: ['harbour'] });
});
test.afterAll(async () => {
  await cloud.stop();
  await provider.close();
});
test.beforeEach(() => {
  provider.answer({
    authorize: ({ query }) => {
      const back = new URL(query.get('redirect_uri') ?? '');
      back.searchParams.set('state', query.get('state') ?? '');
      back.searchParams.set('code', 'from-the-provider');
      return { status: 302, location: back.href };
    },
    'provider.example/token': { json: { access_token: 'token', token_type: 'Bearer' } },
    'provider.example/me': { json: { id: '42', name: 'Ada at Harbour', email: 'ada@harbour.example' } },
  });
});

const openProfile = async (page: Page) => {
  await page.goto(`${cloud.console}/profile`);
  await signIn(page);
  await page.getByRole('heading', { name: 'Social accounts' }).waitFor();
};

const row = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Harbour ID' });

/** A linked account signs in from then on, so the password is asked for first. */
const pressLink = async (page: Page) => {
  await page.getByRole('button', { name: 'Link Harbour ID' }).click();
  await page.getByLabel('Current password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Continue' }).click();
};

const link = async (page: Page) => {
  const [popup] = await Promise.all([page.waitForEvent('popup'), pressLink(page)]);
  return popup;
};

const identitiesOfAdministrator = async () => {
  const [user] = await admin('GET', '/users?search.username=admin&mode.username=exact');
  return user.identities as Record<string, { userId: string }>;
};

test('[PROF-3] [PROF-9] [PREF-7] an account is linked in a window, shown, and unlinked', async ({ page }) => {
  await openProfile(page);
  await expect(row(page)).toContainText('Not set');
  await expect(page.getByRole('listitem').filter({ hasText: 'Email' })).toContainText('admin@example.com');

  const asked = page.waitForRequest('**/me/social/authorization-uri');
  const popup = await link(page);
  const closed = popup.waitForEvent('close');
  expect((await asked).postDataJSON()).toEqual({
    connectorId: 'connector-1',
    state: expect.stringMatching(/^[0-9A-Za-z]{8}$/),
    redirectUri: `${cloud.console}/handle-social`,
  });
  expect(await page.evaluate(() => sessionStorage.getItem('gatehouse:linking-social-connector'))).toBe(
    'connector-1',
  );
  await closed;
  const redeemed = provider.asked.find(({ path }) => path === 'provider.example/token');
  expect(redeemed?.body).toContain('code=from-the-provider');
  await expect(row(page)).toContainText('Ada at Harbour');
  expect((await identitiesOfAdministrator()).harbour?.userId).toBe('42');

  await page.getByRole('button', { name: 'Unlink Harbour ID' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(row(page)).toContainText('Not set');
  expect(await identitiesOfAdministrator()).toEqual({});
});

test('[PROF-9] the window has 600×640 pixels', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = (url, target, features) => {
      document.title = [url, target, features].join('|');
      return null;
    };
  });
  await openProfile(page);
  await pressLink(page);
  await expect(page).toHaveTitle('|_blank|popup,width=600,height=640');
  await expect(page.getByText('Your browser blocked the pop-up window.').first()).toBeVisible();
});

test('[PROF-9] an account that another user has is named in the window, which then closes', async ({
  page,
}) => {
  const other = await admin('POST', '/users', { username: 'other_owner', password: 'violet harbour 42' });
  await admin('PUT', `/users/${other.id}/identities/harbour`, { userId: '42' });
  await openProfile(page);
  const popup = await link(page);
  await expect(popup.getByRole('alertdialog')).toBeVisible();
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Got it' }).click();
  await closed;
  await expect(row(page)).toContainText('Not set');
  expect(await identitiesOfAdministrator()).toEqual({});
  await admin('DELETE', `/users/${other.id}`);
});

test('[PROF-9] an unsolicited response links nothing', async ({ page }) => {
  await openProfile(page);
  await expect(row(page)).toBeVisible();
  await page.evaluate(() => {
    sessionStorage.setItem('gatehouse:linking-social-connector', 'connector-1');
    sessionStorage.setItem('gatehouse:linking-social-state', 'mine1234');
  });
  await page.goto(`${cloud.console}/handle-social?state=somebody&code=stolen`);
  await expect(page.getByRole('alertdialog')).toContainText('does not match an account link you started');
  expect(provider.asked).toEqual([]);
  expect(await identitiesOfAdministrator()).toEqual({});
});

test('[PROF-3] the name follows the language, and the logo the appearance', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openProfile(page);
  const shown = row(page).locator('img').filter({ visible: true });
  await expect(shown).toHaveAttribute('src', logo('white'));
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(shown).toHaveAttribute('src', logo('black'));
  await page.evaluate(() => localStorage.setItem('gatehouse:language', 'de'));
  await page.reload();
  await expect(page.getByText('Hafen-Konto')).toBeVisible();
});

test('[PROF-1] the profile has a top bar without selector or title, unlike the pages of a tenant', async ({
  page,
}) => {
  await page.goto(`${cloud.console}/default/roles`);
  await signIn(page);
  await expect(page.getByTitle('Switch tenant')).toBeVisible();
  await page.goto(`${cloud.console}/profile`);
  await expect(page.getByRole('heading', { name: 'Profile information' })).toBeVisible();
  await expect(page.getByTitle('Switch tenant')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('heading')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
});
