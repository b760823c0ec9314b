import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findTarget, type GuideId } from '../packages/console/src/guides/catalogue.ts';
import { installIfNeeded } from '../scripts/install-if-needed.mjs';
import { openGuide } from './support/guide.ts';
import { guidesHome, startGuideProgram } from './support/guide-program.ts';
import { freePort } from './support/product.ts';
import { expect, signIn, test } from './support/test.ts';

/**
 * The guides for JavaScript, and where one signs out when the guide shows data instead of a button. Those for Node.js and
 * for services run in `applications.spec.ts`; those for React Native and Expo need a phone and are only parsed.
 */
const guides: [id: GuideId, signOutAt?: string][] = [
  ['express', '/sign-out'],
  ['fastify', '/sign-out'],
  ['hono', '/sign-out'],
  ['nestjs', '/auth/sign-out'],
  ['react-router'],
  ['next-app-router'],
  ['next-pages-router'],
  ['nuxt'],
  ['sveltekit'],
  ['javascript'],
  ['react'],
  ['vue'],
  ['angular'],
];

const visitor = { username: 'guide_reader', password: 'correct horse 8 Battery' };

const installed = JSON.parse(readFileSync(join(guidesHome, 'package.json'), 'utf8')).dependencies;

const control = (page: Page, name: RegExp) =>
  page.getByRole('button', { name }).or(page.getByRole('link', { name }));

test.beforeAll(async ({ management }) => {
  test.setTimeout(300_000);
  installIfNeeded(guidesHome);
  await management('POST', '/users', { ...visitor, name: 'Gwen Guided' });
});

for (const [id, signOutAt] of guides) {
  test(`[NAV-8] whoever follows the guide for ${findTarget(id)?.name} has people sign in and out`, async ({
    page,
    product,
    management,
  }) => {
    const port = await freePort();
    const { packages, files, command, start, home } = await openGuide(id, product, management, port);
    expect(Object.keys(installed)).toEqual(expect.arrayContaining(packages));
    const program = await startGuideProgram(files, command, { port, starter: id });
    try {
      await program.answers();
      await page.goto(start);
      if (start === home) await control(page, /^Sign in/).click();
      await signIn(page, visitor);
      await expect(page.getByText(/Gwen Guided/)).toBeVisible();
      await page.reload();
      await expect(page.getByText(/Gwen Guided/)).toBeVisible();

      if (signOutAt) await page.goto(new URL(signOutAt, home).href);
      else await control(page, /^Sign out/).click();
      await page.waitForURL(home);
      await expect(control(page, /^Sign in/).or(page.getByText('{"user":null}'))).toBeVisible();
      await program.typesFit();
    } catch (error) {
      throw new Error(`At ${page.url()}, after it printed:\n${program.output()}`, { cause: error });
    } finally {
      await program.stop();
    }
  });
}
