import { expect, type Page, type Route } from '@playwright/test';
import axe from 'axe-core';

type Options = {
  runOnly?: { type: 'rule'; values: string[] };
  rules?: Record<string, { enabled: boolean }>;
};

/** Page states that this worker has already checked without findings. */
const known = new Set<string>();

/**
 * Violations that axe finds on the page in its current state, outside the excluded parts. A state without findings is
 * checked only once.
 */
const violationsOn = async (page: Page, options: Options, exclude: string[] = []) => {
  await colorsHaveSettled(page);
  const asked = JSON.stringify([options, await shapeOf(page, exclude)]);
  if (known.has(asked)) return [];
  const found = await askAxe(page, options, exclude);
  if (!found.length) known.add(asked);
  return found;
};

/**
 * Everything that axe looks at, as one short text: elements with their attributes, and whether they have words. What
 * those say, and of which object, does not count; which names and references are the same does. Files that were loaded
 * on the way here are not looked at.
 */
const shapeOf = (page: Page, exclude: string[]) =>
  page.evaluate(async leftOut => {
    const words = new Set(['href', 'src', 'value', 'placeholder']);
    const names =
      /^(id|for|name|form|list|title|aria-(label|labelledby|describedby|controls|owns|activedescendant))$/;
    const known = new Map<string, number>();
    const numberOf = (value: string) => {
      if (!known.has(value)) known.set(value, known.size);
      return known.get(value);
    };
    const describe = (element: Element) => {
      const attributes = [...element.attributes].map(({ name, value }) => {
        if (words.has(name) || element.localName === 'time') return `${name}:${value !== ''}`;
        return names.test(name) && value ? `${name}#${numberOf(value)}` : `${name}=${value}`;
      });
      const hasWords = [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
      );
      const { parentElement } = element;
      const place = parentElement ? [...parentElement.children].indexOf(element) : 0;
      return [element.tagName, place, ...attributes, hasWords].join(' ');
    };
    const elements = [...document.querySelectorAll('*:not(head link)')].filter(
      element => !leftOut.some(selector => element.closest(selector)),
    );
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    const text = [window.innerWidth, isDark, ...elements.map(describe)].join('\n');
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return btoa(String.fromCharCode(...new Uint8Array(digest)));
  }, exclude);

const askAxe = async (page: Page, options: Options, exclude: string[]) => {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(
    async ([given, leftOut]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(
        { include: document, exclude: leftOut },
        { ...given, resultTypes: ['violations'], iframes: false },
      );
      return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
    },
    [options, exclude] as const,
  );
};

/** A change of the appearance takes a moment to reach every color. */
const colorsHaveSettled = (page: Page) =>
  page.waitForFunction(
    () =>
      !document.getAnimations().some(change => change instanceof CSSTransition) &&
      !document.querySelector('[data-starting-style]'),
    undefined,
    // Frames stop where nothing moves, and a wait for the next one with them.
    { polling: 50 },
  );

const colorRules = ['color-contrast', 'link-in-text-block'];
const onlyColors: Options = { runOnly: { type: 'rule', values: colorRules } };
/** The one rule of WCAG 2.2, which is off by default. */
const targetSize = { 'target-size': { enabled: true } };
const everything: Options = { rules: targetSize };
const allButColors: Options = {
  rules: { ...targetSize, ...Object.fromEntries(colorRules.map(id => [id, { enabled: false }])) },
};

/** axe finds nothing; in the dark it asks about colors again, since nothing else is different there. */
export const expectAccessible = async (page: Page, where: string, exclude: string[] = []) => {
  await page.emulateMedia({ colorScheme: 'light' });
  expect.soft(await violationsOn(page, everything, exclude), where).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await violationsOn(page, onlyColors, exclude), `${where}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
};

/** For a screen that was asked about its colors already, in another language. */
export const expectAccessibleBesideColors = async (page: Page, where: string, exclude: string[] = []) =>
  expect.soft(await violationsOn(page, allButColors, exclude), where).toEqual([]);

/** A message is shown by a mail program, which has the landmarks and the heading. */
const ofMessages: Options = {
  rules: Object.fromEntries(
    ['region', 'landmark-one-main', 'page-has-heading-one'].map(id => [id, { enabled: false }]),
  ),
};

export const expectMessageAccessible = async (page: Page, where: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await violationsOn(page, ofMessages), `${where}, ${colorScheme}`).toEqual([]);
  }
};

const speakArabic = (route: Route) =>
  route.continue({ headers: { ...route.request().headers(), 'accept-language': 'ar' } });

const expectNothingCutOff = async (page: Page, where: string) => {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${where}, wider than the screen`).toBeLessThanOrEqual(0);
};

/**
 * The page under a title, in light, in the dark and in Arabic, for which it is opened again: by a reload, since our
 * pages continue from where they were. It stays in Arabic, and what follows is in English.
 */
export const expectAccessibleInEveryLook = async (
  page: Page,
  title: string,
  openAgain?: () => Promise<unknown>,
) => {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expectAccessible(page, title);
  await expectNothingCutOff(page, title);
  // A reload asks for one page; the files that come with it, or are still on their way, need no detour.
  const address = page.url().split('#', 1)[0];
  const isAsked = ({ href }: URL) => openAgain !== undefined || href === address;
  await page.route(isAsked, speakArabic);
  await (openAgain ? openAgain() : page.reload());
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.unroute(isAsked, speakArabic);
  expect.soft(await violationsOn(page, allButColors), `${title}, Arabic`).toEqual([]);
  await expectNothingCutOff(page, `${title}, Arabic`);
};
