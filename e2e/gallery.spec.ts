import { mkdtemp } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { build, type PreviewServer, preview } from 'vite';
import { expectAccessible } from './support/axe.ts';
import { stopTime } from './support/clock.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

let server: PreviewServer;
let origin: string;

test.beforeAll(async () => {
  const configFile = fileURLToPath(new URL('../packages/ui/vite.config.ts', import.meta.url));
  const outDir = await mkdtemp(join(tmpdir(), 'gallery-'));
  await build({ configFile, build: { outDir }, logLevel: 'error' });
  server = await preview({ configFile, build: { outDir }, preview: { port: 0 }, logLevel: 'error' });
  origin = `http://localhost:${(server.httpServer.address() as AddressInfo).port}`;
});
test.afterAll(() => server.close());

const open = async (page: Page, name: string, look: Record<string, string> = {}) => {
  await page.goto(`${origin}/?${new URLSearchParams({ page: name, ...look })}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const pages = [
  'primitives',
  'fields',
  'data',
  'overlays',
  'list',
  'detail',
  'messages',
  'placeholder',
  'sign-in',
  'nowhere',
];
test('axe finds nothing in the gallery, in either direction, and icons point along the line', async ({
  page,
}) => {
  test.slow();
  const turn = (dir: string) =>
    page.locator('html').evaluate((html, value) => html.setAttribute('dir', value), dir);
  for (const name of pages) {
    await open(page, name);
    await expectAccessible(page, name);
    await turn('rtl');
    await expectAccessible(page, `${name}, right to left`);
  }
  await open(page, 'list');
  const icon = page.locator('.lucide-chevron-right').last();
  await expect(icon).toHaveCSS('scale', 'none');
  await turn('rtl');
  await expect(icon).toHaveCSS('scale', '-1 1');
});

const overlays = {
  'Open dialog': 'dialog',
  'Open drawer': 'dialog',
  'Open palette': 'dialog',
  'Ask for the name': 'alertdialog',
} as const;

test('axe finds nothing while an overlay is open', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [button, role] of Object.entries(overlays)) {
    await open(page, 'overlays');
    await press(page, button);
    await expect(page.getByRole(role)).toBeVisible();
    await expectAccessible(page, button);
  }
});

test('nothing is wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of pages) {
    await open(page, name);
    const overflow = await page.locator('main').evaluate(main => main.scrollWidth - main.clientWidth);
    expect(overflow, name).toBe(0);
  }
});

const answers = (page: Page) => page.locator('output');

test('[UI-1] a new question cancels the pending one', async ({ page }) => {
  await open(page, 'overlays');
  await press(page, 'Ask twice');
  await expect(page.getByRole('alertdialog', { name: 'Second question' })).toBeVisible();
  await expect(page.getByRole('alertdialog', { name: 'First question' })).toHaveCount(0);
  await expect(answers(page)).toHaveText('first: [false]');
  await press(page, 'Confirm');
  await expect(answers(page)).toHaveText('first: [false]; second: [true,null]');
});

test('[UI-1] confirming answers true with the payload, and only after the name was typed', async ({
  page,
}) => {
  await open(page, 'overlays');
  await press(page, 'Ask with a payload');
  await page.getByLabel('Reason').fill('Left the company');
  await press(page, 'Suspend user');
  await expect(answers(page)).toHaveText('payload: [true,"Left the company"]');

  await press(page, 'Ask for the name');
  const confirm = page.getByRole('button', { name: 'Delete application' });
  await page.getByLabel('Type “Storefront” to confirm').fill('Store');
  await expect(confirm).toBeDisabled();
  await page.getByLabel('Type “Storefront” to confirm').fill('Storefront');
  await confirm.click();
  await expect(answers(page)).toContainText('named: [true');
});

test('[UI-1] cancel, Escape and the browser’s back answer false', async ({ page }) => {
  await open(page, 'overlays');
  await page.evaluate(() => history.pushState(null, '', '#next'));
  const leave = [
    () => press(page, 'Cancel'),
    () => page.keyboard.press('Escape'),
    () => page.evaluate(() => history.back()),
  ];
  const expected: string[] = [];
  for (const act of leave) {
    await press(page, 'Ask');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await act();
    expected.push('delete: [false]');
    await expect(answers(page)).toHaveText(expected.join('; '));
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  }
});

test('[UI-1] an alert only has a close button', async ({ page }) => {
  await open(page, 'overlays');
  await press(page, 'Tell');
  await expect(page.getByRole('alertdialog').getByRole('button')).toHaveText(['Close']);
  await press(page, 'Close');
  await expect(answers(page)).toHaveText('alert: [false]');
});

test('[UI-2] a loading button is disabled at once and spins after 500 ms', async ({ page }) => {
  await stopTime(page);
  await open(page, 'primitives');
  const button = page.getByRole('button', { name: 'Start loading' });
  await button.press('Enter');
  await expect(button).toBeDisabled();
  await expect(button).toBeFocused();
  await page.clock.runFor(499);
  await expect(button.locator('[data-spinner]')).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(button.locator('[data-spinner]')).toHaveCount(1);
  await press(page, 'Stop loading');
  await expect(button).toBeEnabled();
  await expect(button.locator('[data-spinner]')).toHaveCount(0);
});

test('[UI-2] a page’s loading indicator appears after 500 ms', async ({ page }) => {
  await stopTime(page);
  await open(page, 'primitives');
  const indicator = page.getByRole('status').filter({ hasText: 'Loading' });
  await expect(page.getByRole('heading', { name: 'Page loading' })).toBeVisible();
  await page.clock.runFor(499);
  await expect(indicator).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(indicator).toBeVisible();
});

test('[UI-4] submenus open after 300 ms of hover and close 100 ms after leaving', async ({ page }) => {
  await open(page, 'overlays');
  await press(page, 'Ada Lovelace');
  const language = page.getByRole('menuitem', { name: 'Language' });
  await expect(language).toBeVisible();
  await stopTime(page);
  await language.hover();
  await page.clock.runFor(299);
  await expect(page.getByRole('menuitemradio')).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(page.getByRole('menuitemradio', { name: 'Deutsch' })).toBeVisible();
  await page.mouse.move(5, 700);
  await page.clock.runFor(99);
  await expect(page.getByRole('menuitemradio', { name: 'Deutsch' })).toBeVisible();
  // It fades out first.
  await page.clock.runFor(150);
  await expect(page.getByRole('menuitemradio')).toHaveCount(0);
});

test('[UI-4] menu items are 40 px high, 4 px apart, 16 px from the edge; sign-out spins', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'overlays');
  await press(page, 'Ada Lovelace');
  const profile = await page.getByRole('menuitem', { name: 'Profile' }).boundingBox();
  const language = await page.getByRole('menuitem', { name: 'Language' }).boundingBox();
  expect(profile!.height).toBe(40);
  expect(language!.y - profile!.y - profile!.height).toBe(4);
  const menu = await page.getByRole('menu').boundingBox();
  expect(menu!.y).toBeGreaterThanOrEqual(16);
  expect(menu!.y + menu!.height).toBeLessThanOrEqual(500 - 16);
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('target', '_blank');
  const signOut = page.getByRole('menuitem', { name: 'Sign out' });
  await signOut.click();
  await expect(signOut.locator('[data-spinner]')).toBeVisible();
});

test('[UI-5] an avatar is its picture, a placeholder when that fails, or an initial by code point', async ({
  page,
}) => {
  await open(page, 'primitives');
  const avatar = (name: string) => page.getByRole('img', { name, exact: true });
  await expect(avatar('With a picture').locator('img')).toBeVisible();
  await expect(avatar('With a broken picture').locator('svg')).toBeVisible();
  await expect(avatar('With a broken picture').locator('img')).toHaveCount(0);

  const colorOf = (name: string) =>
    avatar(name)
      .locator('span')
      .evaluate(face => getComputedStyle(face).backgroundColor);
  const colors = await Promise.all([...'ABCDEFGHIJKL'].map(colorOf));
  expect(new Set(colors).size).toBe(12);
  // M is twelve code points after A.
  expect(await colorOf('With a tooltip')).toBe(colors[0]);
  await expect(avatar('With a tooltip')).toHaveText('M');
  await avatar('With a tooltip').hover();
  for (const line of ['Mary Shelley', 'mary@harbour.example', '+49 30 1234567', 'mary']) {
    await expect(page.getByText(line, { exact: true }).last()).toBeVisible();
  }
});

test('[UI-9] the error panel shows code, message and details, and tries again', async ({ page }) => {
  await open(page, 'messages');
  const panel = page.getByRole('alert');
  await expect(panel).toContainText('Something went wrong');
  await expect(panel).toContainText('entity.not_found');
  await expect(panel).toContainText('This application does not exist any more.');
  await expect(panel.locator('pre')).toBeHidden();
  await panel.getByText('Details').click();
  await expect(panel.locator('pre')).toContainText('Error: 404');
  await press(page, 'Try again');
  await expect(page.getByText('Tried again 1 times.')).toBeVisible();
});

test('[UI-10] the top bar gets a shadow once the content is scrolled', async ({ page }) => {
  await open(page, 'data');
  const shadow = () =>
    page
      .getByRole('banner')
      .locator('..')
      .evaluate(bar => getComputedStyle(bar).boxShadow);
  expect(await shadow()).toBe('none');
  await page.locator('main').evaluate(main => main.scrollTo(0, 200));
  await expect.poll(shadow).not.toBe('none');
  await page.locator('main').evaluate(main => main.scrollTo(0, 0));
  await expect.poll(shadow).toBe('none');
});

test('[UI-11] an unknown address says that there is no such page', async ({ page }) => {
  await open(page, 'no-such-page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('table rows: arrow keys go from row to row, Enter opens, the menu does not', async ({ page }) => {
  await open(page, 'list');
  await page.getByRole('link', { name: /Storefront/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: /Back office/ })).toBeFocused();
  await press(page, 'More actions for Back office');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page).toHaveURL(/page=list/);
  await page.getByRole('link', { name: /Back office/ }).press('Enter');
  await expect(page).toHaveURL(/page=detail/);

  await open(page, 'list');
  await page.getByRole('row', { name: /Courier app/ }).click();
  await expect(page).toHaveURL(/page=detail/);
});

test('the code editor says what is wrong, completes paths and lets the keyboard out', async ({ page }) => {
  await open(page, 'fields');
  const css = page.getByRole('textbox', { name: 'Custom CSS' });
  await css.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n.open {{ color');
  await expect(page.getByText(/^Line 5, column \d+: this cannot be understood/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(css).not.toBeFocused();

  const script = page.getByRole('textbox', { name: 'Script', exact: true });
  await expect(page.getByText('Line 2, column 3: name is a reserved claim.')).toBeVisible();
  await script.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('context.user.');
  await page.getByRole('option', { name: /^name/ }).click();
  await expect(script).toContainText('context.user.name');
  await expect(page.getByRole('textbox', { name: 'Sample' })).toHaveAttribute('aria-readonly', 'true');
});

test('lines are put in order by keyboard, by dragging, and by buttons for those who do not drag', async ({
  page,
}) => {
  await open(page, 'fields');
  const lines = page.getByRole('list', { name: 'Sign-in methods' }).getByRole('listitem');
  const username = page.getByRole('button', { name: 'Move Username' });
  // In the middle of the screen an arrow key moves the line; at the edge it would scroll the page first.
  await username.evaluate(handle => handle.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await username.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Username is at place 3 of 3.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Username is at place 2 of 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(lines).toHaveText(['Email', 'Username', 'Phone']);
  const handle = await page.getByRole('button', { name: 'Move Phone' }).boundingBox();
  const target = await page.getByRole('button', { name: 'Move Email' }).boundingBox();
  await page.mouse.move(handle!.x + 10, handle!.y + 10);
  await page.mouse.down();
  await page.mouse.move(target!.x + 10, target!.y, { steps: 8 });
  await page.mouse.up();
  await expect(lines).toHaveText(['Phone', 'Email', 'Username']);
  await press(page, 'Move Phone');
  const down = page.getByRole('button', { name: 'Move Phone down' });
  await down.click();
  await expect(lines).toHaveText(['Email', 'Phone', 'Username']);
  await expect(page.getByRole('status').filter({ hasText: 'Phone is now at place 2 of 3.' })).toBeAttached();
  await expect(down).toBeFocused();
});

test('whoever asked for less motion sees none but the sign of waiting', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const name of ['primitives', 'fields', 'overlays', 'data']) {
    await open(page, name);
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('body *')].flatMap(element => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element);
        const isQuick = animationName !== 'none' && parseFloat(animationDuration) < 1;
        const moves = transitionDuration.split(',').some(time => parseFloat(time) > 0);
        return moves || isQuick ? [element.outerHTML.slice(0, 120)] : [];
      }),
    );
    expect.soft(moving, name).toEqual([]);
  }
});

test('the focus is seen wherever the Tab key leads, and nothing lies over it', async ({ page }) => {
  test.slow();
  // What 200 % leaves of a common screen.
  await page.setViewportSize({ width: 720, height: 450 });
  for (const name of ['primitives', 'fields', 'detail', 'list']) {
    await open(page, name);
    const unseen: string[] = [];
    for (const _ of Array(40)) {
      await page.keyboard.press('Tab');
      const problem = await page.evaluate(whatHidesTheFocus);
      if (problem) unseen.push(problem);
    }
    expect.soft(unseen, name).toEqual([]);
  }
});

/** Runs in the page: a ring is on the control, on what is drawn over it, or on the box around it. */
const whatHidesTheFocus = () => {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused instanceof HTMLIFrameElement) return undefined;
  const boxes = [focused, focused.parentElement, focused.parentElement?.parentElement];
  const hasRing = boxes.some(box =>
    [undefined, '::after', '::before'].some(part => {
      const { outlineStyle, boxShadow } = getComputedStyle(box as Element, part);
      return outlineStyle !== 'none' || boxShadow !== 'none';
    }),
  );
  const { x, y, width, height } = focused.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  const isCovered = width > 1 && !!top && !boxes.some(box => box?.contains(top)) && !top.contains(focused);
  if (hasRing && !isCovered) return undefined;
  return `${hasRing ? `covered by ${top?.outerHTML.slice(0, 80)}` : 'no ring'}: ${focused.outerHTML.slice(0, 120)}`;
};

test('a thousand rows draw only those in sight', async ({ page }) => {
  await open(page, 'data');
  const table = page.getByRole('table', { name: 'A thousand rows' });
  await expect(table.getByRole('link', { name: /Application 1 / })).toBeVisible();
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  await table.locator('..').evaluate(frame => frame.scrollTo(0, frame.scrollHeight));
  await expect(table.getByRole('link', { name: /Application 1000 / })).toBeVisible();
});

test('code has its colours in the CSS, script and JSON editors, others in the dark', async ({ page }) => {
  const coloursOf = (label: string) =>
    page
      .getByRole('textbox', { name: label, exact: true })
      .locator('span')
      .evaluateAll(tokens => [...new Set(tokens.map(token => getComputedStyle(token).color))]);
  const coloursIn = async (appearance: string) => {
    await open(page, 'fields', { appearance });
    for (const label of ['Custom CSS', 'Script', 'Sample'])
      await expect.poll(async () => (await coloursOf(label)).length, label).toBeGreaterThan(1);
    return coloursOf('Script');
  };
  const inLight = await coloursIn('light');
  for (const colour of await coloursIn('dark')) expect(inLight).not.toContain(colour);
});

test('on a narrow screen the sidebar opens from its button and closes with Escape', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, 'list');
  const link = page.getByRole('link', { name: 'Primitives' });
  await expect(link).toBeHidden();
  await press(page, 'Open menu');
  await expect(link).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
});
