import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { connectManagement } from '../e2e/support/management.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { createSamples, routesOf } from '../e2e/support/routes.ts';
import { administrator, createAdministrator } from '../e2e/support/test.ts';
import { languages } from '../packages/phrases/src/languages.ts';
import config from '../playwright.config.ts';
import { takeCloudPictures } from './cloud-screens.ts';
import { looks as everyLook, type Look, light, openLook, photographerOf } from './looks.ts';
import { consoleStates, signInScreens } from './screens.ts';

/**
 * Pictures of the running product with demo data. Without a flag: those of the README, into docs/images. With `--review
 * <folder>`: every address of the console, what can be seen beside them, the sign-in pages, and what only the cloud
 * has, in light, dark, right-to-left and on a phone, for looking at; with `--only <start>` those whose name begins so
 * (`cloud` for all of the cloud), with `--look <name>` in one look, with `--languages` ten of them in every language
 * instead.
 */
const { values: flags } = parseArgs({
  options: {
    review: { type: 'string' },
    only: { type: 'string', default: '' },
    look: { type: 'string' },
    languages: { type: 'boolean', default: false },
  },
});

const tellingScreens = [
  'get-started',
  'dashboard',
  'applications',
  'applications-create',
  'sign-in-experience-branding',
  'sign-in-experience-sign-up-and-sign-in',
  'mfa',
  'connectors-passwordless',
  'audit-logs',
  'profile',
];

const directory = flags.review ?? join(import.meta.dirname, '../docs/images');
const photographer = photographerOf(directory);
const looks = everyLook.filter(({ name }) => !flags.look || name === flags.look);

const enter = async (page: Page) => {
  await page.locator('main form input').first().fill(administrator.username);
  await page.locator('input[type=password]').fill(administrator.password);
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/\/get-started$/);
};

const takeReadmePictures = async (browser: Browser, product: Product) => {
  const page = await openLook(browser, light);
  await page.goto(product.console);
  await page.waitForURL(/\/sign-in/);
  await photographer.picture(page, 'sign-in');
  await enter(page);
  await page.goto(`${product.console}/applications`);
  await photographer.picture(page, 'applications');
};

/** Uses objects of the demo, which look better than those created only to fill a URL. */
const chooseSamples = async (product: Product) => {
  const management = await connectManagement(product);
  const first = async (path: string, name = '') => {
    const found: { id: string; name?: string }[] = await management('GET', path);
    return { $id: (found.find(each => each.name === name) ?? found[0])?.id ?? '' };
  };
  await management('PUT', '/captcha-provider', {
    config: { type: 'Turnstile', siteKey: '0x4AAAAAAADnPIDROrmt1Wwj', secretKey: '0x4AAAAAAADnPIDROz' },
  });
  const { color } = await management('GET', '/sign-in-exp');
  await management('PATCH', '/sign-in-exp', { color: { ...color, isDarkModeEnabled: true } });
  const user = await first('/users');
  const details = { email: 'reader@harbour.example', name: 'A reader', rawData: { login: 'a-reader' } };
  await management('PUT', `/users/${user.$id}/identities/github`, { userId: '583231', details });
  const job = await management('POST', '/users/jobs', { kind: 'reactivate', userIds: [user.$id] });
  return createSamples(management, {
    applications: await first('/applications?types=MachineToMachine', 'Stock robot'),
    'api-resources': await first('/resources', 'Orders API'),
    roles: await first('/roles?type=User'),
    'roles/$id/machine-to-machine-apps': await first('/roles?type=MachineToMachine', 'stock keeper'),
    organizations: await first('/organizations'),
    'organization-template': await first('/organization-roles'),
    users: user,
    'users/jobs': { $id: job.id },
  });
};

const addressesOf = (base: string, fill: (path: string) => string) =>
  routesOf('oss').map(({ path }): [string, (page: Page) => Promise<unknown>] => [
    path.replaceAll('/', '-').replaceAll('$', ''),
    async page => {
      await page.goto(`${base}/${fill(path)}`);
      await page.locator('main h1, [role=dialog] h2').first().waitFor();
    },
  ]);

/** A screen that cannot be reached is reported, and the others are still taken. */
const takeReviewPictures = async (
  browser: Browser,
  product: Product,
  fill: (path: string) => string,
  look: Look,
) => {
  const page = await openLook(browser, look);
  const take = async (
    name: string,
    open: (page: Page, base: string) => Promise<unknown>,
    takePicture = photographer.ofConsole,
  ) => {
    if (!name.startsWith(flags.only) || (flags.languages && !tellingScreens.includes(name))) return;
    await open(page, product.console)
      .then(() => takePicture(page, name, look))
      .catch((error: Error) => console.error(`${name}, ${look.name}: ${error.message}`));
  };
  for (const [name, open] of Object.entries(await signInScreens(product)))
    await take(name, open, photographer.ofServerPage);
  await page.goto(product.console);
  await page.waitForURL(/\/sign-in/);
  await photographer.ofServerPage(page, 'sign-in', look);
  await enter(page);
  for (const [name, open] of addressesOf(product.console, fill)) await take(name, open);
  for (const [name, open] of Object.entries(consoleStates)) await take(name, open);
  await page.context().close();
};

const takeWelcomePicture = async (browser: Browser, product: Product, look: Look) => {
  const page = await openLook(browser, look);
  await page.goto(product.console);
  await page.waitForURL(/\/welcome/);
  await page.getByRole('textbox').first().waitFor();
  await photographer.ofConsole(page, 'welcome', look);
  await page.context().close();
};

const takeSelfHosted = async (browser: Browser) => {
  const product = await startProduct({ flags: ['--demo'] });
  try {
    if (flags.review && !flags.languages)
      for (const look of looks) await takeWelcomePicture(browser, product, look);
    await createAdministrator(product);
    if (!flags.review) return await takeReadmePictures(browser, product);
    const { fill } = await chooseSamples(product);
    const reviewed = flags.languages
      ? languages.map(language => ({ ...light, name: language, language }))
      : looks;
    for (const look of reviewed) await takeReviewPictures(browser, product, fill, look);
  } finally {
    await product.stop();
  }
};

await mkdir(directory, { recursive: true });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  if (!flags.only.startsWith('cloud')) await takeSelfHosted(browser);
  if (flags.review && !flags.languages && 'cloud'.startsWith(flags.only.slice(0, 5)))
    await takeCloudPictures(browser, looks, photographer);
} finally {
  await browser.close();
}
