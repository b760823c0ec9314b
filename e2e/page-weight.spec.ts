import { test } from './support/applications.ts';
import { measurePage } from './support/page-weight.ts';
import { expect } from './support/test.ts';

const kilobyte = 1024;

test('the first screens are light: the console’s within 170 KB, the sign-in pages’ within 90 KB', async ({
  console: page,
  page: visitor,
  own,
  product,
}) => {
  const address = `${product.console}/get-started`;
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  const { gzipBytes } = await measurePage(page, () => page.goto(address), '/console/');
  expect(gzipBytes).toBeLessThan(170 * kilobyte);

  const signIn = await measurePage(visitor, () => visitor.goto(own.start()), '/experience/');
  expect(signIn.gzipBytes).toBeLessThan(90 * kilobyte);
});
