import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from './support/applications.ts';
import { measurePage } from './support/page-weight.ts';
import { expect } from './support/test.ts';

const kilobyte = 1024;

test('the first screens are light: the console’s within 170 KB, the sign-in pages’ within 90 KB, and a list has few files', async ({
  console: page,
  page: visitor,
  own,
  product,
}) => {
  const address = `${product.console}/get-started`;
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  const { gzipBytes, list } = await measurePage(page, () => page.goto(address), '/console/');
  expect(gzipBytes, list).toBeLessThan(170 * kilobyte);

  const users = await measurePage(page, () => page.goto(`${product.console}/users`), '/console/');
  expect(users.files, users.list).toBeLessThan(50);

  const signIn = await measurePage(visitor, () => visitor.goto(own.start()), '/experience/');
  expect(signIn.gzipBytes, signIn.list).toBeLessThan(90 * kilobyte);
});

test('no screen of the console brings more than 60 KB of its own; only the first file and the editor are larger', async () => {
  const folder = join(import.meta.dirname, '../packages/console/dist/assets');
  const names = (await readdir(folder)).filter(name => name.endsWith('.js'));
  const files = await Promise.all(
    names.map(async name => {
      const code = await readFile(join(folder, name));
      return { name, gzipBytes: gzipSync(code).length, isEditor: code.includes('cm-editor') };
    }),
  );
  const large = files.filter(({ gzipBytes, isEditor }) => gzipBytes > 60 * kilobyte && !isEditor);
  expect(large.map(({ name }) => name)).toEqual([expect.stringMatching(/^(index|first)-/)]);
});
