import { consoleApplicationId } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, signIn } from '../http/testing/browser.ts';

const password = 'correct horse battery';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** The cookies of an answer by name. */
const cookiesIn = (headers: Headers) =>
  new Map(headers.getSetCookie().map(line => [line.split('=', 1)[0] ?? '', line]));

describe('cookies', () => {
  let app: TestApp;
  let origin: string;
  beforeAll(async () => {
    app = await startTestApp('postgresql', {
      variables: { ADMIN_ENDPOINT: 'https://console.example', TRUST_PROXY: 'true' },
    });
    origin = app.env.ENDPOINT;
    for (const username of ['victim', 'attacker']) await app.manage('POST', '/users', { username, password });
  });
  afterAll(() => app.close());

  const enter = async (username: string, browser = createBrowser()) => {
    const { browser: used } = await visit(app, undefined, {}, browser);
    await used.follow(await signIn(used, origin, { username, password }), origin);
    return used;
  };
  const cookieOf = (cookies: string, name: string) =>
    new RegExp(`(?:^|; )${name}=([^;]+)`).exec(cookies)?.[1];

  test('are out of reach for scripts and for forms of other sites', async () => {
    const query = new URLSearchParams({
      client_id: 'demo-app',
      redirect_uri: `${origin}/demo-app`,
      response_type: 'code',
      scope: 'openid',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const { headers } = await createBrowser().send(`${origin}/oidc/auth?${query}`);
    const set = cookiesIn(headers);
    expect([...set.keys()].some(name => name.startsWith('_interaction'))).toBe(true);
    for (const line of set.values()) {
      expect(line).toMatch(/; httponly/i);
      expect(line).toMatch(/; samesite=(?:lax|strict)/i);
      expect(line).not.toMatch(/; domain=/i);
    }
  });

  test('over https are secure', async () => {
    const port = app.env.ADMIN_PORT;
    const browser = createBrowser(`http://localhost:${port}`, { 'x-forwarded-proto': 'https' });
    const query = new URLSearchParams({
      client_id: consoleApplicationId,
      redirect_uri: 'https://console.example/console/callback',
      response_type: 'code',
      scope: 'openid',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const { headers } = await browser.send(`https://console.example/oidc/auth?${query}`);
    const set = cookiesIn(headers);
    expect(set.size).toBeGreaterThan(0);
    for (const line of set.values()) expect(line).toMatch(/; secure/i);
  });

  test('values that we have not signed are not looked at', async () => {
    const browser = await enter('victim');
    const session = cookieOf(browser.cookies(), '_session') ?? '';
    for (const cookie of [`_session=${session}`, `_session=${session}; _session.sig=made-up`]) {
      const { page } = await visit(app, undefined, { prompt: 'none' }, createBrowser(undefined, { cookie }));
      expect(new URL(page.address).searchParams.get('error')).toBe('login_required');
    }
    const begun = await visit(app, 'SignIn');
    const uid = cookieOf(begun.browser.cookies(), '_interaction') ?? '';
    const planted = createBrowser(undefined, { cookie: `_interaction=${uid}` });
    const { status } = await planted.experience(origin, 'PUT', '/experience', { interactionEvent: 'SignIn' });
    expect(status).toBeGreaterThanOrEqual(400);
  });
});
