import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StandIn, startStandIn } from '../connectors/testing/stand-in.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { installOutsideSoftware, type RunningApplication, startApplication } from './testing/applications.ts';
import { createVisitor } from './testing/visitor.ts';

const person = { username: 'ada', password: 'correct horse battery' };
const document = 'https://robot.example/oauth/client.json';

/** A client and a server of the Model Context Protocol, both with its SDK, and Gatehouse between them. */
describe('an MCP client signs in to an MCP server', () => {
  let app: TestApp;
  let world: StandIn;
  let userId: string;
  let server: RunningApplication;
  const clients: RunningApplication[] = [];

  beforeAll(async () => {
    installOutsideSoftware();
    world = await startStandIn();
    app = await startTestApp('postgresql', { variables: { GATEHOUSE_CONNECTORS_URL: world.url } });
    userId = (await app.manage('POST', '/users', person)).body.id;
    server = await startApplication('mcp-server', async home => {
      const { body: resource } = await app.manage('POST', '/resources', {
        name: 'Tools',
        indicator: `${home}/mcp`,
      });
      const scope = { name: 'use:tools', description: 'Use the tools' };
      const { body } = await app.manage('POST', `/resources/${resource.id}/scopes`, scope);
      const role = { name: 'Tools', description: 'Tools', scopeIds: [body.id] };
      const { body: created } = await app.manage('POST', '/roles', role);
      await app.manage('POST', `/users/${userId}/roles`, { roleIds: [created.id] });
      await app.manage('POST', '/cimd/user-consent-scopes', { resourceScopes: [body.id] });
      return { ISSUER: `${app.env.ENDPOINT}/oidc` };
    });
  });
  afterAll(async () => {
    await Promise.all([server, ...clients].map(running => running?.stop()));
    await app.close();
    await world.close();
  });

  const configure = (mode: string) => app.manage('PATCH', '/configs/client-registration', { mode });
  const start = async (settings: (home: string) => Promise<Record<string, string>>) => {
    const client = await startApplication('mcp-client', async home => ({
      MCP_SERVER: `${server.home}/mcp`,
      ...(await settings(home)),
    }));
    clients.push(client);
    return client.home;
  };
  /** Signs in, calls a tool, and calls it again with a token that the server no longer takes. */
  const use = async (home: string) => {
    const visitor = createVisitor(app.env.ENDPOINT, person);
    const page = await visitor.open(home);
    expect(page.status, `${page.address}\n${page.text}`).toBe(200);
    const called = JSON.parse(page.text);
    expect(called).toMatchObject({ scopes: ['use:tools'], aud: `${server.home}/mcp`, sub: userId });
    const again = await visitor.open(`${home}/expired`);
    expect(JSON.parse(again.text)).toMatchObject({ sub: userId, isNew: true });
    expect(visitor.signIns()).toBe(1);
    return called.clientId as string;
  };

  test('that registers itself, with a token and openly', async () => {
    for (const mode of ['Token', 'Open']) {
      await configure(mode);
      const home = await start(async (): Promise<Record<string, string>> => {
        if (mode === 'Open') return {};
        const path = '/configs/client-registration/initial-access-tokens';
        const { body } = await app.manage('POST', path, { name: 'MCP', maximumUses: 1 });
        return { INITIAL_ACCESS_TOKEN: body.value };
      });
      const clientId = await use(home);
      expect((await app.manage('GET', `/applications/${clientId}`)).body).toMatchObject({
        name: 'Example client (localhost)',
        isThirdParty: true,
        registration: { initialAccessTokenName: mode === 'Token' ? 'MCP' : null },
      });
    }
    await configure('Off');
  });

  test('that is named by a document', async () => {
    await app.manage('PATCH', '/configs/cimd', { enabled: true });
    const home = await start(async own => {
      const about = {
        client_id: document,
        client_name: 'Robot',
        redirect_uris: [`${own}/callback`],
        grant_types: ['authorization_code', 'refresh_token'],
      };
      world.answer({ 'robot.example/oauth/client.json': { json: about } });
      return { CLIENT_METADATA_URL: document };
    });
    expect(await use(home)).toBe(document);
  });

  test('not where neither is on', async () => {
    await app.manage('PATCH', '/configs/cimd', { enabled: false });
    const home = await start(async () => ({}));
    const page = await createVisitor(app.env.ENDPOINT, person).open(home);
    expect([page.status, page.text]).toEqual([500, expect.stringContaining('dynamic client registration')]);
  });
});
