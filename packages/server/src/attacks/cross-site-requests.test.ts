import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser } from '../http/testing/browser.ts';
import { createPeople, redirectUri } from '../oidc/testing/people.ts';

let app: TestApp;
let clientId: string;
beforeAll(async () => {
  app = await startTestApp('postgresql');
  const application = await createPeople(app).createApplication({ name: 'Site', type: 'SPA' });
  clientId = application.id;
});
afterAll(() => app.close());

/** A browser in the middle of a sign-in, with the cookies of it. */
const begin = async () => {
  const browser = createBrowser();
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  await browser.follow(`${app.env.ENDPOINT}/oidc/auth?${query}`, app.env.ENDPOINT);
  return browser;
};
const send = (browser: ReturnType<typeof createBrowser>, headers: Record<string, string>) =>
  browser.send(`${app.env.ENDPOINT}/api/experience`, {
    method: 'PUT',
    body: { interactionEvent: 'SignIn' },
    headers,
  });

test('a page of another origin cannot act with the cookies of a user', async () => {
  const browser = await begin();
  for (const origin of ['https://evil.example', 'http://sibling.localhost', 'null', 'http://localhost:1'])
    expect([origin, (await send(browser, { origin })).status]).toEqual([origin, 403]);
  for (const site of ['cross-site', 'same-site'])
    expect((await send(browser, { 'sec-fetch-site': site })).status).toBe(403);
  const allowed: Record<string, string>[] = [
    { origin: app.env.ENDPOINT },
    { 'sec-fetch-site': 'same-origin' },
    {},
  ];
  for (const headers of allowed) expect((await send(browser, headers)).status).toBe(204);
});

test('forms that other sites send by design still arrive, and the token in a header is enough', async () => {
  const browser = await begin();
  const foreign = { origin: 'https://rp.example', cookie: browser.cookies() };
  const form = new URLSearchParams({ client_id: 'unknown' });
  const opened = await fetch(`${app.env.ENDPOINT}/oidc/auth`, {
    method: 'POST',
    redirect: 'manual',
    headers: foreign,
    body: form,
  });
  expect(opened.status).toBe(303);
  const managed = await call(`${app.env.ENDPOINT}/api/roles`, {
    method: 'POST',
    token: app.token,
    headers: foreign,
    body: { name: 'Reader', description: 'Reads' },
  });
  expect(managed.status).toBe(200);
});

test('cookies of an https endpoint belong to its host alone', async () => {
  const secure = await startTestApp('postgresql', {
    variables: { ADMIN_ENDPOINT: 'https://console.example', TRUST_PROXY: 'true' },
  });
  const query = new URLSearchParams({
    client_id: 'admin-console',
    redirect_uri: 'https://console.example/console/callback',
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const answer = await call(`http://localhost:${secure.env.ADMIN_PORT}/oidc/auth?${query}`, {
    headers: { 'x-forwarded-host': 'console.example' },
  });
  await secure.close();
  expect(answer.status).toBe(303);
  const cookies = answer.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(1);
  for (const cookie of cookies) {
    expect(cookie).toMatch(
      /^(__Host-_admin_interaction(_[\w-]{12})?(\.sig)?=.*; path=\/;|__Secure-_admin_interaction_resume)/i,
    );
    expect(cookie).toMatch(/; secure/i);
    expect(cookie).toMatch(/; httponly/i);
    expect(cookie).not.toMatch(/; domain=/i);
  }
});
