import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { connectManagement } from './support/management.ts';
import { startProduct } from './support/product.ts';

const turnstile = `window.turnstile = { render(place, options) {
  const box = document.createElement('button');
  box.type = 'button';
  box.textContent = 'I am a person';
  box.onclick = () => options.callback('human:' + options.sitekey);
  place.append(box);
} };`;
const recaptcha = `window.grecaptcha = { enterprise: {
  ready: work => work(),
  execute: async siteKey => 'human:' + siteKey,
} };`;

const read = async (request: IncomingMessage) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

/** Both providers in one: their scripts, and what says whether a token is good. */
const startProviders = async () => {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const url = request.url ?? '';
    asked.push(url.split('?')[0] ?? '');
    if (url.endsWith('.js') || url.includes('.js?')) {
      response.setHeader('content-type', 'text/javascript');
      return response.end(url.includes('turnstile') ? turnstile : recaptcha);
    }
    const isHuman = (await read(request)).includes('human');
    response.setHeader('content-type', 'application/json');
    return response.end(
      JSON.stringify({ success: isHuman, tokenProperties: { valid: isHuman }, riskAnalysis: { score: 0.9 } }),
    );
  });
  await new Promise<void>(resolve => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, asked, stop: () => server.close() };
};

test('a tenant that wants captchas lets people in by either provider, whose scripts alone may run', async ({
  page,
}) => {
  const providers = await startProviders();
  const product = await startProduct({
    env: {
      GATEHOUSE_CAPTCHA_SCRIPT_URL: providers.url,
      GATEHOUSE_CAPTCHA_VERIFY_URL: `${providers.url}/verify`,
    },
  });
  const management = await connectManagement(product);
  const password = 'a fine Day 4 sailing';
  await management('POST', '/users', { username: 'person', password });
  const keys = { siteKey: 'site', secretKey: 'secret' };
  await management('PUT', '/captcha-provider', { config: { type: 'Turnstile', ...keys } });

  const open = async () => {
    await page.context().clearCookies();
    await page.goto(`${product.tenantEndpoint}/demo-app`);
    await page.getByRole('button', { name: /^Sign in/ }).click();
    await page.getByLabel('Username').fill('person');
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    const policy = (await page.request.get(page.url())).headers()['content-security-policy'] ?? '';
    await page.getByRole('button', { name: 'Continue' }).click();
    return policy;
  };
  const arrive = () => expect(page.getByRole('heading', { name: 'Signed in as' })).toBeVisible();

  expect(await open()).not.toContain(providers.url);
  await arrive();
  expect(providers.asked).toEqual([]);

  await management('PATCH', '/sign-in-exp', { captchaPolicy: { enabled: true } });
  expect(await open()).toContain(`script-src 'self' ${providers.url};`);
  await page.getByRole('button', { name: 'I am a person' }).click();
  await arrive();

  const enterprise = { type: 'RecaptchaEnterprise', ...keys, projectId: 'project' };
  await management('PUT', '/captcha-provider', { config: enterprise });
  await open();
  await arrive();
  expect(providers.asked).toEqual(['/turnstile/v0/api.js', '/verify', '/recaptcha/enterprise.js', '/verify']);

  await page.route(`${providers.url}/**`, route => route.abort());
  await open();
  await expect(page.getByRole('alert')).toContainText('We could not check that you are a person.');
  await expect(page.getByLabel('Username')).toHaveValue('person');
  await product.stop();
  providers.stop();
});
