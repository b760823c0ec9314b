import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCommandHandlers } from '../cli/handlers.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createPeople, redirectUri } from './testing/people.ts';

describe.each(anyDatabase)('[ENT-26] the addresses of applications on %s', kind => {
  let app: TestApp;
  let people: ReturnType<typeof createPeople>;
  beforeAll(async () => {
    app = await startTestApp(kind);
    people = createPeople(app);
  });
  afterAll(() => app.close());

  const metadata = (fields: object) => ({
    oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [], ...fields },
  });
  const problems = async (answer: ReturnType<TestApp['manage']>) => {
    const { status, body } = await answer;
    return { status, issues: body.data?.issues };
  };

  test.each([
    { type: 'SPA', fields: { redirectUris: ['myapp://cb'] }, at: 'redirectUris.0', code: 'web_redirect_uri' },
    {
      type: 'Traditional',
      fields: { redirectUris: [`${redirectUri}#top`] },
      at: 'redirectUris.0',
      code: 'redirect_fragment',
    },
    {
      type: 'Native',
      fields: { redirectUris: ['http://app.example/cb'] },
      at: 'redirectUris.0',
      code: 'native_redirect_uri',
    },
    {
      type: 'SPA',
      fields: { postLogoutRedirectUris: ['https://app.example', 'myapp://out'] },
      at: 'postLogoutRedirectUris.1',
      code: 'web_redirect_uri',
    },
    {
      type: 'Native',
      fields: { postLogoutRedirectUris: ['myapp://out#x'] },
      at: 'postLogoutRedirectUris.0',
      code: 'redirect_fragment',
    },
    {
      type: 'Traditional',
      fields: { backchannelLogoutUri: 'ftp://app.example/out' },
      at: 'backchannelLogoutUri',
      code: 'web_redirect_uri',
    },
  ])('a $type refuses $fields, made and changed alike', async ({ type, fields, at, code }) => {
    const issue = {
      path: `oidcClientMetadata.${at}`,
      code: `validation.${code}`,
      message: expect.any(String),
    };
    const refused = { status: 400, issues: [issue] };
    const bad = { name: 'Bad', type, ...metadata(fields) };
    expect(await problems(app.manage('POST', '/applications', bad))).toEqual(refused);
    const { id } = await people.createApplication({ name: 'Good', type });
    expect(await problems(app.manage('PATCH', `/applications/${id}`, metadata(fields)))).toEqual(refused);
    const { body } = await app.manage('GET', `/applications/${id}`);
    expect(body.oidcClientMetadata.redirectUris).toEqual([redirectUri]);
  });

  describe('an error page', () => {
    const siteAfter = async (clientId: string, asked: string) => {
      const query = new URLSearchParams({ client_id: clientId, redirect_uri: asked, response_type: 'code' });
      const answer = await fetch(`${app.env.ENDPOINT}/oidc/auth?${query}`, {
        headers: { accept: 'text/html' },
      });
      const data = /id="gatehouse-data">(.*?)<\/script>/s.exec(await answer.text())?.[1] ?? '{}';
      const { code, returnTo } = JSON.parse(data).error;
      expect(code).toBe('oidc.invalid_redirect_uri');
      return returnTo as string | undefined;
    };
    const register = async (type: string, redirectUris: string[]) =>
      (await people.createApplication({ name: 'Shop', type, ...metadata({ redirectUris }) })).id;

    test('leads back to the site of the application, and to a local computer only if the request names it', async () => {
      const id = await register('SPA', ['http://localhost:3000/callback', redirectUri]);
      expect(await siteAfter(id, 'https://evil.example/')).toBe('https://app.example');
      expect(await siteAfter(id, 'http://localhost:3000/other')).toBe('http://localhost:3000');
      expect(await siteAfter(id, 'nothing')).toBe('https://app.example');
      const local = await register('SPA', ['http://localhost:3000/callback']);
      expect(await siteAfter(local, 'https://evil.example/')).toBe('http://localhost:3000');
    });

    test('leads nowhere from an application without a page that is there', async () => {
      const native = await register('Native', ['http://127.0.0.1/callback', 'myapp://callback']);
      expect(await siteAfter(native, 'https://evil.example/')).toBeUndefined();
      const open = await register('SPA', ['https://*.branches.example.com/callback']);
      expect(await siteAfter(open, 'https://evil.example/')).toBeUndefined();
      const { body: saml } = await app.manage('POST', '/saml-applications', { name: 'Shop' });
      expect(await siteAfter(saml.id, 'https://evil.example/')).toBeUndefined();
    });

    test('does not say what a link to it wants it to say', async () => {
      const sentence = 'Zoe calls you. Answer 0800\u202e5550100 <now> \ud83d\ude00';
      const endpoint = `${app.env.ENDPOINT}/oidc`;
      const request = { client_id: 'demo-app', redirect_uri: `${app.env.ENDPOINT}/demo-app` };
      for (const name of [
        ...[
          'client_id',
          'redirect_uri',
          'response_type',
          'response_mode',
          'scope',
          'prompt',
          'resource',
          'claims',
        ],
        ...[
          'code_challenge_method',
          'max_age',
          'request_uri',
          'id_token_hint',
          'dpop_jkt',
          'organization_id',
        ],
        ...[
          'post_logout_redirect_uri',
          'logout_hint',
          'acr_values',
          'request',
          'registration',
          'web_message_uri',
        ],
      ])
        for (const path of ['/auth', '/session/end']) {
          const query = new URLSearchParams({ ...request, [name]: sentence });
          if (path === '/auth' && name !== 'redirect_uri')
            query.set('redirect_uri', 'https://other.example/');
          const answer = await fetch(`${endpoint}${path}?${query}`, { headers: { accept: 'text/html' } });
          const text = await answer.text();
          expect([name, path, answer.status < 500]).toEqual([name, path, true]);
          expect([name, path, /Zoe calls/.test(text)]).toEqual([name, path, false]);
        }
    });

    test('leads back to the page of ours that it belongs to', async () => {
      const { ENDPOINT: endpoint } = app.env;
      expect(await siteAfter('demo-app', 'https://evil.example/')).toBe(`${endpoint}/demo-app`);
    });
  });

  test('addresses that an earlier version stored do not keep users from the good ones', async () => {
    const { id } = await people.createApplication({ name: 'Older', type: 'SPA' });
    const stored = {
      redirectUris: ['myapp://cb', `${redirectUri}#top`, redirectUri],
      postLogoutRedirectUris: ['https://app.example/#out', 'https://app.example/out'],
      backchannelLogoutUri: 'ftp://app.example/out',
    };
    await people.write(tx => {
      tx.invalidate('clients');
      return tx.update('applications', { id }, { oidcClientMetadata: stored });
    });
    app.app.services.tenants.forget('default');

    const { tokens } = await people.register(await people.discover(id), `older_${kind}`);
    expect(tokens?.access_token).toEqual(expect.any(String));
    const leave = (address: string) =>
      fetch(
        `${app.env.ENDPOINT}/oidc/session/end?${new URLSearchParams({
          client_id: id,
          id_token_hint: tokens?.id_token ?? '',
          post_logout_redirect_uri: address,
        })}`,
        { redirect: 'manual' },
      );
    expect((await leave('https://app.example/out')).status).toBeLessThan(400);
    expect((await leave('https://app.example/#out')).status).toBe(400);

    // Its page can still be read, and other settings saved.
    expect((await app.manage('GET', `/applications/${id}`)).body.oidcClientMetadata).toEqual(stored);
    expect((await app.manage('PATCH', `/applications/${id}`, { name: 'Old' })).status).toBe(200);

    const flawed = await createCommandHandlers(app.database, app.vault)['application addresses']({});
    expect(flawed).toContainEqual({
      tenantId: 'default',
      id,
      name: 'Old',
      uris: ['myapp://cb', `${redirectUri}#top`, 'https://app.example/#out', 'ftp://app.example/out'],
    });
  });
});
