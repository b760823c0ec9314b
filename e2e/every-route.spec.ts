import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleBesideColors } from './support/axe.ts';
import { speak } from './support/language.ts';
import { watchLoading } from './support/loading.ts';
import { managementOf } from './support/management.ts';
import { createSamples, type Route, routesOf } from './support/routes.ts';
import { expect, test } from './support/test.ts';

/** As a link would, without loading the console again. */
const follow = (page: Page, href: string) =>
  page.evaluate(address => window.history.pushState({}, '', address), href);

/**
 * Elements wider than the space they have (the page, and its scrolling parts), and text that has less room than it
 * needs. Names of objects may be cut, because they are shown in full on another page.
 */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const wide = [document.documentElement, ...document.querySelectorAll('main, [role=dialog]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, scrollWidth, clientWidth }) => `${tagName}: ${scrollWidth} in ${clientWidth}`);
    const isMayBeCut = (element: Element) =>
      element.closest('td, pre, code, svg, .cm-editor, [title], [data-may-be-cut]') !== null;
    const hasWords = (element: Element) =>
      [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].flatMap(element => {
      if (!hasWords(element) || isMayBeCut(element) || !element.checkVisibility()) return [];
      const { overflowX, overflowY, clipPath, position } = getComputedStyle(element);
      const isHiddenOnPurpose = position === 'absolute' && (clipPath !== 'none' || element.clientWidth <= 1);
      const isWide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      const isTall = overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1;
      return !isHiddenOnPurpose && (isWide || isTall) ? [`${element.tagName}: ${element.textContent}`] : [];
    });
    return { wide, cut };
  });

const phone = { width: 390, height: 844 };
const screen = { width: 1440, height: 900 };
/** The viewport that remains at 200% zoom. */
const zoomed = { width: 720, height: 450 };

const expectFit = async (page: Page, where: string, sizes = [phone, screen]) => {
  // The size that it has comes first: every change of it costs time.
  const isNow = ({ width }: { width: number }) => Number(page.viewportSize()?.width === width);
  for (const size of sizes.toSorted((one, other) => isNow(other) - isNow(one))) {
    if (!isNow(size)) await page.setViewportSize(size);
    let found = await misfits(page);
    // A page takes a moment to follow its size.
    const wideNow = async () => {
      found = await misfits(page);
      return found.wide;
    };
    if (found.wide.length)
      await expect.soft.poll(wideNow, { message: `${where}, ${size.width}` }).toEqual([]);
    expect.soft(found.cut, `${where}, ${size.width}: cut`).toEqual([]);
  }
};

const aroundEveryScreen = [
  'header:not(main header, [role=dialog] header)',
  'nav:not(main nav)',
  'aside:not(main aside, [role=dialog] aside)',
];

/** Asks axe about one screen after the other, and about what is around them all at the first. */
const accessibilityOf = (page: Page) => {
  let known: string[] = [];
  return async (where: string, ask = expectAccessible) => {
    await ask(page, where, known);
    known = aroundEveryScreen;
  };
};

const walk = async (
  page: Page,
  {
    base,
    routes,
    fill,
  }: {
    base: string;
    routes: Route[];
    fill: (path: string) => string;
  },
  look: (where: string) => Promise<void>,
) => {
  const complaints: string[] = [];
  page.on('console', message => {
    // A setting that was never saved answers 404, which the screens handle.
    if (message.type() !== 'error' || message.text().includes('status of 404')) return;
    complaints.push(`${page.url()}: ${message.text()}`);
  });
  const hasLoaded = watchLoading(page);
  const isShown = async () => {
    await hasLoaded();
    await expect(page.locator('main h1, [role=dialog] h2').first()).toBeVisible();
  };
  // In the page: a route would lead every other request through the test, too.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, options) =>
      String(input).endsWith('/me/custom-data')
        ? Promise.resolve(
            Response.json({ adminConsolePreferences: { appearanceMode: 'system', language: 'ar' } }),
          )
        : fetch(input, options);
  });
  await page.goto(`${base}/get-started`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await speak(page, 'en');
  await isShown();
  const [prefix] = new URL(page.url()).pathname.split('/get-started');
  for (const { path } of routes) {
    await follow(page, `${prefix}/${fill(path)}`);
    await isShown();
    await look(path);
  }
  expect(complaints).toEqual([]);
};

test('[L10N-1] [L10N-2] every address of the console is accessible in light, in dark and from right to left, and fits screens and a phone in English, Arabic, German and Japanese', async ({
  console: page,
  product,
  management,
}) => {
  test.setTimeout(900_000);
  // Entries are written a moment after what they tell of: here that the management API has been asked.
  await expect.poll(() => management('GET', '/logs?page_size=1')).toHaveLength(1);
  const { fill, remove } = await createSamples(management);
  const expectEachAccessible = accessibilityOf(page);
  const expectEachAccessibleInArabic = accessibilityOf(page);
  await walk(page, { base: product.console, routes: routesOf('oss'), fill }, async where => {
    await expectEachAccessible(where);
    await expectFit(page, where, [screen, zoomed, phone]);
    for (const language of ['ar', 'de', 'ja']) {
      await speak(page, language);
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
      if (language === 'ar') await expectEachAccessibleInArabic(`${where}: ar`, expectAccessibleBesideColors);
      await expectFit(page, `${where}: ${language}`);
    }
    await speak(page, 'en');
    // The size that screens of the cloud are asked about, too: one that is the same is known then.
    await page.setViewportSize(screen);
  });
  await remove();
});

test('every address of the console is accessible in the cloud and fits in English and Arabic, where a plan limits what there is', async ({
  cloud,
  people,
}) => {
  test.setTimeout(900_000);
  const { page, tenantId } = await people.tenantOwner('Routes');
  const management = await managementOf(page, cloud, tenantId);
  const { fill, remove } = await createSamples(management);
  const base = `${cloud.console}/${tenantId}`;
  const expectEachAccessible = accessibilityOf(page);
  const expectEachAccessibleInArabic = accessibilityOf(page);
  await walk(page, { base, routes: routesOf('cloud'), fill }, async where => {
    await expectFit(page, where, [screen]);
    await expectEachAccessible(where);
    await speak(page, 'ar');
    await expectEachAccessibleInArabic(`${where}: ar`, expectAccessibleBesideColors);
    await expectFit(page, `${where}: ar`);
    await speak(page, 'en');
    await expectFit(page, where, [phone]);
  });
  await remove();
});
