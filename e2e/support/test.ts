import { writeFile } from 'node:fs/promises';
import { test as base, expect, type Page } from '@playwright/test';
import { createTestDatabase } from '../../packages/server/src/database/testing/postgresql.ts';
import { connectManagement, type Management } from './management.ts';
import { peopleOf } from './people.ts';
import { logsOfRunning, type Product, startProduct } from './product.ts';

export { expect };

export const administrator = { username: 'admin', password: 'correct horse 7 Battery' };

/** Signs in on the page that the console or an application has led to. */
export const signIn = async (page: Page, { username, password } = administrator) => {
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
};

export const createAdministrator = async (product: Product) => {
  const isCloud = product.env.GATEHOUSE_EDITION === 'cloud';
  const response = await fetch(`${product.adminEndpoint}/api/setup/administrator`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...administrator, ...(isCloud ? { primaryEmail: 'admin@example.com' } : {}) }),
  });
  expect(response.status).toBe(201);
};

type StorageState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;
type WorkerFixtures = {
  product: Product;
  cloud: Product;
  /** Users of the cloud edition. */
  people: Awaited<ReturnType<typeof peopleOf>>;
  management: Management;
  signedInState: StorageState;
};

/** The refresh token stays behind: one that two pages spend is taken for stolen. */
const withAccessTokens = ({ origin, localStorage }: StorageState['origins'][number]) => ({
  origin,
  localStorage: localStorage.filter(({ name }) => /:(idToken|accessToken)$/.test(name)),
});

/** Starting may take long where many things run at once; a product that cannot start says so sooner. */
const startTimeout = 90_000;

/** Lends a product with its administrator, on PostgreSQL, which spares the machine the embedded one's work. */
const lend = async (
  options: Parameters<typeof startProduct>[0],
  use: (product: Product) => Promise<void>,
) => {
  const database = await createTestDatabase(process.env.E2E_POSTGRESQL_URL ?? '');
  const product = await startProduct({ ...options, databaseUrl: database.url });
  await createAdministrator(product);
  await use(product);
  await product.stop();
  await database.dispose();
};

/** One running product for each worker, with its administrator, whose pages are signed in to the console. */
export const test = base.extend<{ console: Page; keepLogs: undefined }, WorkerFixtures>({
  keepLogs: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture's first argument must be destructured
    async ({}, use, info) => {
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      const logs = logsOfRunning();
      await Promise.all(logs.map((log, index) => writeFile(info.outputPath(`server-${index + 1}.log`), log)));
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the fixture's first argument must be destructured
  product: [async ({}, use) => lend({}, use), { scope: 'worker', timeout: startTimeout }],
  /** The cloud edition, with features that are not finished; for the tests that ask for it. */
  cloud: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture's first argument must be destructured
    async ({}, use) => lend({ edition: 'cloud', env: { GATEHOUSE_DEV_FEATURES: 'true' } }, use),
    { scope: 'worker', timeout: startTimeout },
  ],
  people: [async ({ browser, cloud }, use) => use(await peopleOf(browser, cloud)), { scope: 'worker' }],
  management: [async ({ product }, use) => use(await connectManagement(product)), { scope: 'worker' }],
  signedInState: [
    async ({ product, browser }, use) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(product.console);
      await signIn(page);
      await page.waitForURL(/\/get-started$/);
      await page.goto(`${product.console}/api-resources`);
      await expect(page.getByText('Management API').first()).toBeVisible();
      await page.goto(`${product.console}/tenant-settings/members`);
      await expect(page.getByRole('row', { name: /admin/ })).toBeVisible();
      const { cookies, origins } = await context.storageState();
      // Closed at once: a report of a failure would show this page instead of the one that failed.
      await context.close();
      await use({ cookies, origins: origins.map(withAccessTokens) });
    },
    { scope: 'worker', timeout: startTimeout },
  ],
  /** A page of a browser that is signed in to the console; any error on its console fails the test. */
  console: async ({ browser, signedInState, product }, use) => {
    const context = await browser.newContext({
      storageState: signedInState,
      baseURL: product.console,
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    const failures: string[] = [];
    page.on('pageerror', error => failures.push(error.message));
    await use(page);
    await context.close();
    expect(failures).toEqual([]);
  },
});
