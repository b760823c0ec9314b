import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, signIn } from '../http/testing/browser.ts';
import { setUpThieves, type Thieves } from './testing/oauth.ts';
import { password } from './testing/people.ts';

describe('pages of another site', () => {
  let app: TestApp;
  let thieves: Thieves;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    thieves = await setUpThieves(app);
  });
  afterAll(() => app.close());

  test('consent and sign-in take no request of another site, nor without the cookie', async () => {
    const { origin, authorize } = thieves;
    const browser = createBrowser();
    await authorize({}, browser);
    const base = `${origin}/api`;
    const body = { interactionEvent: 'SignIn' };
    const bare = await call(`${base}/experience`, { method: 'PUT', body });
    expect(bare.status).toBeGreaterThanOrEqual(400);
    const consent = await call(`${base}/interaction/consent`, { method: 'POST', body: {} });
    expect(consent.status).toBeGreaterThanOrEqual(400);
    // Requests a form on another site can send: no JSON, and no cookies in a POST (SameSite=Lax).
    for (const path of ['/experience/submit', '/interaction/consent', '/experience/verification/password'])
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const { status } = await browser.send(`${base}${path}`, {
          method: 'POST',
          body: JSON.stringify({ identifier: { type: 'username', value: 'ada' }, password }),
          headers: { 'content-type': type, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        });
        expect([path, type, status]).toEqual([
          path,
          type,
          expect.toSatisfy(code => code >= 400 && code < 500),
        ]);
      }
    const planted = await createBrowser().send(`${origin}/oidc/auth/${'x'.repeat(21)}`);
    expect(planted.status).toBe(400);
  });

  test('a page of another origin cannot agree for the user, not even in JSON', async () => {
    const { people, origin, authorize } = thieves;
    const stranger = await people.createApplication({
      name: 'Stranger',
      type: 'Traditional',
      isThirdParty: true,
    });
    const request = { client_id: stranger.id, scope: 'openid' };
    const browser = createBrowser();
    await authorize(request, browser);
    const next = await signIn(browser, origin, { username: 'ada', password });
    expect((await browser.follow(next, origin)).address).toContain('/consent?');
    const agree = (headers: Record<string, string>) =>
      browser.send(`${origin}/api/interaction/consent`, { method: 'POST', body: {}, headers });
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'http://sibling.localhost' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) expect([headers, (await agree(headers)).status]).toEqual([headers, 403]);
    // No answer lets the other origin read what it could not send.
    const asked = await call(`${origin}/api/interaction/consent`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
    expect((await authorize({ ...request, prompt: 'none' }, browser)).address).toContain('consent_required');
    expect((await agree({ origin })).status).toBe(200);
  });
});
