import { expect } from '@playwright/test';
import { open, press, test } from './support/gallery.ts';

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

test('lines are put in order by keyboard, by dragging, and by buttons for those who do not drag', async ({
  page,
}) => {
  await open(page, 'fields');
  const lines = page.getByRole('list', { name: 'Sign-in methods' }).getByRole('listitem');
  // The editors above come late, and push the lines down.
  await expect(page.getByText('name is a reserved claim')).toBeVisible();
  const username = page.getByRole('button', { name: 'Move Username' });
  // In the middle of the screen an arrow key moves the line; at the edge it would scroll the page first.
  await username.evaluate(handle => handle.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await username.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Username moved to position 3 of 3.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Username moved to position 2 of 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(lines).toHaveText(['Email', 'Username', 'Phone']);
  const handle = await page.getByRole('button', { name: 'Move Phone' }).boundingBox();
  const target = await page.getByRole('button', { name: 'Move Email' }).boundingBox();
  await page.mouse.move(handle!.x + 10, handle!.y + 10);
  await page.mouse.down();
  await page.mouse.move(target!.x + 10, target!.y, { steps: 8 });
  await page.mouse.up();
  await expect(lines).toHaveText(['Phone', 'Email', 'Username']);
  const down = page.getByRole('button', { name: 'Move Phone down' });
  // A press while the line still settles belongs to the drag.
  await expect(async () => {
    if (!(await down.isVisible())) await press(page, 'Move Phone');
    await expect(down).toBeVisible({ timeout: 1000 });
  }).toPass();
  await down.click();
  await expect(lines).toHaveText(['Email', 'Phone', 'Username']);
  await expect(
    page.getByRole('status').filter({ hasText: 'Phone dropped at position 2 of 3.' }),
  ).toBeAttached();
  await expect(down).toBeFocused();
});

test('a search keeps every letter while the page takes its time, and shows what the page searches for', async ({
  page,
}) => {
  await open(page, 'fields');
  const search = page.getByRole('searchbox', { name: 'Search by name or ID' });
  await search.pressSequentially('back office', { delay: 260 });
  await expect(search).toHaveValue('back office');
  await search.press('Enter');
  await expect(page.getByText('The page searches for: back office')).toBeVisible();
  await press(page, 'Search for storefront');
  await expect(search).toHaveValue('storefront');
  await search.press('Escape');
  await expect(search).toHaveValue('');
});

test('a thousand rows draw only those in sight', async ({ page }) => {
  await open(page, 'data');
  const table = page.getByRole('table', { name: 'A thousand rows' });
  await expect(table.getByRole('link', { name: /Application 1 / })).toBeVisible();
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  await table.locator('..').evaluate(frame => frame.scrollTo(0, frame.scrollHeight));
  await expect(table.getByRole('link', { name: /Application 1000 / })).toBeVisible();
});

test('the code editor says what is wrong, completes paths and lets the keyboard out', async ({ page }) => {
  await open(page, 'fields');
  const css = page.getByRole('textbox', { name: 'Custom CSS' });
  await css.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n.open {{ color');
  await expect(page.getByText(/^Line 5, column \d+: syntax error/)).toBeVisible();
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

test('code has its colors in the CSS, script and JSON editors, others in the dark', async ({ page }) => {
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
