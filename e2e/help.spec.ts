import type { Page } from '@playwright/test';
import type { Product } from './support/product.ts';
import { expect, signIn, test } from './support/test.ts';
import { wordsOf } from './support/words.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const topBar = (page: Page) => page.getByRole('banner');

test('[UI-3] self-hosted, the top bar has the title, the version, docs, help and the user menu', async ({
  console: page,
  product,
}) => {
  await page.goto(product.console);
  await expect(topBar(page)).toContainText('Gatehouse');
  await expect(topBar(page).getByRole('link', { name: 'v1.31.0' })).toBeVisible();
  await expect(topBar(page).getByRole('button', { name: 'Your account' })).toBeVisible();
  await expect(page.getByTitle('Switch tenant')).toHaveCount(0);
  const docs = topBar(page).getByRole('link', { name: 'Docs' });
  const [opened] = await Promise.all([page.waitForEvent('popup'), docs.click()]);
  await expect(opened.getByRole('heading', { name: 'Getting started', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Organization template' }).click();
  await expect(page.getByRole('link', { name: 'Learn more' })).toHaveAttribute(
    'href',
    /\/docs\/organizations$/,
  );
  await expect(docs).toHaveAttribute('href', /\/docs\/organizations$/);
  await topBar(page).getByRole('button', { name: 'Help' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Docs', 'API reference', /^Keyboard shortcuts/]);
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('[UI-3] in the cloud, the top bar has the tenant switcher, docs, help and the user menu', async ({
  page,
  cloud,
}) => {
  await page.goto(`${cloud.console}/default/get-started`);
  await signIn(page);
  await expect(page.getByTitle('Switch tenant')).toBeVisible();
  await expect(topBar(page).getByRole('link', { name: 'Docs' })).toBeVisible();
  await expect(topBar(page).getByRole('button', { name: 'Help' })).toBeVisible();
  await expect(topBar(page).getByRole('button', { name: 'Your account' })).toBeVisible();
  await expect(topBar(page).getByText('v1.31.0')).toHaveCount(0);
  await topBar(page).getByRole('button', { name: 'Help' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Docs',
    'API reference',
    'Ask AI',
    'Contact us',
    /^Keyboard shortcuts/,
  ]);
});

test('[UI-6] a dot tells that a newer release is out; a failed check only warns on the browser console', async ({
  console: page,
  product,
}) => {
  let reply: object = { json: { latestRelease: 'v99.0.0' } };
  await page.route(`${product.adminEndpoint}/me/latest-release`, route => route.fulfill(reply));
  const version = topBar(page).getByRole('link', { name: 'v1.31.0' });
  await page.goto(product.console);
  await expect(version).toHaveAttribute('title', 'v99.0.0 is available');
  await expect(version.locator('[aria-hidden]')).toHaveCount(1);

  reply = { json: { latestRelease: 'v1.31.0' } };
  await page.reload();
  await expect(version).toHaveAttribute('title', 'Current version');
  await expect(version.locator('[aria-hidden]')).toHaveCount(0);

  reply = { status: 502, json: { code: 'release.check_failed', message: 'Nobody answers.' } };
  const warned = page.waitForEvent('console', message => message.type() === 'warning');
  await page.reload();
  expect((await warned).text()).toContain('Nobody answers.');
  await expect(version).toBeVisible();
  await expect(page.getByText('Nobody answers.')).toHaveCount(0);
});

/** The assistant and the ways to us are the cloud's. */
const openCloud = async (page: Page, cloud: Product) => {
  await page.goto(`${cloud.console}/default/get-started`);
  await signIn(page);
};

test('[UI-7] four ways to us, each in a new tab', async ({ page, cloud }) => {
  await openCloud(page, cloud);
  await topBar(page).getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Contact us' }).click();
  const rows = page.getByRole('dialog', { name: 'Contact us' }).getByRole('listitem');
  await expect(rows).toHaveText([/^Community chat/, /^Issue tracker/, /^Email/, /^Book a call/]);
  for (const row of await rows.all()) {
    await expect(row.getByRole('link')).toHaveAttribute('href', /^(https:\/\/|mailto:)/);
    await expect(row.getByRole('link')).toHaveAttribute('target', '_blank');
  }
});

const openAssistant = async (page: Page, name = 'Ask AI') => {
  await topBar(page).getByRole('button', { name }).click();
  const panel = page.getByRole('dialog', { name });
  await expect(panel).toBeVisible();
  return panel;
};

test('[UI-8] an example question is answered from the guides, with links that lead there', async ({
  page,
  cloud,
}) => {
  await openCloud(page, cloud);
  const panel = await openAssistant(page);
  await expect(panel).toContainText('Hello! Ask me how to do something with Gatehouse');
  await expect(panel).toContainText('Answers can be wrong.');
  await panel.getByRole('button', { name: 'How do I rotate signing keys?' }).click();
  await expect(panel.getByRole('article', { name: 'You' })).toHaveText('How do I rotate signing keys?');
  await expect(panel).toContainText('From the guides:');
  const source = panel.getByRole('link', { name: 'Signing keys: Rotate keys' });
  const [opened] = await Promise.all([page.waitForEvent('popup'), source.click()]);
  await expect(opened).toHaveURL(/\/docs\/signing-keys#rotate-keys$/);
  await expect(opened.getByRole('heading', { name: 'Rotate keys' })).toBeVisible();

  await panel.getByRole('button', { name: 'Copy answer' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Signing keys: Rotate keys');
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  await openAssistant(page);
  await expect(panel).toContainText('From the guides:');
  await panel.getByRole('button', { name: 'Clear conversation' }).click();
  await expect(panel.getByRole('article')).toHaveCount(1);
});

test('[UI-8] the assistant leads to people: contact, chat and the issue tracker', async ({ page, cloud }) => {
  await openCloud(page, cloud);
  const panel = await openAssistant(page);
  await expect(panel.getByRole('link', { name: 'Community chat' })).toHaveAttribute('target', '_blank');
  await expect(panel.getByRole('link', { name: 'Issue tracker' })).toHaveAttribute('target', '_blank');
  await panel.getByLabel('Your question').fill('zxqvw');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('No answer found in the guides.');
  await panel.getByRole('button', { name: 'Get help' }).click();
  await expect(page.getByRole('dialog', { name: 'Contact us' })).toBeVisible();
});

test('[UI-8] a streamed answer appears as it comes, and can be stopped', async ({ page, cloud }) => {
  // A model that says something and then keeps its listener waiting.
  await page.addInitScript(() => {
    const original = window.fetch;
    window.fetch = (input, init) => {
      if (!String(input).endsWith('/me/assistant/answers')) return original(input, init);
      const events = [
        { type: 'sources', sources: [{ title: 'A guide', url: 'https://guides.example/a' }] },
        { type: 'text', text: 'Press **Rotate** ' },
        { type: 'text', text: 'and `wait`.' },
      ];
      const body = new ReadableStream({
        start: controller => {
          const encoder = new TextEncoder();
          for (const event of events)
            controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
          init?.signal?.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')));
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    };
  });
  await openCloud(page, cloud);
  const panel = await openAssistant(page);
  await panel.getByLabel('Your question').fill('How?');
  await panel.getByRole('button', { name: 'Send' }).click();
  await expect(panel).toContainText('Press Rotate and wait.');
  await expect(panel.getByLabel('Your question')).toHaveValue('');
  await panel.getByRole('button', { name: 'Stop' }).click();
  await expect(panel).toContainText('Stopped.');
  await expect(panel.getByRole('link', { name: 'A guide' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Send' })).toBeVisible();
});

test('[UI-8] right to left, the panel comes from the left and a question keeps its own direction', async ({
  page,
  cloud,
}) => {
  await page.route('**/me/custom-data', route =>
    route.fulfill({ json: { adminConsolePreferences: { appearanceMode: 'system', language: 'ar' } } }),
  );
  const t = await wordsOf('ar', 'console/cloud');
  await openCloud(page, cloud);
  const panel = await openAssistant(page, t('assistant.open'));
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect.poll(async () => (await panel.boundingBox())?.x).toBe(0);
  await panel.getByRole('button', { name: t('assistant.examples.rotate_keys') }).click();
  await expect(panel).toContainText(t('assistant.from_guides'));
  // The guides are English.
  await expect(panel.getByRole('figure').first()).toHaveCSS('direction', 'ltr');
  await panel.getByRole('textbox').fill('What is a webhook?');
  await panel.getByRole('textbox').press('Enter');
  const question = panel.getByRole('article', { name: t('assistant.you') }).locator('[dir=auto]');
  await expect(question.first()).toHaveCSS('direction', 'rtl');
  await expect(question.last()).toHaveCSS('direction', 'ltr');
});
