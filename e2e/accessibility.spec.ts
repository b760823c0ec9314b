import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, signIn, test } from './support/test.ts';

type Screen = { path: string; open?: (page: Page) => Promise<void>; isReady: (page: Page) => Promise<void> };

const shows = (text: string) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();
const isOpen = (page: Page) => expect(page.getByRole('dialog')).toBeVisible();

/** Screens that open over a page or have no URL. Pages with a URL are checked in `every-route`. */
const screensOf = (resourceId: string): Record<string, Screen> => ({
  history: {
    path: `/api-resources/${resourceId}/general`,
    open: page => page.getByRole('button', { name: 'History' }).click(),
    isReady: page => expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible(),
  },
  palette: {
    path: '/get-started',
    open: async page => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.keyboard.press('Control+k');
    },
    isReady: page => expect(page.getByRole('option').first()).toBeVisible(),
  },
  profile: {
    path: '/profile',
    isReady: shows('Profile information'),
  },
  'own avatar': {
    path: '/profile',
    open: page => page.getByRole('button', { name: 'Set avatar' }).click(),
    isReady: shows('Choose image'),
  },
  'not found': { path: '/no-such-page', isReady: shows('This page may have been moved or deleted.') },
});

/** The assistant and the ways to us are the cloud's. */
const cloudScreens: Record<string, Screen> = {
  assistant: {
    path: '/get-started',
    open: async page => {
      await page.getByRole('button', { name: 'Ask AI' }).click();
      await page.getByRole('button', { name: 'How do I rotate signing keys?' }).click();
    },
    isReady: shows('From the guides:'),
  },
  contact: {
    path: '/get-started',
    open: async page => {
      await page.getByRole('button', { name: 'Help' }).click();
      await page.getByRole('menuitem', { name: 'Contact us' }).click();
    },
    isReady: isOpen,
  },
};

const lookAt = async (page: Page, base: string, screens: Record<string, Screen>) => {
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  for (const [screen, { path, open, isReady }] of Object.entries(screens)) {
    await page.goto(`${base}${path}`);
    await open?.(page);
    await isReady(page);
    await expectAccessible(page, screen);

    await page.setViewportSize({ width: 390, height: 844 });
    const tooWide = () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main, [role=dialog]')]
          .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
          .some(overflow => overflow > 0),
      );
    await expect.soft.poll(tooWide, { message: screen }).toBe(false);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  expect(complaints).toEqual([]);
};

test('axe finds nothing in light and dark, a phone shows all of it, and the browser complains of nothing', async ({
  console: page,
  product,
  management,
}) => {
  test.setTimeout(600_000);
  const resource = await management('POST', '/resources', {
    name: 'Axe API',
    indicator: 'https://axe.example.com',
  });
  await lookAt(page, product.console, screensOf(resource.id));
});

test('axe finds nothing in the assistant and the contact dialog of the cloud, and a phone shows all of them', async ({
  page,
  cloud,
}) => {
  await page.goto(`${cloud.console}/default/get-started`);
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await lookAt(page, `${cloud.console}/default`, cloudScreens);
});
