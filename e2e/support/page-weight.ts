import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { watchLoading } from './loading.ts';

const gzipSize = async (address: string) => {
  const response = await fetch(address);
  return gzipSync(await response.arrayBuffer()).length;
};

/** Notices are loaded so long after the page, which on a busy machine is before the page is complete. */
const noticesAfterMs = 2000;

const leaveOutNotices = (page: Page) =>
  page.addInitScript(left => {
    const { setTimeout } = window;
    const withoutOne = (task: () => void, delay?: number) => (delay === left ? 0 : setTimeout(task, delay));
    window.setTimeout = withoutOne as typeof window.setTimeout;
  }, noticesAfterMs);

/** Measures the files a page loads (JavaScript and CSS, each gzipped) and the time of its first contentful paint. */
export const measurePage = async (page: Page, open: () => Promise<unknown>, prefix: string) => {
  const addresses = new Set<string>();
  const note = (request: Request) => {
    const { pathname, href } = new URL(request.url());
    if (pathname.startsWith(prefix) && /\.(js|css)$/.test(pathname)) addresses.add(href);
  };
  // Leaves the previous page, whose pending requests would otherwise be waited for here.
  await page.goto('about:blank');
  page.on('request', note);
  await leaveOutNotices(page);
  const hasLoaded = watchLoading(page);
  await open();
  await hasLoaded();
  page.off('request', note);
  const names = [...addresses];
  const sizes = await Promise.all(names.map(gzipSize));
  const firstContentfulPaint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  );
  return {
    gzipBytes: sizes.reduce((sum, size) => sum + size, 0),
    files: sizes.length,
    /** By file, to find out what is too heavy. */
    list: names.map((name, index) => `${sizes[index]} ${new URL(name).pathname}`).join('\n'),
    firstContentfulPaintMilliseconds: Math.round(firstContentfulPaint),
  };
};
