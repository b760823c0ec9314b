import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findTarget, type GuideId } from '../packages/console/src/guides/catalogue.ts';
import { freePort } from '../packages/server/src/http/testing/free-port.ts';
import { cookiesOf, openGuide } from './support/guide.ts';
import { guidesHome, installFrameworks, startGuideProgram } from './support/guide-program.ts';
import { addOrdersApi, startOrdersApi } from './support/orders-api.ts';
import { bePhoneFor } from './support/phone.ts';
import { expect, signIn, test } from './support/test.ts';

type Following = {
  /** The sign-out URL, for guides that show data instead of a button. */
  signOutAt?: string;
  /** The session cookie, which must not keep a value from before the sign-in. */
  cookie?: string;
  /** The URL that passes on what the API answers. Pages that call it themselves have a button. */
  ordersAt?: string;
};

/** The guides for JavaScript. Those for services run in `applications.spec.ts`. */
const guides: [id: GuideId, following?: Following][] = [
  ['node', { signOutAt: '/sign-out', ordersAt: '/orders', cookie: 'sid' }],
  ['express', { signOutAt: '/sign-out', ordersAt: '/orders', cookie: 'connect.sid' }],
  ['fastify', { signOutAt: '/sign-out', ordersAt: '/orders', cookie: 'sid' }],
  ['hono', { signOutAt: '/sign-out', ordersAt: '/orders' }],
  ['nestjs', { signOutAt: '/auth/sign-out', ordersAt: '/orders', cookie: 'connect.sid' }],
  ['react-router', { ordersAt: '/orders', cookie: 'session' }],
  ['next-app-router', { ordersAt: '/orders' }],
  ['next-pages-router', { ordersAt: '/api/orders' }],
  ['nuxt', { ordersAt: '/orders' }],
  ['sveltekit', { ordersAt: '/orders', cookie: 'sid' }],
  ['javascript'],
  ['vanilla'],
  ['react'],
  ['vue'],
  ['angular'],
];

const visitor = { username: 'guide_reader', password: 'correct horse 8 Battery' };

const installed = JSON.parse(readFileSync(join(guidesHome, 'package.json'), 'utf8')).dependencies;

const control = (page: Page, name: RegExp) =>
  page.getByRole('button', { name }).or(page.getByRole('link', { name }));

let resource: string;

test.beforeAll(async ({ management }) => {
  test.setTimeout(600_000);
  await installFrameworks();
  // Without a name, so that the guides fall back to the username.
  resource = await addOrdersApi(management, 'guides', visitor);
});

type Program = { page: Page; home: string; start: string; apiUrl: string };

/** Writes what the guide tells to write, types what it tells to type, and gives what then runs. */
const follow = (id: GuideId, walk: (program: Program) => Promise<void>, typed?: string) =>
  test(`[NAV-8] the guide for ${findTarget(id)?.name} leads to an app that signs users in and out, and calls an API`, async ({
    page,
    product,
    management,
  }) => {
    const port = await freePort();
    const orders = await startOrdersApi(product, resource, port);
    const { api } = orders;
    const { packages, files, command, start, home } = await openGuide(id, product, management, port, api);
    expect(Object.keys(installed)).toEqual(expect.arrayContaining(packages));
    const program = await startGuideProgram(files, typed ?? command, { port, starter: id });
    try {
      await program.answers();
      await walk({ page, home, start, apiUrl: api.url });
      await program.typesFit();
    } catch (error) {
      throw new Error(`At ${page.url()}, after it printed:\n${program.output()}\n${orders.output()}`, {
        cause: error,
      });
    } finally {
      await program.stop();
      await orders.stop();
    }
  });

const answer = '"orders":[]';

/** The button of a page that calls the API, which signs users in again when the API answers 401. */
const loadOrders = async (page: Page, apiUrl: string) => {
  const load = page.getByRole('button', { name: 'Load orders' });
  await load.click();
  await expect(page.getByText(answer)).toBeVisible();
  const { origin } = new URL(page.url());
  await page.route(apiUrl, route =>
    route.fulfill({ status: 401, headers: { 'Access-Control-Allow-Origin': origin } }),
  );
  const again = page.waitForRequest(request => request.url().includes('/oidc/auth?'));
  await load.click();
  await again;
  await page.unroute(apiUrl);
  await expect(page.getByText(/guide_reader/)).toBeVisible();
};

for (const [id, { signOutAt, cookie, ordersAt } = {}] of guides) {
  follow(id, async ({ page, home, start, apiUrl }) => {
    // Without a token, the API answers 401 to the server, which sends the user to sign in.
    await page.goto(ordersAt ? new URL(ordersAt, home).href : start);
    if (page.url() === home) await control(page, /^Sign in/).click();
    await page.getByLabel('Username').waitFor();
    const before = await cookiesOf(page);
    await signIn(page, visitor);
    await expect(page.getByText(/guide_reader/)).toBeVisible();
    if (cookie) {
      expect(before).toHaveProperty([cookie]);
      expect((await cookiesOf(page))[cookie]).not.toBe(before[cookie]);
    }
    await page.reload();
    await expect(page.getByText(/guide_reader/)).toBeVisible();

    if (ordersAt) {
      await page.goto(new URL(ordersAt, home).href);
      await expect(page.getByText(answer)).toBeVisible();
      await page.goto(home);
    } else await loadOrders(page, apiUrl);

    if (signOutAt) await page.goto(new URL(signOutAt, home).href);
    else await control(page, /^Sign out/).click();
    await page.waitForURL(home);
    await expect(control(page, /^Sign in/).or(page.getByText('{"user":null}'))).toBeVisible();
  });
}

/** An app for phones has a page here, and opens the browser beside it, as a phone does. */
const startSignIn = async (page: Page) => {
  const opened = page.context().waitForEvent('page');
  await control(page, /^Sign in/).click();
  return opened;
};

const comeAndGo = async (page: Page) => {
  await signIn(await startSignIn(page), visitor);
  await expect(page.getByText(/guide_reader/)).toBeVisible();
  await control(page, /^Load orders/).click();
  await expect(page.getByText(answer)).toBeVisible();
  await control(page, /^Sign out/).click();
  await expect(control(page, /^Sign in/)).toBeVisible();
  await expect((await startSignIn(page)).getByLabel('Username')).toBeVisible();
};

follow(
  'expo',
  async ({ page, home }) => {
    await page.goto(home);
    await comeAndGo(page);
  },
  'npm run web',
);

follow(
  'react-native',
  async ({ page, home }) => {
    await bePhoneFor(page);
    await page.goto(home);
    await comeAndGo(page);
  },
  'npm run web',
);
