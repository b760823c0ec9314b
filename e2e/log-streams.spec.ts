import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCertificate } from '../packages/server/src/saml/certificate.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const startCollector = async () => {
  const received: { token: string | undefined; text: string }[] = [];
  const state = { status: 503 };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', data => (text += data));
    request.on('end', () => {
      received.push({ token: request.headers.authorization, text });
      response.statusCode = state.status;
      response.end('the shelf is full');
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { received, state, url: `http://127.0.0.1:${port}/in`, stop: () => server.close() };
};

test('a stream to a bucket keeps the certificate authority that is pasted', async ({
  console: page,
  product,
  management,
}) => {
  const { certificate } = await createCertificate({ subject: 'bucket.example', years: 1 });
  await page.goto(`${product.console}/audit-logs/streams`);
  await page.getByRole('button', { name: 'Create log stream' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /S3/ }).check({ force: true });
  for (const [label, value] of [
    ['Name', 'Bucket'],
    ['Bucket', 'audit-logs'],
    ['Region', 'eu-test-1'],
    ['Access key ID', 'key'],
    ['Secret access key', 'secret'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByLabel(/^Certificate authority/).fill(certificate);
  await dialog.getByRole('button', { name: 'Create log stream' }).click();
  await expect(page).toHaveURL(/\/audit-logs\/streams\/\w+$/);
  await expect(dialog).toBeHidden();
  const authority = page.getByLabel(/^Certificate authority/);
  await expect(authority).toHaveValue(certificate);
  await authority.fill('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Log stream saved').first()).toBeVisible();
  const id = page.url().split('/').at(-1);
  expect((await management('GET', `/log-streams/${id}`)).config).not.toHaveProperty('certificateAuthority');
  await management('DELETE', `/log-streams/${id}`);
});

test('a log stream is created by keyboard, tested, corrected, replayed and deleted', async ({
  console: page,
  product,
  management,
}) => {
  const collector = await startCollector();
  await page.goto(`${product.console}/audit-logs`);
  await page.getByRole('main').getByRole('link', { name: 'Log streams' }).click();
  await expect(page.getByRole('button', { name: 'Create log stream' }).first()).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /HTTP/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByLabel('Host')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Archive');
  await page.keyboard.press('Tab');
  await page.keyboard.type('no address');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Use a URI that starts with http')).toBeVisible();
  await expectAccessible(page, 'create a log stream');
  await dialog.getByLabel('Collector URL').fill(collector.url);
  const { certificate } = await createCertificate({ subject: 'collector.example', years: 1 });
  await dialog.getByLabel(/^Certificate authority/).fill(certificate);
  await dialog.getByLabel(/Bearer token/).fill('collector-token');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('It is shown only once')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/audit-logs\/streams\/\w+$/);
  const id = page.url().split('/').at(-1);
  const { config } = await management('GET', `/log-streams/${id}`);
  expect(config.certificateAuthority.trim()).toBe(certificate.trim());

  await page.getByRole('button', { name: 'Send sample' }).click();
  await expect(page.getByText(/was not delivered: .*503: the shelf is full/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Replay entries' }).click();
  await dialog.getByRole('button', { name: 'Replay entries' }).click();
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  await dialog.getByLabel('From').fill('2026-01-01T00:00');
  await dialog.getByRole('button', { name: 'Replay entries' }).click();
  await expect(page.getByText('Replay started').first()).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'No entries are lost' })).toBeVisible();
  await expectAccessible(page, 'a log stream that fails');
  collector.state.status = 200;
  await page.getByRole('button', { name: 'Retry now' }).click();
  await expect(page.getByRole('main').getByText('Sending', { exact: true })).toBeVisible();
  await expect.poll(async () => (await management('GET', `/log-streams/${id}`)).status.sentCount).not.toBe(0);
  expect(collector.received.at(-1)?.token).toBe('Bearer collector-token');

  await page.getByLabel('Name', { exact: true }).first().fill('Long-term archive');
  await page.getByLabel('Send entries').uncheck();
  await page.getByLabel('Include admin changes').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Log stream saved').first()).toBeVisible();
  expect((await management('GET', `/log-streams/${id}`)).includeChanges).toBe(true);
  await page.getByRole('button', { name: 'Remove stored token' }).click();
  await expect(page.getByText('Stored secret removed').first()).toBeVisible();
  await page.getByRole('button', { name: 'Rotate signing key' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate signing key' }).click();
  await dialog.getByRole('button', { name: 'I have copied the key' }).click();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Log streams' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Background jobs' }).click();
  const upkeep = page.getByRole('row', { name: /Check custom domains/ });
  await expect(page.getByRole('row', { name: /Refresh SAML application metadata/ })).toBeVisible();
  // All of it has a name, and none its key.
  await expect(page.getByRole('cell', { name: /^[a-z]+(-[a-z]+)*$/ })).toHaveCount(0);
  await upkeep.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByText('Check custom domains: starting within seconds').first()).toBeVisible();
  await expect(upkeep).toContainText('Completed', { timeout: 60_000 });
  await page.getByRole('main').getByRole('link', { name: 'Log streams' }).click();
  await expect(page.getByRole('row', { name: /Long-term archive/ })).toContainText('Off');
  await page.getByRole('button', { name: 'More actions for Long-term archive' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Log stream Long-term archive deleted').first()).toBeVisible();
  collector.stop();
});
