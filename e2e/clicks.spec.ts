import { countClicks } from './support/clicks.ts';
import { expect, test } from './support/test.ts';

test('a user is suspended from the list in three clicks, and reactivated in one', async ({
  console: page,
  product,
  management,
}) => {
  const name = `Clicked ${Date.now()}`;
  const user = await management('POST', '/users', { name });
  const isSuspended = async () => (await management('GET', `/users/${user.id}`)).isSuspended;
  const clicks = await countClicks(page);
  await page.goto(`${product.console}/users?search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect.poll(isSuspended).toBe(true);
  expect(clicks()).toBeGreaterThan(0);
  expect(clicks()).toBeLessThanOrEqual(3);

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(isSuspended).toBe(false);
  expect(clicks()).toBeLessThanOrEqual(4);
  await management('DELETE', `/users/${user.id}`);
});
