import type { Page } from '@playwright/test';
import { isTo } from './support/edge.ts';
import { expect, signIn, test } from './support/test.ts';
import { wordsOf } from './support/words.ts';

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const notFound = (page: Page) => page.getByRole('heading', { name: 'Page not found' });

const neverTenants = [
  'callback',
  'social-demo-callback',
  'one-time-token',
  'external-google-one-tap',
  'checkout-success-callback',
  'onboarding',
  'accept',
  'profile',
  'handle-social',
];

/** The page as the server hands it out, with one value of its bootstrap changed. */
const changeBootstrap = async (page: Page, from: string, to: string) => {
  // The browser cannot know that a document from here came from this machine.
  await page.context().grantPermissions(['local-network-access']);
  await page.route('**/console/**', async route => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(from, to) });
  });
};

const everySection = {
  Overview: ['Get started', 'Dashboard'],
  Authentication: [
    'Applications',
    'Sign-in experience',
    'Multi-factor auth',
    'Connectors',
    'Enterprise SSO',
    'Security',
  ],
  Authorization: ['API resources', 'Roles', 'Organization template'],
  Users: ['Organizations', 'User management'],
  Developer: ['Signing keys', 'Custom JWT', 'Webhooks', 'Audit logs'],
  Tenant: ['Drafts', 'Settings'],
};

const shownSections = async (page: Page) => {
  await expect(sidebar(page).getByRole('link').first()).toBeVisible();
  const sections = await sidebar(page).locator('section').all();
  const entries = sections.map(async section => [
    await section.getByRole('heading').textContent(),
    await section.getByRole('link').allTextContents(),
  ]);
  return Object.fromEntries(await Promise.all(entries));
};

test('[ADDR-2] [ADDR-4] [NAV-2] self-hosted, the root goes to the default tenant’s first page, leaving no step behind', async ({
  console: page,
  product,
}) => {
  const tenantRequests: string[] = [];
  page.on('request', request => {
    if (/\/api\/(resources|applications)/.test(request.url())) tenantRequests.push(request.url());
  });
  await page.goto(`${product.console}/api-resources`);
  await expect(page.getByRole('link', { name: 'Management API' })).toBeVisible();
  expect(tenantRequests.every(url => url.startsWith(`${product.tenantEndpoint}/api/`))).toBe(true);
  expect(tenantRequests.length).toBeGreaterThan(0);

  await page.goto(product.adminEndpoint);
  await expect(page).toHaveURL(`${product.console}/get-started`);
  await page.goBack();
  await expect(page).toHaveURL(`${product.console}/api-resources`);
  await page.goto(`${product.console}/no-such-page`);
  await page.getByRole('link', { name: 'Go to home page' }).click();
  await expect(page).toHaveURL(`${product.console}/get-started`);
  await page.goBack();
  await expect(page).toHaveURL(`${product.console}/no-such-page`);
});

test('[ADDR-3] self-hosted, a reserved first segment stays the console’s own', async ({
  console: page,
  product,
}) => {
  await page.goto(`${product.console}/onboarding`);
  await expect(notFound(page)).toBeVisible();
  await page.goto(`${product.console}/profile`);
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible();
});

test('[ADDR-6] self-hosted with another tenant says that only the default one is supported', async ({
  console: page,
  product,
}) => {
  await changeBootstrap(page, '"tenantId":"default"', '"tenantId":"another"');
  await page.goto(`${product.console}/api-resources`);
  await expect(page.getByText('Only the default tenant is supported in OSS.').first()).toBeVisible();
});

test('[NAV-2] without a tenant the root says so', async ({ console: page, product }) => {
  await changeBootstrap(page, '"tenantId":"default"', '"tenantId":""');
  await page.goto(`${product.console}/`);
  await expect(page.getByText('Tenant ID not found')).toBeVisible();
});

/** The sidebar has no room for the whole word. */
const titles: Readonly<Record<string, string>> = { 'Multi-factor auth': 'Multi-factor authentication' };

test('[NAV-1] the sidebar lists every section in order and marks where one is', async ({
  console: page,
  product,
}) => {
  await page.goto(`${product.console}/roles`);
  expect(await shownSections(page)).toEqual(everySection);
  const current = sidebar(page).locator('[aria-current=page]');
  await expect(current).toHaveText('Roles');
  for (const link of await sidebar(page).getByRole('link').all()) {
    const name = (await link.textContent()) ?? '';
    await link.click();
    const title = titles[name] ?? name;
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(current).toHaveText(name);
    expect(new URL(page.url()).pathname).toMatch(/^\/console\/[a-z-]+(\/[a-z-]+)?$/);
  }
});

test('[UI-10] the top bar gets a shadow once the content is scrolled', async ({ console: page, product }) => {
  await page.setViewportSize({ width: 1024, height: 420 });
  await page.goto(`${product.console}/applications/create?guide=machine`);
  await page.getByRole('dialog').getByLabel('Name').fill('Tall page');
  await page.getByRole('dialog').getByRole('button', { name: 'Create application' }).click();
  await expect(page.getByRole('heading', { name: 'Tall page' })).toBeVisible();
  const bar = page.getByRole('banner').locator('..');
  const shadow = () => bar.evaluate(element => getComputedStyle(element).boxShadow);
  await expect(bar).not.toHaveAttribute('data-scrolled');
  expect(await shadow()).toBe('none');
  await page.getByRole('main').evaluate(main => main.scrollTo(0, 100));
  await expect(bar).toHaveAttribute('data-scrolled');
  await expect.poll(shadow).not.toBe('none');
  await page.getByRole('main').evaluate(main => main.scrollTo(0, 0));
  await expect(bar).not.toHaveAttribute('data-scrolled');
});

test('[UI-11] [NAV-21] an unknown address, or that of a page for development only, says that there is no such page, inside the shell, and leads on', async ({
  console: page,
  product,
}) => {
  for (const path of [
    '/no-such-page',
    '/import-error',
    '/api-resources/nobody/permissions',
    '/applications/nobody/settings',
    '/api-resources/a/b/c',
  ]) {
    await page.goto(`${product.console}${path}`);
    await expect(notFound(page), path).toBeVisible();
    await expect(sidebar(page), path).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to home page' }).click();
  await expect(page).toHaveURL(`${product.console}/get-started`);
});

test('[UI-12] the development banner shows when this browser has the flag', async ({
  console: page,
  product,
}) => {
  await page.goto(product.console);
  await expect(sidebar(page)).toBeVisible();
  await expect(page.getByText('Dev features enabled')).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('gatehouse:dev-features-enabled', 'true'));
  await page.reload();
  await expect(page.getByText('Dev features enabled')).toBeVisible();
});

test('[ADDR-3] [NAV-1] [UI-12] in the cloud the tenant is in the address, and reserved segments are not one', async ({
  page,
  cloud,
}) => {
  await page.goto(cloud.console);
  await signIn(page);
  await expect(page).toHaveURL(`${cloud.console}/default/get-started`);
  expect(await shownSections(page)).toEqual(everySection);
  await expect(page.getByText('Dev features enabled')).toBeVisible();
  await expect(page).toHaveTitle('Get started · Default · Gatehouse');

  await page.goto(`${cloud.console}/accept`);
  await expect(notFound(page)).toBeVisible();
  await expect(page).toHaveURL(`${cloud.console}/accept`);
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  for (const segment of neverTenants) {
    await page.goto(`${cloud.console}/${segment}/applications`);
    // Onboarding, a missing invitation and the return from a provider have their own text.
    const isOwn = ['onboarding', 'accept', 'callback'].includes(segment);
    await expect(isOwn ? page.getByRole('heading').first() : notFound(page)).toBeVisible();
    if (!isOwn) await expect(page.getByRole('navigation')).toHaveCount(0);
  }
  expect(asked.filter(path => neverTenants.some(segment => path.startsWith(`/m/${segment}/`)))).toEqual([]);
  await page.goto(`${cloud.console}/profile`);
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible();
});

test('the title of the browser’s tab names object, page and area', async ({
  console: page,
  product,
  management,
}) => {
  const { id } = await management('POST', '/applications', {
    name: 'Titled robot',
    type: 'MachineToMachine',
  });
  await page.goto(`${product.console}/applications/${id}/roles`);
  await expect(page).toHaveTitle('Titled robot · Roles · Applications · Gatehouse');
  await page.getByRole('link', { name: 'Applications' }).first().click();
  await expect(page).toHaveTitle(/^(My apps · )?Applications · Gatehouse$/);
  await page.goto(`${product.console}/security/captcha`);
  await expect(page).toHaveTitle('CAPTCHA · Security · Gatehouse');
  await page.goto(`${product.console}/no-such-page`);
  await expect(page).toHaveTitle('Page not found · Gatehouse');
  await page.goto(`${product.console}/profile`);
  await expect(page).toHaveTitle('Profile · Gatehouse');
});

test('the palette goes to a page, creates, and finds applications and API resources by name', async ({
  console: page,
  product,
  management,
}) => {
  await management('POST', '/applications', { name: 'Palette robot', type: 'MachineToMachine' });
  await management('POST', '/resources', { name: 'Palette API', indicator: 'https://palette.example.com' });
  await page.goto(product.console);
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  const ask = async (query: string, option: string | RegExp) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(query);
    await expect(page.getByRole('option', { name: option })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('combobox')).toHaveCount(0);
  };
  await ask('audit', /Audit logs/);
  await expect(page).toHaveURL(`${product.console}/audit-logs`);
  await ask('captcha', /CAPTCHA/);
  await expect(page).toHaveURL(`${product.console}/security/captcha`);
  await ask('palette rob', /Palette robot/);
  await expect(page.getByRole('heading', { name: 'Palette robot' })).toBeVisible();
  await ask('palette.example', /Palette API/);
  await expect(page.getByRole('heading', { name: 'Palette API' })).toBeVisible();
  await ask('create api', /Create API resource/);
  await expect(page).toHaveURL(`${product.console}/api-resources/create`);
  await page.goto(`${product.console}/audit-logs`);
  await expect(page.getByRole('heading', { name: 'Audit logs' })).toBeVisible();
  await ask('deutsch', /Language: Deutsch/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  const t = await wordsOf('de', 'console/palette');
  const kept = page.waitForResponse(
    response =>
      isTo('PATCH', '/me/custom-data')(response.request()) &&
      response.request().postDataJSON().adminConsolePreferences.language === 'en',
  );
  await ask('english', t('palette.language', { language: 'English' }));
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await kept;
});

test('`?` lists the shortcuts, `g` and a letter goes to an area, `/` focuses the search', async ({
  console: page,
  product,
}) => {
  await page.goto(product.console);
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await page.keyboard.press('Shift+?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByText('Go to Applications')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page).toHaveURL(`${product.console}/applications`);
  // Get started has a search too: it is there until the other page is.
  await expect(page.getByRole('heading', { name: 'Applications', exact: true })).toBeVisible();
  const search = page.getByRole('searchbox');
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  // A letter that is typed is not a shortcut.
  // The list is asked in the pauses; letters typed just then stay too.
  await page.keyboard.type('g d?', { delay: 255 });
  await expect(search).toHaveValue('g d?');
  await expect(page).toHaveURL(/\/applications/);
});
