import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../api/cloud/testing/people.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { hashPassword } from '../domain/passwords.ts';
import { createUser } from '../domain/users.ts';
import { call, startTestApp, type TestApp } from './testing/app.ts';
import { createBrowser, signIn } from './testing/browser.ts';

const password = 'correct horse battery';

describe.each(anyDatabase)('tenants by path on one host on %s', kind => {
  let app: TestApp;
  let ada: Person;
  let here: string;
  let tenantId: string;
  beforeAll(async () => {
    app = await startTestApp(kind, {
      variables: { GATEHOUSE_EDITION: 'cloud', GATEHOUSE_TENANTS_BY: 'path', TRUST_PROXY: '1' },
    });
    ada = await createPerson(app, 'ada');
    tenantId = (await ada.cloud('POST', '/tenants', { name: 'Acme' })).body.id;
    here = `${app.env.ENDPOINT}/t/${tenantId}`;
  });
  afterAll(() => app.close());

  test('discovery is below the tenant’s path, and at the place that RFC 8414 gives it', async () => {
    const addresses = [
      `${here}/oidc/.well-known/openid-configuration`,
      `${app.env.ENDPOINT}/.well-known/oauth-authorization-server/t/${tenantId}/oidc`,
    ];
    for (const address of addresses) {
      expect((await call(address)).body).toMatchObject({
        issuer: `${here}/oidc`,
        authorization_endpoint: `${here}/oidc/auth`,
        jwks_uri: `${here}/oidc/jwks`,
      });
    }
    const plain = await call(`${app.env.ENDPOINT}/oidc/.well-known/openid-configuration`);
    expect(plain.body.issuer).toBe(`${app.env.ENDPOINT}/oidc`);
    for (const stranger of ['nobody', 'admin'])
      expect((await call(`${app.env.ENDPOINT}/t/${stranger}/oidc/jwks`)).status).toBe(404);
  });

  test('the API reference and its documents have the address of the tenant', async () => {
    const { body } = await call(`${here}/api/swagger.json`);
    expect(body.servers).toEqual([{ url: here }]);
    const [{ source }] = body.paths['/api/roles'].get['x-codeSamples'];
    expect(source).toContain(`${here}/api/roles`);
    const own = await call(`${app.env.ENDPOINT}/api/swagger.json`);
    expect(own.body.servers).toEqual([{ url: app.env.ENDPOINT }]);

    // The console shows all tenants at one address and names the one that is open.
    const pages = [`${here}/api/docs`, `${app.env.ADMIN_ENDPOINT}/api/docs?tenant=${tenantId}`];
    for (const address of pages) {
      const { text } = await call(address);
      expect(text, address).toContain(`${here}/oidc/token`);
      expect(text, address).toContain(managementAudience(tenantId));
      expect(text, address).not.toContain('.invalid');
    }
    for (const query of ['', '?tenant=%3Cscript%3E', '?tenant=a&tenant=b']) {
      const { text } = await call(`${app.env.ADMIN_ENDPOINT}/api/docs${query}`);
      expect(text, query).toContain(`${app.env.ENDPOINT}/oidc/token`);
    }
    const deep = await fetch(`${app.env.ADMIN_ENDPOINT}/api/docs/CreateRole?tenant=${tenantId}`, {
      redirect: 'manual',
    });
    expect(deep.headers.get('location')).toBe(`/api/docs/roles?tenant=${tenantId}#CreateRole`);
  });

  test('the domain of a tenant, and the console, serve no other tenant by its path', async () => {
    const { body: other } = await ada.cloud('POST', '/tenants', { name: 'Other' });
    await app.database.tenant(tenantId).write(testOrigin, tx =>
      tx.insert('domains', {
        id: 'own-domain',
        domain: 'login.acme.example',
        status: 'Active',
        dnsRecords: [],
      }),
    );
    const path = '/oidc/.well-known/openid-configuration';
    const at = (address: string) =>
      call(`${app.env.ENDPOINT}${address}`, { headers: { 'x-forwarded-host': 'login.acme.example' } });
    await expect.poll(async () => (await at(path)).body?.issuer).toContain('login.acme.example');
    for (const id of [other.id, tenantId]) expect((await at(`/t/${id}${path}`)).status, id).toBe(404);
    expect((await call(`${app.env.ADMIN_ENDPOINT}/t/${other.id}${path}`)).body?.issuer).toBeUndefined();
  });

  test('people sign in below the path, with cookies that no other tenant gets', async () => {
    const passwordEncrypted = await hashPassword(password);
    await app.database
      .tenant(tenantId)
      .write(testOrigin, tx => createUser(tx, { username: 'grace', passwordEncrypted }));
    const redirectUri = 'https://site.example/callback';
    const { body: application } = await ada.manage(tenantId, 'POST', '/applications', {
      name: 'Site',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    });
    const query = new URLSearchParams({
      client_id: application.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    const browser = createBrowser();
    const first = await browser.send(`${here}/oidc/auth?${query}`);
    const cookies = first.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(new RegExp(`path=/t/${tenantId}[;/]`));
    const page = await browser.follow(`${here}/oidc/auth?${query}`, here);
    expect(page.address).toContain(`${here}/sign-in?`);
    expect(page.answer?.status).toBe(200);
    const next = await signIn(browser, here, { username: 'grace', password });
    const { address } = await browser.follow(next, here);
    expect(address).toContain(`${redirectUri}?code=`);
    expect(new URL(address).searchParams.get('iss')).toBe(`${here}/oidc`);
  });

  test('a form that opens a sign-in is sent on below the path', async () => {
    const answer = await fetch(`${here}/oidc/auth`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ client_id: 'unknown' }),
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`/t/${tenantId}/oidc/auth?client_id=unknown`);
  });
});
