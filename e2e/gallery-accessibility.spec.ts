import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { open, press, test } from './support/gallery.ts';

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

test('reduced motion removes all animation but the spinner', async ({ page }) => {
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
  // The viewport that 200% zoom leaves of a common screen.
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
