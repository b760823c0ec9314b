import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser } from '../http/testing/browser.ts';

const limit = 5;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('postgresql', { variables: { GATEHOUSE_ADDRESS_LIMIT: `${limit}` } });
});
afterAll(() => app.close());

type Form = { action: string; fields: Record<string, string> };

/** Opens the page for user codes and sends a made-up one. */
const guess = async (code: string) => {
  const browser = createBrowser();
  const page = await browser.send(`${app.env.ENDPOINT}/oidc/device`);
  const data = /id="gatehouse-data">(.*?)<\/script>/s.exec(page.text)?.[1] ?? '{}';
  const { action, fields } = JSON.parse(data).form as Form;
  return browser.send(new URL(action, app.env.ENDPOINT).href, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, user_code: code }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
};

test('user codes of devices cannot be guessed by many at once', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => guess(`BCDF-${1000 + index}`)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(30 - limit);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
});
