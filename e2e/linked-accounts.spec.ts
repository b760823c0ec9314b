import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, signIn, test } from './support/test.ts';

const logo = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="${color}"/></svg>`)}`;

const connectors = [
  {
    id: 'connector-1',
    target: 'harbour',
    name: { en: 'Harbour ID', de: 'Hafen-Konto' },
    logo: logo('black'),
    logoDark: logo('white'),
    platform: 'Universal',
  },
];

/** A provider that consents at once and sends the browser back. */
const startProvider = async () => {
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://provider');
    const back = new URL(asked.searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('state', asked.searchParams.get('state') ?? '');
    back.searchParams.set('code', 'from-the-provider');
    response.writeHead(302, { location: back.href }).end();
  });
  await new Promise<void>(resolve => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/authorize`, stop: () => server.close() };
};

type Identities = Record<string, { userId: string; details?: Record<string, string> }>;

/** The social part of the me API, as a server with one connector would answer. */
const standIn = async (context: BrowserContext, adminEndpoint: string, provider: string) => {
  const server = { identities: {} as Identities, linked: [] as unknown[], refusal: '' };
  const path = (name: string) => `${adminEndpoint}/me/social/${name}`;
  await context.route(`${adminEndpoint}/me`, async route => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), identities: server.identities } });
  });
  await context.route(path('connectors'), route => route.fulfill({ json: connectors }));
  await context.route(path('authorization-uri'), route => {
    const { state, redirectUri } = route.request().postDataJSON();
    const query = new URLSearchParams({ state, redirect_uri: redirectUri });
    return route.fulfill({ json: { redirectTo: `${provider}?${query}` } });
  });
  await context.route(path('link-identity'), route => {
    server.linked.push(route.request().postDataJSON());
    if (server.refusal) {
      const json = { code: 'user.identity_already_in_use', message: server.refusal };
      return route.fulfill({ status: 422, json });
    }
    server.identities = {
      harbour: { userId: '42', details: { name: 'Ada at Harbour', email: 'ada@harbour.example' } },
    };
    return route.fulfill({ status: 204 });
  });
  await context.route(path('identity/*'), route => {
    server.identities = {};
    return route.fulfill({ status: 204 });
  });
  return server;
};

const openProfile = async (page: Page, address: string) => {
  await page.goto(`${address}/profile`);
  await signIn(page);
  await page.getByRole('heading', { name: 'Link account' }).waitFor();
};

const row = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Harbour ID' });

test('[PROF-3] [PROF-9] an account is linked in a window of 600×640, shown, and unlinked', async ({
  page,
  context,
  cloud,
}) => {
  const provider = await startProvider();
  const server = await standIn(context, cloud.adminEndpoint, provider.url);
  await openProfile(page, cloud.console);
  await expect(row(page)).toContainText('Not set');
  await expect(page.getByRole('listitem').filter({ hasText: 'Email' })).toContainText('admin@example.com');

  const asked = page.waitForRequest('**/me/social/authorization-uri');
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Link Harbour ID' }).click(),
  ]);
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
  const { state } = (await asked).postDataJSON();
  expect(server.linked).toEqual([
    {
      connectorId: 'connector-1',
      connectorData: { state, code: 'from-the-provider', redirectUri: `${cloud.console}/handle-social` },
    },
  ]);
  await expect(row(page)).toContainText('Ada at Harbour');

  await page.getByRole('button', { name: 'Unlink Harbour ID' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(row(page)).toContainText('Not set');
  provider.stop();
});

test('[PROF-9] the window has 600×640 pixels', async ({ page, context, cloud }) => {
  await standIn(context, cloud.adminEndpoint, 'http://localhost:1/nowhere');
  await page.addInitScript(() => {
    window.open = (url, target, features) => {
      document.title = [url, target, features].join('|');
      return null;
    };
  });
  await openProfile(page, cloud.console);
  await page.getByRole('button', { name: 'Link Harbour ID' }).click();
  await expect(page).toHaveTitle('|_blank|popup,width=600,height=640');
  await expect(page.getByText('Your browser blocked the window.').first()).toBeVisible();
});

test('[PROF-9] an account that somebody else has is told in the window, which then closes', async ({
  page,
  context,
  cloud,
}) => {
  const provider = await startProvider();
  const server = await standIn(context, cloud.adminEndpoint, provider.url);
  server.refusal = 'Another user has this account.';
  await openProfile(page, cloud.console);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Link Harbour ID' }).click(),
  ]);
  await expect(popup.getByRole('alertdialog')).toContainText('Another user has this account.');
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Got it' }).click();
  await closed;
  await expect(row(page)).toContainText('Not set');
  provider.stop();
});

test('[PROF-9] an answer that nobody asked for links nothing', async ({ page, context, cloud }) => {
  const server = await standIn(context, cloud.adminEndpoint, 'http://localhost:1/nowhere');
  await openProfile(page, cloud.console);
  await expect(row(page)).toBeVisible();
  await page.evaluate(() => {
    sessionStorage.setItem('gatehouse:linking-social-connector', 'connector-1');
    sessionStorage.setItem('gatehouse:linking-social-state', 'mine1234');
  });
  await page.goto(`${cloud.console}/handle-social?state=somebody&code=stolen`);
  await expect(page.getByRole('alertdialog')).toContainText('does not belong to a link that you began');
  expect(server.linked).toEqual([]);
});

test('[PROF-3] the name follows the language, and the logo the appearance', async ({
  page,
  context,
  cloud,
}) => {
  await standIn(context, cloud.adminEndpoint, 'http://localhost:1/nowhere');
  await page.emulateMedia({ colorScheme: 'dark' });
  await openProfile(page, cloud.console);
  const shown = row(page).locator('img').filter({ visible: true });
  await expect(shown).toHaveAttribute('src', logo('white'));
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(shown).toHaveAttribute('src', logo('black'));
  await page.evaluate(() => localStorage.setItem('gatehouse:language', 'de'));
  await page.reload();
  await expect(page.getByText('Hafen-Konto')).toBeVisible();
});
