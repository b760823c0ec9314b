import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expectAccessibleInEveryLook } from './support/axe.ts';
import { connectManagement } from './support/management.ts';
import { startProduct } from './support/product.ts';

const turnstile = `window.turnstile = { render(place, options) {
  const box = document.createElement('button');
  box.type = 'button';
  box.textContent = 'I am a person';
  box.onclick = () => options.callback('human:' + options.sitekey + ':' + Math.random());
  place.append(box);
} };`;
const recaptcha = `window.grecaptcha = { enterprise: {
  ready: work => work(),
  execute: async siteKey => 'human:' + siteKey + ':' + Math.random(),
} };`;

const oneTap = `window.google = { accounts: { id: {
  initialize(options) { this.options = options; },
  prompt() {
    const box = document.createElement('button');
    box.textContent = 'Continue as Ada';
    box.onclick = async () => this.options.callback({ credential: await window.credentialFor(this.options.nonce) });
    document.body.append(box);
  },
  cancel() {},
} } };`;

const read = async (request: IncomingMessage) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

/** All providers in one: their scripts, and what says whether a token is good. */
const startProviders = async () => {
  const asked: string[] = [];
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const signIdToken = (nonce?: string) =>
    new SignJWT({ sub: 'ada-1', name: 'Ada', email: 'ada@example.com', email_verified: true, nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'google' })
      .setIssuedAt()
      .setIssuer('https://accounts.google.com')
      .setAudience('client')
      .setExpirationTime('5m')
      .sign(privateKey);
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'google' }] };
  const server = createServer(async (request, response) => {
    const url = request.url ?? '';
    asked.push(url.split('?')[0] ?? '');
    if (url.endsWith('.js') || url.includes('.js?')) {
      response.setHeader('content-type', 'text/javascript');
      return response.end(url.includes('turnstile') ? turnstile : recaptcha);
    }
    if (url.includes('/gsi/client')) {
      response.setHeader('content-type', 'text/javascript');
      return response.end(oneTap);
    }
    if (url.includes('/oauth2/v3/certs')) {
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify(keys));
    }
    const isHuman = (await read(request)).includes('human');
    response.setHeader('content-type', 'application/json');
    return response.end(
      JSON.stringify({ success: isHuman, tokenProperties: { valid: isHuman }, riskAnalysis: { score: 0.9 } }),
    );
  });
  await new Promise<void>(resolve => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, asked, signIdToken, stop: () => server.close() };
};

test('a tenant that wants captchas or One Tap lets people in by them, and only its providers’ scripts may run', async ({
  page,
}) => {
  const providers = await startProviders();
  const product = await startProduct({
    env: {
      GATEHOUSE_CAPTCHA_SCRIPT_URL: providers.url,
      GATEHOUSE_CONNECTORS_URL: providers.url,
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
    const policy = await policyAt(page.url());
    await fillIn();
    return policy;
  };
  const policyAt = async (address: string) =>
    (await page.request.get(address)).headers()['content-security-policy'] ?? '';
  const fillIn = async () => {
    await page.locator('input[name=identifier]').fill('person');
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
  };
  const arrive = () => expect(page.getByRole('heading', { name: 'Signed in as' })).toBeVisible();

  expect(await open()).not.toContain(providers.url);
  await arrive();
  expect(providers.asked).toEqual([]);

  await management('PATCH', '/sign-in-exp', {
    captchaPolicy: { enabled: true },
    color: { primaryColor: '#6139f6', isDarkModeEnabled: true, darkPrimaryColor: '#8768f8' },
  });
  expect(await open()).toContain(`script-src 'self' ${providers.url};`);
  await expect(page.getByRole('button', { name: 'I am a person' })).toBeVisible();
  await expectAccessibleInEveryLook(page, 'Sign in to Live preview', async () => {
    await page.reload();
    await fillIn();
    await expect(page.getByRole('button', { name: 'I am a person' })).toBeVisible();
  });
  await page.getByRole('button', { name: 'I am a person' }).click();
  await arrive();

  const enterprise = { type: 'RecaptchaEnterprise', ...keys, projectId: 'project' };
  await management('PUT', '/captcha-provider', { config: enterprise });
  await open();
  await arrive();
  // The page with Turnstile was loaded twice: also in Arabic.
  const turnstile = '/turnstile/v0/api.js';
  expect(providers.asked).toEqual([turnstile, turnstile, '/verify', '/recaptcha/enterprise.js', '/verify']);

  await page.route(`${providers.url}/**`, route => route.abort());
  await open();
  await expect(page.getByRole('alert')).toContainText('We could not verify that you are human.');
  await expect(page.getByLabel('Username')).toHaveValue('person');
  await page.unroute(`${providers.url}/**`);

  const google = await management('POST', '/connectors', {
    connectorId: 'google-universal',
    config: { clientId: 'client', clientSecret: 'secret' },
  });
  await management('PATCH', '/sign-in-exp', {
    captchaPolicy: { enabled: false },
    socialSignInConnectorTargets: ['google'],
  });
  const openFirstPage = async () => {
    await page.context().clearCookies();
    await page.goto(`${product.tenantEndpoint}/demo-app`);
    await page.getByRole('button', { name: /^Sign in/ }).click();
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  };
  await openFirstPage();
  expect(await policyAt(page.url())).not.toContain(providers.url);

  await management('PATCH', `/connectors/${google.id}`, {
    config: { clientId: 'client', clientSecret: 'secret', oneTap: { isEnabled: true } },
  });
  await openFirstPage();
  const place = `${providers.url}/accounts.google.com/gsi/`;
  expect(await policyAt(page.url())).toContain(
    `script-src 'self' ${place}client; style-src 'self' ${place}style;`,
  );
  // A credential that Google issued for another page, or without a nonce, is refused here.
  const elsewhere = await providers.signIdToken();
  const answers = ['forged', elsewhere, await providers.signIdToken('of another page')];
  await page.exposeFunction(
    'credentialFor',
    (nonce: string) => answers.shift() ?? providers.signIdToken(nonce),
  );
  while (answers.length > 0) {
    const refused = page.waitForResponse(/\/verification\/social\//);
    await page.getByRole('button', { name: 'Continue as Ada' }).click();
    expect((await refused).ok()).toBe(false);
    await expect(page.getByRole('alert')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Continue as Ada' }).click();
  await page.getByLabel('Username').fill('ada');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await arrive();

  // A One Tap credential from another site signs in without further questions, once.
  const bringCredential = () =>
    page.goto(
      `${product.tenantEndpoint}/oidc/auth?${new URLSearchParams({
        client_id: 'demo-app',
        redirect_uri: `${product.tenantEndpoint}/demo-app`,
        response_type: 'code',
        scope: 'openid',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
        direct_sign_in: 'social:google',
        google_one_tap_credential: elsewhere,
      })}`,
      // The page navigates automatically, perhaps before it has loaded.
      { waitUntil: 'commit' },
    );
  await page.context().clearCookies();
  const arrived = page.waitForRequest(/\/demo-app\?code=/);
  await bringCredential();
  await arrived;
  await page.waitForURL(/\/demo-app/);
  await page.context().clearCookies();
  await bringCredential();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign-in failed' })).toBeVisible();
  await product.stop();
  providers.stop();
});
