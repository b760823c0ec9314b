import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { answer, crossOrigin, isTo, tokenOf } from './support/edge.ts';
import { expect, signIn, test } from './support/test.ts';
import { openUsername } from './support/username.ts';
import { wordsOf } from './support/words.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Fills in the form that creates an API resource and sends it. */
const createResource = async (page: Page) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Typed name');
  await dialog.getByLabel('API identifier').fill('https://typed.example.com');
  await dialog.getByRole('button', { name: 'Create API resource' }).click();
};

/** Nothing that was typed is lost. */
const expectTyped = async (page: Page) => {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Typed name');
  await expect(dialog.getByLabel('API identifier')).toHaveValue('https://typed.example.com');
  await expect(dialog.getByRole('button', { name: 'Create API resource' })).toBeEnabled();
};

test('[REQ-1] [REQ-2] [REQ-3] self-hosted requests go to the tenant endpoint with a token for it, the language and a page', async ({
  console: page,
  product,
}) => {
  await page.addInitScript(() => localStorage.setItem('gatehouse:language', 'de'));
  await page.route('**/me/custom-data', route => route.fulfill({ json: {} }));
  const listed = page.waitForRequest(isTo('GET', '/api/resources'));
  const asked = page.waitForRequest(isTo('GET', '/me'));
  await page.goto(`${product.console}/api-resources?page=1`);
  const request = await listed;
  const url = new URL(request.url());
  expect(url.origin).toBe(product.tenantEndpoint);
  expect(Object.fromEntries(url.searchParams)).toEqual({ page: '1', page_size: '20' });
  expect(request.headers()['accept-language']).toBe('de');
  expect(tokenOf(request).aud).toBe('https://default.gatehouse.app/api');
  const me = await asked;
  expect(me.headers()['accept-language']).toBe('de');
  expect(tokenOf(me).aud).toBe('https://admin.gatehouse.app/me');
  const t = await wordsOf('de', 'console/api-resources');
  await expect(page.getByRole('heading', { name: t('api_resources.title'), level: 1 })).toBeVisible();
});

test('[REQ-2] cloud requests go to m/{tenantId} with a token of the tenant’s organization', async ({
  page,
  cloud,
}) => {
  const listed = page.waitForRequest(isTo('GET', '/api/resources'));
  const tenants = page.waitForRequest(isTo('GET', '/api/tenants'));
  await page.goto(`${cloud.console}/default/api-resources`);
  await signIn(page);
  const request = await listed;
  expect(request.url()).toContain(`${cloud.console}/m/default/api/resources?`);
  expect(tokenOf(request).aud).toBe('urn:logto:organization:t-default');
  expect(tokenOf(await tenants).aud).toBe('https://cloud.gatehouse.app/api');
  await expect(page.getByRole('link', { name: 'Management API' })).toBeVisible();
});

test('[REQ-3] a page without a total says what is missing', async ({ console: page, product }) => {
  await answer(page, 'GET', '/resources', { json: [] });
  await page.goto(`${product.console}/api-resources`);
  await expect(page.getByRole('alert')).toContainText('missing total number');
});

test('[REQ-1] a request that takes longer than 20 seconds is given up', async ({
  console: page,
  product,
}) => {
  await page.addInitScript(() => {
    const running: { milliseconds: number; end: () => void }[] = [];
    AbortSignal.timeout = milliseconds => {
      const controller = new AbortController();
      running.push({ milliseconds, end: () => controller.abort(new DOMException('', 'TimeoutError')) });
      return controller.signal;
    };
    Object.assign(window, { running });
  });
  const sent = page.waitForRequest(isTo('POST', '/api/resources'));
  await answer(page, 'POST', '/resources', () => new Promise<void>(() => {}));
  await page.goto(`${product.console}/api-resources/create`);
  await createResource(page);
  await sent;
  const limits = await page.evaluate(() => {
    const { running } = window as unknown as { running: { milliseconds: number; end: () => void }[] };
    running.at(-1)?.end();
    return running.map(({ milliseconds }) => milliseconds);
  });
  expect(new Set(limits)).toEqual(new Set([20_000]));
  await expect(toasts(page)).toContainText('The server did not respond within 20 seconds.');
  await expectTyped(page);
});

const failures = [
  {
    reply: { status: 422, json: { code: 'resource.anything', message: 'Words of the server.' } },
    words: 'Words of the server.',
  },
  {
    reply: { status: 502, body: '<html>Bad gateway</html>' },
    words: 'The server responded with status 502 (Bad Gateway).',
  },
  {
    reply: { status: 500, json: {} },
    words: 'The server responded with status 500 (Internal Server Error).',
  },
  { reply: { status: 418, body: 'no JSON' }, words: 'Unknown server error' },
];

test('[REQ-4] [REQ-13] a failure is told once, in the server’s words or by its status, and the form keeps what was typed', async ({
  console: page,
  product,
}) => {
  await page.goto(`${product.console}/api-resources/create`);
  for (const { reply, words } of failures) {
    await answer(page, 'POST', '/resources', reply);
    await createResource(page);
    await expect(toasts(page).getByText(words, { exact: true })).toHaveCount(1);
    await expectTyped(page);
  }
  await expect(toasts(page).getByRole('alert').last()).toBeVisible();
  await expectAccessible(page, 'failures told in toasts');
  await answer(page, 'POST', '/resources', route => route.abort());
  await createResource(page);
  await expect(toasts(page).getByText('Cannot reach the server.', { exact: false })).toHaveCount(1);
  await expectTyped(page);
});

test('[REQ-4] a failed save of the own profile is told too', async ({ console: page, product }) => {
  await page.route(`${product.adminEndpoint}/me`, route =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 400, json: { code: 'request.invalid_input', message: 'Not today.' } })
      : route.fallback(),
  );
  await page.goto(`${product.console}/profile`);
  await openUsername(page);
  await page.getByRole('textbox', { name: 'Username' }).fill('somebody_else');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toasts(page).getByText('Not today.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('somebody_else');
});

/** The console gets tokens that carry less than the account holds, as it would after the account was given more. */
const narrowTokens = (page: Page) =>
  page.route('**/oidc/token', async route => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    if (form.get('resource')?.endsWith('/api')) form.set('scope', 'openid');
    await route.continue({ postData: form.toString() });
  });

test('[REQ-5] a token that the server calls insufficient signs out without a word', async ({
  page,
  product,
}) => {
  await narrowTokens(page);
  const ended = page.waitForRequest(/\/oidc\/session\/end/);
  const refused = page.waitForResponse(response => isTo('GET', '/api/resources')(response.request()));
  await page.goto(`${product.console}/api-resources`);
  await signIn(page);
  expect(await (await refused).json()).toMatchObject({ message: 'Insufficient permissions.' });
  await ended;
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/sign-in\?/);
  await expect(page.getByLabel('Username')).toBeVisible();
});

test('[REQ-6] auth.forbidden is explained, then signs out', async ({ page, product }) => {
  const message = 'You are not allowed to do this.';
  await answer(page, 'POST', '/resources', { status: 403, json: { code: 'auth.forbidden', message } });
  await page.goto(`${product.console}/api-resources/create`);
  await signIn(page);
  await createResource(page);
  const alert = page.getByRole('alertdialog', { name: message });
  await expect(alert.getByRole('button')).toHaveText(['Got it']);
  const ended = page.waitForRequest(/\/oidc\/session\/end/);
  await alert.getByRole('button', { name: 'Got it' }).click();
  await ended;
  await expect(page).toHaveURL(/\/sign-in\?/);
});

test('[REQ-7] a screen that shows a failure itself shows no toast', async ({ console: page, product }) => {
  await answer(page, 'GET', '/resources', { status: 500, json: { message: 'The list broke.' } });
  await page.goto(`${product.console}/api-resources`);
  await expect(page.getByRole('alert')).toContainText('The list broke.');
  await expect(toasts(page).getByText('The list broke.')).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Management API' })).toBeVisible();

  // A part of a screen says so in its place.
  await answer(page, 'GET', '/account-center', { status: 500, json: { message: 'The part broke.' } });
  await page.goto(`${product.console}/security/general`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The part broke.');
  await expect(toasts(page).getByText('The part broke.')).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Enable the account center')).toBeVisible();
});

test('[REQ-7] an object that another administrator deleted meanwhile counts as deleted, without a failure', async ({
  console: page,
  product,
  management,
}) => {
  const { id } = await management('POST', '/resources', {
    name: 'Ferry',
    indicator: 'https://ferry.example',
  });
  await page.goto(`${product.console}/api-resources`);
  const row = page.getByRole('row', { name: /Ferry/ });
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await management('DELETE', `/resources/${id}`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toasts(page)).toContainText('Ferry');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(row).toHaveCount(0);
});

test('[REQ-10] a failed read is tried again', async ({ console: page, product }) => {
  const statuses = [500, 503];
  await answer(page, 'GET', '/resources', async route => {
    const status = statuses.shift();
    if (status === undefined) return route.continue();
    await route.fulfill({ status, headers: crossOrigin, json: { message: 'Not yet.' } });
  });
  await page.goto(`${product.console}/api-resources`);
  await expect(page.getByRole('link', { name: 'Management API' })).toBeVisible();
  expect(statuses).toEqual([]);
});

test('[REQ-10] a refused read is not', async ({ console: page, product }) => {
  let count = 0;
  await answer(page, 'GET', '/resources', async route => {
    count += 1;
    await route.fulfill({ status: 403, headers: crossOrigin, json: { message: 'Not for you.' } });
  });
  await page.goto(`${product.console}/api-resources`);
  await expect(page.getByRole('alert')).toContainText('Not for you.');
  expect(count).toBe(1);

  await answer(page, 'GET', '/resources/kept-away', route =>
    route.fulfill({ status: 403, headers: crossOrigin, json: { message: 'Not for you either.' } }),
  );
  await page.goto(`${product.console}/api-resources/kept-away/general`);
  await expect(page.getByRole('alert')).toContainText('Not for you either.');
  // Nothing pretends to be loading still: the page has the title of its list.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API resources');
});

test('[REQ-10] [REQ-13] 401 starts a new sign-in and comes back', async ({ console: page, product }) => {
  let count = 0;
  await answer(page, 'POST', '/resources', async route => {
    count += 1;
    await route.fulfill({ status: 401, headers: crossOrigin, json: { message: 'The token has expired.' } });
  });
  await page.goto(`${product.console}/api-resources/create`);
  await expect(page.getByRole('dialog')).toBeVisible();
  const signedInAgain = page.waitForRequest(/\/oidc\/auth\?/);
  await createResource(page);
  await signedInAgain;
  await expect(page).toHaveURL(`${product.console}/api-resources/create`);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(count).toBe(1);
});
