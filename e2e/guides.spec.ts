import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findTarget, type GuideId } from '../packages/console/src/guides/catalogue.ts';
import { freePort } from '../packages/server/src/http/testing/free-port.ts';
import { installIfNeeded } from '../scripts/install-if-needed.mjs';
import { cookiesOf, openGuide } from './support/guide.ts';
import { guidesHome, startGuideProgram } from './support/guide-program.ts';
import { bePhoneFor } from './support/phone.ts';
import { expect, signIn, test } from './support/test.ts';

type Following = {
  /** The sign-out URL, for guides that show data instead of a button. */
  signOutAt?: string;
  /** The session cookie, which must not keep a value from before the sign-in. */
  cookie?: string;
};

/** The guides for JavaScript. Those for Node.js and for services run in `applications.spec.ts`. */
const guides: [id: GuideId, following?: Following][] = [
  ['express', { signOutAt: '/sign-out', cookie: 'connect.sid' }],
  ['fastify', { signOutAt: '/sign-out', cookie: 'sid' }],
  ['hono', { signOutAt: '/sign-out' }],
  ['nestjs', { signOutAt: '/auth/sign-out', cookie: 'connect.sid' }],
  ['react-router', { cookie: 'session' }],
  ['next-app-router'],
  ['next-pages-router'],
  ['nuxt'],
  ['sveltekit', { cookie: 'sid' }],
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

test.beforeAll(async ({ management }) => {
  test.setTimeout(600_000);
  installIfNeeded(guidesHome, ['install', '--no-save']);
  // Without a name, so that the guides fall back to the username.
  await management('POST', '/users', visitor);
});

type Program = { page: Page; home: string; start: string };

/** Writes what the guide tells to write, types what it tells to type, and gives what then runs. */
const follow = (id: GuideId, walk: (program: Program) => Promise<void>, typed?: string) =>
  test(`[NAV-8] the guide for ${findTarget(id)?.name} leads to an app that signs users in and out`, async ({
    page,
    product,
    management,
  }) => {
    const port = await freePort();
    const { packages, files, command, start, home } = await openGuide(id, product, management, port);
    expect(Object.keys(installed)).toEqual(expect.arrayContaining(packages));
    const program = await startGuideProgram(files, typed ?? command, { port, starter: id });
    try {
      await program.answers();
      await walk({ page, home, start });
      await program.typesFit();
    } catch (error) {
      throw new Error(`At ${page.url()}, after it printed:\n${program.output()}`, { cause: error });
    } finally {
      await program.stop();
    }
  });

for (const [id, { signOutAt, cookie } = {}] of guides) {
  follow(id, async ({ page, home, start }) => {
    await page.goto(start);
    if (start === home) await control(page, /^Sign in/).click();
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

const comeAndGo = async (page: Page, meanwhile?: () => Promise<void>) => {
  await signIn(await startSignIn(page), visitor);
  await expect(page.getByText(/guide_reader/)).toBeVisible();
  await meanwhile?.();
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
    const phone = await bePhoneFor(page);
    await page.goto(home);
    await comeAndGo(page, async () => {
      const renewed = await page.evaluate(async ([module, token]) => (await import(module)).renew(token), [
        '/src/auth.ts',
        phone.refreshToken(),
      ] as const);
      expect(renewed).toMatchObject({ accessToken: expect.any(String), refreshToken: expect.any(String) });
    });
  },
  'npm run web',
);
