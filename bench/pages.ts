import { chromium, type Page } from '@playwright/test';
import { measurePage } from '../e2e/support/page-weight.ts';
import type { Product } from '../e2e/support/product.ts';
import { administrator, createAdministrator, signIn } from '../e2e/support/test.ts';
import config from '../playwright.config.ts';

const rounds = 5;

export const measurePages = async (product: Product) => {
  await createAdministrator(product);
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const page = await (await browser.newContext()).newPage();
    const signInPage = await measurePage(
      page,
      async () => {
        await page.goto(product.console);
        await page.waitForURL(/\/sign-in/);
      },
      '/experience/',
    );
    await signIn(page, administrator);
    await page.waitForURL(/\/get-started$/);
    const address = page.url();
    const consolePage = await measurePage(page, () => page.goto(address), '/console/');
    return { signIn: signInPage, console: consolePage, routeChanges: await measureRouteChanges(page) };
  } finally {
    await browser.close();
  }
};

/** From the press on a link of the sidebar until its screen is painted, when everything was there once before. */
const measureRouteChanges = async (page: Page) => {
  const links = page.getByRole('navigation').getByRole('link');
  const hrefs = await links.evaluateAll(
    (all, isOne) =>
      all.flatMap(link =>
        new RegExp(isOne).test(link.getAttribute('href') ?? '') ? [link.getAttribute('href')!] : [],
      ),
    '^/console/[\\w-]+$',
  );
  const change = (href: string) =>
    page.evaluate(async address => {
      const heading = () => document.querySelector('main h1')?.textContent;
      const before = heading();
      const nextFrame = () => new Promise(requestAnimationFrame);
      const start = performance.now();
      document.querySelector<HTMLAnchorElement>(`nav a[href="${address}"]`)?.click();
      while (heading() === before || heading() === undefined) await nextFrame();
      await nextFrame();
      return performance.now() - start;
    }, href);
  // The page that is open comes last.
  const order = [...hrefs.slice(1), ...hrefs.slice(0, 1)];
  for (const href of order) {
    await change(href);
    await page.waitForLoadState('networkidle');
  }
  const times = new Map(order.map(href => [href, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const href of order) times.get(href)?.push(await change(href));
  }
  const all = [...times.values()].flat();
  const medians = [...times].map(([href, own]) => ({ href, milliseconds: at(own, 0.5) }));
  return {
    screens: order.length,
    rounds,
    p50Milliseconds: at(all, 0.5),
    p95Milliseconds: at(all, 0.95),
    maxMilliseconds: at(all, 1),
    slowestScreen: medians.reduce((one, other) => (one.milliseconds > other.milliseconds ? one : other)),
  };
};

const at = (times: number[], share: number) =>
  Math.round(times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * share)] ?? 0);
