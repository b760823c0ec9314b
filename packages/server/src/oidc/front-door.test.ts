import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import type { createBrowser } from '../http/testing/browser.ts';
import { createPeople, type People, redirectUri } from './testing/people.ts';

const home = 'https://app.example/';

describe.each(anyDatabase)('the doors of the provider on %s', kind => {
  let app: TestApp;
  let people: People;
  let origin: string;

  beforeAll(async () => {
    app = await startTestApp(kind);
    origin = app.env.ENDPOINT;
    people = createPeople(app);
  });
  afterAll(() => app.close());

  const createShop = () =>
    people.createApplication({
      name: 'Shop',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [home] },
    });

  test('the metadata is where RFC 8414 looks for it', async () => {
    for (const name of ['oauth-authorization-server', 'openid-configuration']) {
      const { body, headers } = await call(`${origin}/.well-known/${name}/oidc`);
      expect(body.issuer).toBe(`${origin}/oidc`);
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
    expect((await call(`${origin}/.well-known/oauth-authorization-server/other`)).status).toBe(404);
  });

  describe('a token request in JSON', () => {
    const request = (body: unknown) =>
      call(`${origin}/oidc/token`, {
        method: 'POST',
        body,
        headers: { authorization: `Basic ${btoa(`${app.manager.id}:${app.manager.secret}`)}` },
      });
    const parameters = {
      grant_type: 'client_credentials',
      resource: managementAudience('default'),
      scope: 'all',
    };

    test('is answered as one in a form', async () => {
      expect(await request(parameters)).toMatchObject({
        status: 200,
        body: { token_type: 'Bearer', scope: 'all' },
      });
      expect(await request({ ...parameters, scope: ['all', 'all'] })).toMatchObject({
        status: 400,
        body: { error: 'invalid_request', code: 'oidc.invalid_request' },
      });
    });

    test('400 for what is no object of parameters', async () => {
      const broken = [
        '{',
        '[]',
        'null',
        '1',
        '{"scope":{"a":1}}',
        '{"scope":null}',
        `"${'x'.repeat(60_000)}"`,
      ];
      for (const body of broken)
        expect(await request(body)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    });
  });

  test('a form at the authorization endpoint is sent on as an address, which the cookies come with', async () => {
    const { id } = await createShop();
    const form = new URLSearchParams({ client_id: id, response_type: 'code', redirect_uri: redirectUri });
    const answer = await call(`${origin}/oidc/auth?scope=openid`, {
      method: 'POST',
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`/oidc/auth?${form}&scope=openid`);
  });

  describe('signing out without an ID token', () => {
    const signOut = (browser: ReturnType<typeof createBrowser>, parameters: Record<string, string>) =>
      browser.send(`${origin}/oidc/session/end`, {
        method: 'POST',
        body: new URLSearchParams(parameters).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const see = async (browser: ReturnType<typeof createBrowser>, parameters: Record<string, string>) => {
      const { location } = await signOut(browser, parameters);
      return (await browser.send(new URL(location ?? '', origin).href)).text;
    };

    test('needs no question when the session was used for the application that asks', async () => {
      const shop = await createShop();
      const stranger = await createShop();
      const { browser } = await people.register(await people.discover(shop.id), 'olga');
      const question = '"kind":"sign_out"';
      expect(await see(browser, {})).toContain(question);
      expect(await see(browser, { client_id: shop.id })).toContain(question);
      const elsewhere = { client_id: stranger.id, post_logout_redirect_uri: home };
      expect(await see(browser, elsewhere)).toContain(question);
      const own = await see(browser, { client_id: shop.id, post_logout_redirect_uri: home });
      expect(own).not.toContain(question);
      expect(own).toContain('name="logout" value="yes"');
    });

    test('400 for an address that is not the application’s', async () => {
      const shop = await createShop();
      const { browser } = await people.register(await people.discover(shop.id), 'paul');
      const text = await see(browser, {
        client_id: shop.id,
        post_logout_redirect_uri: 'https://evil.example/',
      });
      expect(text).toContain('post_logout_redirect_uri not registered');
    });
  });
});
