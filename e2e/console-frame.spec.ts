import type { Locator, Page } from '@playwright/test';
import { watchLoading } from './support/loading.ts';
import { createSamples, routesOf } from './support/routes.ts';
import { expect, test } from './support/test.ts';

const screen = { width: 1280, height: 720 };
const phone = { width: 390, height: 700 };

/** Opens one address after the other without loading the console again. */
const visitorOf = async (page: Page, base: string) => {
  const hasLoaded = watchLoading(page);
  await page.goto(`${base}/get-started`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const [prefix] = new URL(page.url()).pathname.split('/get-started');
  return async (path: string) => {
    await page.evaluate(address => window.history.pushState({}, '', address), `${prefix}/${path}`);
    await hasLoaded();
    await expect(page.locator('main h1, [role=dialog] h2').first()).toBeVisible();
  };
};

/** The position of a page's title, and of the content below it. */
const frameOf = (page: Page) =>
  page.locator('main h1').evaluate(title => {
    const header = title.closest('header');
    const { left, top } = title.getBoundingClientRect();
    return { left, top, below: header?.nextElementSibling?.getBoundingClientRect().top };
  });

test('title and content begin at the same place in all areas, and audit logs keep their title in all tabs', async ({
  console: page,
  product,
}) => {
  const visit = await visitorOf(page, product.console);
  const firstRoutes = new Map(routesOf('oss').map(({ area }) => [area, area]));
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await visit('applications');
    const frame = await frameOf(page);
    for (const area of firstRoutes.keys()) {
      await visit(area);
      await expect.poll(() => frameOf(page), `${area}, ${width}`).toEqual(frame);
    }
  }
  for (const tab of ['', '/changes', '/streams', '/jobs']) {
    await visit(`audit-logs${tab}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit logs');
  }
});

/** Section titles that a label inside repeats in sight, and choices of which one stands alone in the last line. */
const blemishesOf = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (element: Element) => element.getBoundingClientRect().width > 1;
    const repeated = [...document.querySelectorAll('main h2')].flatMap(title =>
      [...(title.parentElement?.parentElement?.querySelectorAll('legend, label') ?? [])]
        .filter(label => label.textContent === title.textContent)
        .flatMap(label => [...label.querySelectorAll('span'), ...(label.children.length > 0 ? [] : [label])])
        .filter(isSeen)
        .map(() => `said twice: ${title.textContent}`),
    );
    const orphans = [...document.querySelectorAll('[role=radiogroup]')].flatMap(group => {
      const tops = [...group.children].map(card => card.getBoundingClientRect().top);
      const lines = [...new Set(tops)].map(top => tops.filter(each => each === top).length);
      const isAlone = lines.length > 1 && lines.at(-1) === 1 && lines[0] !== 1;
      return isAlone ? [`one choice alone: ${group.textContent}`] : [];
    });
    return [...repeated, ...orphans];
  });

test('no section is titled twice and no choice stands alone in its line', async ({
  console: page,
  product,
  management,
}) => {
  test.setTimeout(300_000);
  const { fill, remove } = await createSamples(management);
  const visit = await visitorOf(page, product.console);
  for (const { path } of routesOf('oss')) {
    await visit(fill(path));
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await blemishesOf(page), `${path}, ${width}`).toEqual([]);
    }
  }
  await remove();
});

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not on the page');
  return { ...box, bottom: box.y + box.height, right: box.x + box.width, middle: box.y + box.height / 2 };
};

const tallDialogs: Record<string, (page: Page, base: string) => Promise<unknown>> = {
  'create role': (page, base) => page.goto(`${base}/roles/create`),
  'create log stream': async (page, base) => {
    await page.goto(`${base}/audit-logs/streams/create`);
    await page.getByRole('radio').nth(2).check();
  },
  'add connector': async (page, base) => {
    await page.goto(`${base}/connectors/social/create/social`);
    await page.getByRole('dialog').getByRole('link').first().waitFor();
  },
  shortcuts: async (page, base) => {
    await page.goto(`${base}/get-started`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Shift+?');
  },
};

test('a tall dialog stays on the screen with its title and buttons, and its body scrolls', async ({
  console: page,
  product,
}) => {
  for (const size of [screen, phone]) {
    await page.setViewportSize(size);
    for (const [name, open] of Object.entries(tallDialogs)) {
      await open(page, product.console);
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      const where = `${name}, ${size.width}`;
      await expect.poll(async () => (await boxOf(dialog)).bottom, where).toBeLessThanOrEqual(size.height - 8);
      expect((await boxOf(dialog)).y, where).toBeGreaterThanOrEqual(8);
      await expect(dialog.getByRole('heading').first()).toBeInViewport({ ratio: 1 });
      const submit = dialog.locator('button[type=submit]');
      if (await submit.count()) await expect(submit, where).toBeInViewport({ ratio: 1 });
      const hidden = await dialog.evaluate(
        popup =>
          [...popup.querySelectorAll('*')].filter(
            element =>
              getComputedStyle(element).overflowY === 'auto' && element.scrollHeight > element.clientHeight,
          ).length,
      );
      expect(hidden, `${where}: nothing scrolls`).toBeGreaterThan(0);
    }
  }
});

test('a toast stands beside a dialog, and what is in a row on the middle of it', async ({
  console: page,
  product,
  management,
}) => {
  const { id } = await management('POST', '/hooks', {
    name: 'Middle hook',
    events: ['User.Created'],
    config: { url: 'https://hooks.example.com' },
  });
  await page.setViewportSize(screen);
  await page.goto(`${product.console}/webhooks`);
  const row = page.getByRole('row', { name: /Middle hook/ });
  const toggle = row.getByRole('switch');
  const middleOf = async (locator: Locator) => (await boxOf(locator)).middle;
  expect(Math.abs((await middleOf(toggle)) - (await middleOf(row)))).toBeLessThanOrEqual(1);

  for (const size of [screen, phone]) {
    await page.setViewportSize(size);
    await toggle.click();
    const toast = page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/Middle hook/)
      .last();
    await expect(toast).toBeVisible();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await toast.hover();
    await expect
      .poll(async () => (await boxOf(toast)).y - (await boxOf(dialog)).bottom, `${size.width}`)
      .toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(toast).toBeHidden();
  }
  await page.setViewportSize(screen);
  await page.goto(`${product.console}/roles`);
  const admin = page.getByRole('row', { name: /^Select admin|admin/ }).first();
  const faces = admin.locator('[class*=faces]').first();
  expect(Math.abs((await middleOf(faces)) - (await middleOf(admin)))).toBeLessThanOrEqual(1);
  await management('DELETE', `/hooks/${id}`);
});
