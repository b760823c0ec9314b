import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findTarget, type GuideId } from '../packages/console/src/guides/catalogue.ts';
import { freePort } from '../packages/server/src/http/testing/free-port.ts';
import { countClicks } from './support/clicks.ts';
import { installFrameworks, type ProgramFile, startGuideProgram } from './support/guide-program.ts';
import { expect, signIn, test } from './support/test.ts';

const visitor = { username: 'sample_reader', password: 'correct horse 8 Battery' };

test.beforeAll(async ({ management }) => {
  test.setTimeout(600_000);
  await installFrameworks();
  await management('POST', '/users', visitor);
});

/** Unpacked by a program that is not ours, which checks the sums, too. */
const unpack = async (archive: string): Promise<ProgramFile[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-sample-'));
  try {
    execFileSync('python3', ['-m', 'zipfile', '-e', archive, folder]);
    const [name = ''] = await readdir(folder);
    const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true });
    return await Promise.all(
      entries
        .filter(entry => entry.isFile())
        .map(async entry => {
          const path = join(entry.parentPath, entry.name);
          return { file: path.slice(join(folder, name).length + 1), code: await readFile(path, 'utf8') };
        }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Makes an application in the console as a newcomer does, and downloads its sample. */
const download = async (page: Page, consoleUrl: string, id: GuideId, port?: number) => {
  await page.goto(`${consoleUrl}/applications/create?guide=${id}`);
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toBeFocused();
  return downloadNew(page, id, port);
};

/** From the dialog of a new application, whose name is proposed. */
const downloadNew = async (page: Page, id: GuideId, port?: number) => {
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/guide/${id}$`));
  if (port) {
    for (const [name, path] of [
      ['Redirect URIs', '/callback'],
      [/^Post sign-out redirect URIs/, '/'],
    ] as const) {
      const group = page.getByRole('group', { name, exact: true });
      await group.getByRole('textbox').first().fill(`http://localhost:${port}${path}`);
    }
  }
  const arrived = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download sample' }).click();
  const file = await arrived;
  const files = await unpack(await file.path());
  const readme = files.find(({ file: name }) => name === 'README.md')?.code ?? '';
  const commands = /```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  return { name: file.suggestedFilename(), files, command: commands.replace(/^npm install\n/, '') };
};

const frameworks: [id: GuideId, file: string][] = [
  ['react', 'my-react-app.zip'],
  ['vanilla', 'my-vanilla-javascript-app.zip'],
  ['express', 'my-express-app.zip'],
];

for (const [id, archive] of frameworks) {
  test(`[NAV-8] the sample for ${findTarget(id)?.name} runs as it is downloaded, and its first token is seen`, async ({
    console: page,
    page: visitorPage,
    product,
  }) => {
    const port = await freePort();
    const { name, files, command } = await download(page, product.console, id, port);
    expect(name).toBe(archive);
    const program = await startGuideProgram(files, command, { starter: id });
    try {
      await program.answers(port);
      await visitorPage.goto(`http://localhost:${port}/${id === 'express' ? 'sign-in' : ''}`);
      if (id !== 'express') await visitorPage.getByRole('button', { name: 'Sign in' }).click();
      await signIn(visitorPage, visitor);
      await expect(visitorPage.getByText(/sample_reader/)).toBeVisible();
      await expect(page.getByText('It works: the first token was issued')).toBeVisible();
    } catch (error) {
      throw new Error(`At ${visitorPage.url()}, after it printed:\n${program.output()}`, { cause: error });
    } finally {
      await program.stop();
    }
  });
}

test('a newcomer has an app with a signed-in user in three minutes, with two clicks in the console and four in the app', async ({
  console: page,
  page: visitorPage,
  product,
}) => {
  const port = await freePort();
  const clicks = await countClicks(page);
  const clicksInApp = await countClicks(visitorPage);
  await page.goto(`${product.console}/get-started`);
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  const begin = Date.now();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^React(?! Native)/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toBeFocused();
  const { files, command } = await downloadNew(page, 'react', port);
  const program = await startGuideProgram(files, command, { starter: 'react' });
  try {
    await program.answers(port);
    await visitorPage.goto(`http://localhost:${port}/`);
    await visitorPage.getByRole('button', { name: 'Sign in' }).click();
    await visitorPage.getByRole('link', { name: 'Create an account' }).click();
    await visitorPage.getByLabel('Username').fill(`newcomer_${port}`);
    await visitorPage.getByLabel('Password', { exact: true }).fill('correct horse 8 Battery');
    await visitorPage.keyboard.press('Enter');
    await expect(visitorPage.getByText(`newcomer_${port}`)).toBeVisible();
    await expect(page.getByText('It works: the first token was issued')).toBeVisible();
  } finally {
    await program.stop();
  }
  // Reading and typing take time, too: the machine may use half of the three minutes.
  expect(Date.now() - begin).toBeLessThan(90_000);
  expect(clicks()).toBeGreaterThan(0);
  expect(clicks()).toBeLessThanOrEqual(2);
  expect(clicksInApp()).toBeGreaterThan(0);
  expect(clicksInApp()).toBeLessThanOrEqual(4);
});
