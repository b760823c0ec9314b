import { expect, type Page, type Request } from '@playwright/test';

/**
 * Knows from here on what a page asks for; what it gives waits until all of that has come and nothing stands in for
 * something else.
 */
export const watchLoading = (page: Page) => {
  const asked = new Set<Request>();
  page.on('request', request => asked.add(request));
  page.on('requestfinished', request => asked.delete(request));
  page.on('requestfailed', request => asked.delete(request));
  // A stream ends with the page: it has come when it has begun.
  page.on('response', answer => {
    if (answer.headers()['content-type'] === 'text/event-stream') asked.delete(answer.request());
  });
  // A browser without a screen can leave out frames while nothing changes.
  const skeletonsAfterTwoFrames = () =>
    page.evaluate(async () => {
      await new Promise<void>(done => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
        setTimeout(done, 200);
      });
      return document.querySelectorAll('main [class*="skeleton"]').length;
    });
  // Requests of a frame end silently when the frame is detached.
  const isUnderWay = (request: Request) => !request.frame().isDetached();
  const missing = async () => {
    const skeletons = await skeletonsAfterTwoFrames();
    return [
      ...[...asked].filter(isUnderWay).map(request => request.url()),
      ...Array(skeletons).fill('skeleton'),
    ];
  };
  return () =>
    expect.poll(async () => [...(await missing()), ...(await missing())], { intervals: [30] }).toEqual([]);
};
