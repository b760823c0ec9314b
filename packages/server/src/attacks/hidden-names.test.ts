import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StandIn, startStandIn } from '../connectors/testing/stand-in.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { hiddenNames, joinedNames } from './testing/hidden-names.ts';

/** Users agree to what they read: a name on the consent page must be what it looks like. */
describe('names with invisible characters', () => {
  let app: TestApp;
  let world: StandIn;
  beforeAll(async () => {
    world = await startStandIn();
    app = await startTestApp('postgresql', { variables: { GATEHOUSE_CONNECTORS_URL: world.url } });
  });
  afterAll(async () => {
    await app.close();
    await world.close();
  });

  const sent: [string, string, (name: string) => object][] = [
    ['applications', '/applications', name => ({ name, type: 'SPA' })],
    ['SAML applications', '/saml-applications', name => ({ name })],
    ['organizations', '/organizations', name => ({ name })],
    ['organization permissions', '/organization-scopes', name => ({ name })],
    ['API resources', '/resources', name => ({ name, indicator: `https://${Math.random()}.example` })],
  ];
  test.each(sent)('are refused for %s', async (_, path, body) => {
    for (const name of hiddenNames) {
      const { status, text } = await app.manage('POST', path, body(name));
      expect([name, status]).toEqual([name, 400]);
      expect(text).toContain('validation.hidden_characters');
    }
    // Each SAML application makes a key.
    const joined = path === '/saml-applications' ? joinedNames.slice(0, 1) : joinedNames;
    for (const name of joined)
      expect([name, (await app.manage('POST', path, body(name))).status]).toEqual([
        name,
        expect.toSatisfy(status => status === 200 || status === 201),
      ]);
  });

  test('are refused when an application is renamed, also on its sign-in pages', async () => {
    const { id } = (await app.manage('POST', '/applications', { name: 'Robot', type: 'SPA' })).body;
    const renamed = await app.manage('PATCH', `/applications/${id}`, { name: 'Ro\u200Bbot' });
    expect(renamed.status).toBe(400);
    const shown = await app.manage('PUT', `/applications/${id}/sign-in-experience`, {
      displayName: 'Ro\u200Bbot',
    });
    expect(shown.status).toBe(400);
  });

  test('are refused in documents about clients', async () => {
    await app.manage('PATCH', '/configs/cimd', { enabled: true });
    const ask = async (index: number, name: string) => {
      const clientId = `https://client.example/${index}`;
      const document = {
        client_id: clientId,
        client_name: name,
        redirect_uris: ['https://client.example/cb'],
      };
      world.answer({ [`client.example/${index}`]: { json: document } });
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: 'https://client.example/cb',
        response_type: 'code',
        scope: 'openid',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      });
      return fetch(`${app.env.ENDPOINT}/oidc/auth?${query}`, { redirect: 'manual' });
    };
    for (const [index, name] of hiddenNames.entries())
      expect([name, (await ask(index, name)).status]).toEqual([name, 400]);
    expect((await ask(1000, 'Robot')).status).toBe(303);
  });
});
