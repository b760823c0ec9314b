import { managementAudience, managementRole } from '@gatehouse/contract/dialect.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../api/cloud/testing/people.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { hashPassword } from '../domain/passwords.ts';
import { createUser } from '../domain/users.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, signIn } from '../http/testing/browser.ts';
import { startDnsServer } from './testing/dns-server.ts';

const minute = 60_000;

describe.each(databaseKinds)('custom domains on %s', kind => {
  let dns: Awaited<ReturnType<typeof startDnsServer>>;
  let app: TestApp;
  let ada: Person;
  let tenantId: string;
  let clock = Date.now();
  beforeAll(async () => {
    dns = await startDnsServer();
    app = await startTestApp(kind, {
      variables: { GATEHOUSE_EDITION: 'cloud', GATEHOUSE_DNS_SERVER: dns.address, TRUST_PROXY: 'true' },
      now: () => clock,
    });
    ada = await createPerson(app, 'ada');
    tenantId = (await ada.cloud('POST', '/tenants', { name: 'Acme' })).body.id;
  });
  afterAll(async () => {
    await app.close();
    await dns.close();
  });

  type Record = { name: string; type: string; value: string };
  const add = async (domain: string) => {
    const { body, status } = await ada.manage(tenantId, 'POST', '/domains', { domain });
    expect(status).toBe(201);
    const recordOf = (type: string) => (body.dnsRecords as Record[]).find(record => record.type === type)!;
    return {
      id: body.id as string,
      domain,
      target: recordOf('CNAME').value,
      proof: recordOf('TXT'),
      check: async () => (await ada.manage(tenantId, 'POST', `/domains/${body.id}/check`)).body,
      read: async () => (await ada.manage(tenantId, 'GET', `/domains/${body.id}`)).body,
    };
  };
  const prove = ({ domain, target, proof }: Awaited<ReturnType<typeof add>>) => {
    dns.set(domain, ['CNAME', target]);
    dns.set(proof.name, ['TXT', proof.value]);
  };
  const asked = async (domain: string) =>
    (await call(`${app.env.ENDPOINT}/tls/ask?domain=${encodeURIComponent(domain)}`)).status;

  test('[ENT-16] a domain waits for its records, says what is wrong with them, and becomes active', async () => {
    const domain = await add('id.acme.example');
    expect(domain.target).toBe(`${tenantId}.localhost`);
    expect(domain.proof).toMatchObject({ name: '_gatehouse.id.acme.example' });
    const waiting = await domain.check();
    expect(waiting.status).toBe('PendingVerification');
    expect(waiting.errorMessage).toContain('id.acme.example has no CNAME record yet');
    expect(waiting.errorMessage).toContain('The TXT record _gatehouse.id.acme.example was not found yet');

    dns.set(domain.domain, ['CNAME', 'www.elsewhere.example']);
    dns.set(domain.proof.name, ['TXT', 'gatehouse-verification=old'], ['TXT', 'v=spf1 -all']);
    const wrong = await domain.check();
    expect(wrong).toMatchObject({ status: 'Error', id: domain.id });
    expect(wrong.errorMessage).toContain('points to www.elsewhere.example');
    expect(wrong.errorMessage).toContain('gatehouse-verification=old');
    expect(await asked(domain.domain)).toBe(404);

    prove(domain);
    expect(await domain.check()).toMatchObject({ status: 'Active', errorMessage: null });
    expect(await domain.read()).toMatchObject({ status: 'Active', errorMessage: null });
    expect(await asked('ID.acme.example')).toBe(200);
  });

  test('[ENT-16] a chain of aliases and our own addresses lead here too; a silent DNS changes nothing', async () => {
    const chained = await add('chain.acme.example');
    prove(chained);
    dns.set(chained.domain, ['CNAME', 'hop.acme.example']);
    dns.set('hop.acme.example', ['CNAME', chained.target]);
    expect((await chained.check()).status).toBe('Active');

    const flattened = await add('flat.acme.example');
    prove(flattened);
    dns.set(flattened.domain, ['A', '192.0.2.7']);
    dns.set(flattened.target, ['A', '192.0.2.7'], ['A', '192.0.2.8']);
    expect((await flattened.check()).status).toBe('Active');
    dns.set(flattened.domain, ['A', '198.51.100.1']);
    expect(await flattened.check()).toMatchObject({
      status: 'Error',
      errorMessage: expect.stringContaining('points to 198.51.100.1'),
    });
    expect(await asked(flattened.domain)).toBe(404);

    dns.break(true);
    expect((await chained.check()).status).toBe('Active');
    dns.break(false);
  });

  test('[ENT-16] who has proved a domain may clear the proof away, but not the address', async () => {
    const domain = await add('kept.acme.example');
    prove(domain);
    await domain.check();
    dns.set(domain.proof.name);
    expect((await domain.check()).status).toBe('Active');
    dns.set(domain.domain);
    expect((await domain.check()).status).toBe('Error');
    dns.set(domain.domain, ['CNAME', domain.target]);
    expect(await domain.check()).toMatchObject({
      status: 'PendingVerification',
      errorMessage: expect.stringContaining('was not found yet'),
    });
  });

  test('[ENT-16] a name belongs to the tenant whose records are correct first; a claim alone blocks no other tenant', async () => {
    const other = (await ada.cloud('POST', '/tenants', { name: 'Other' })).body.id as string;
    const first = await add('shared.acme.example');
    const { status, body } = await ada.manage(other, 'POST', '/domains', { domain: first.domain });
    expect(status).toBe(201);
    prove(first);
    const checkOther = async () => (await ada.manage(other, 'POST', `/domains/${body.id}/check`)).body;
    expect((await first.check()).status).toBe('Active');
    dns.set(first.domain, ['CNAME', `${other}.localhost`]);
    dns.set(first.proof.name, ['TXT', (body.dnsRecords as Record[])[1]!.value]);
    expect(await checkOther()).toMatchObject({
      status: 'Error',
      errorMessage: expect.stringContaining('Another tenant'),
    });
    await ada.manage(other, 'DELETE', `/domains/${body.id}`);
    const again = await ada.manage(other, 'POST', '/domains', { domain: first.domain });
    expect(again.body.code).toBe('domain.hostname_already_exists');
    expect((await first.check()).status).toBe('Error');
    expect((await ada.manage(other, 'POST', '/domains', { domain: first.domain })).status).toBe(201);
  });

  test('[ENT-16] domains are looked at again as time goes by', async () => {
    const domain = await add('later.acme.example');
    const { customDomains } = app.app.services;
    await customDomains.runDue();
    expect((await domain.read()).errorMessage).toContain('no CNAME record');
    prove(domain);
    await customDomains.runDue();
    expect((await domain.read()).status).toBe('PendingVerification');
    clock += minute;
    await customDomains.runDue();
    expect((await domain.read()).status).toBe('Active');
    dns.set(domain.domain);
    clock += 61 * minute;
    await customDomains.runDue();
    expect((await domain.read()).status).toBe('Error');
  });

  test('[ENT-16] people sign in at a verified domain: pages, cookies, discovery and tokens are of that name', async () => {
    const domain = await add('login.acme.example');
    const { port } = new URL(app.env.ENDPOINT);
    const here = `http://login.acme.example:${port}`;
    const browser = createBrowser(app.env.ENDPOINT);
    const discovery = '/oidc/.well-known/openid-configuration';
    expect((await browser.send(`${here}${discovery}`)).status).toBe(421);
    prove(domain);
    await domain.check();
    const found = await browser.send(`${here}${discovery}`);
    expect(found.body).toMatchObject({
      issuer: `${here}/oidc`,
      token_endpoint: `${here}/oidc/token`,
      jwks_uri: `${here}/oidc/jwks`,
    });
    const home = `http://${tenantId}.localhost:${port}`;
    expect((await browser.send(`${home}${discovery}`)).body.issuer).toBe(`${home}/oidc`);

    const passwordEncrypted = await hashPassword('correct horse battery');
    await app.database
      .tenant(tenantId)
      .write(testOrigin, tx => createUser(tx, { username: 'grace', passwordEncrypted }));
    const created = await ada.manage(tenantId, 'POST', '/applications', {
      name: 'Site',
      type: 'SPA',
      oidcClientMetadata: {
        redirectUris: ['https://site.example/callback'],
        postLogoutRedirectUris: [],
        backchannelLogoutUri: 'https://site.example/back-channel',
      },
    });
    const query = new URLSearchParams({
      client_id: created.body.id,
      redirect_uri: 'https://site.example/callback',
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      state: generateId(),
    });
    const page = await browser.follow(`${here}/oidc/auth?${query}`, here);
    expect(page.address).toContain(`${here}/sign-in?`);
    expect(page.answer?.status).toBe(200);
    const next = await signIn(browser, here, { username: 'grace', password: 'correct horse battery' });
    expect(next).toContain(`${here}/oidc/auth/`);
    const { address } = await browser.follow(next, here);
    const code = new URL(address).searchParams.get('code') ?? '';
    const tokens = await call(`${app.env.ENDPOINT}/oidc/token`, {
      method: 'POST',
      headers: { 'x-forwarded-host': `login.acme.example:${port}` },
      body: {
        grant_type: 'authorization_code',
        client_id: created.body.id,
        code,
        redirect_uri: 'https://site.example/callback',
        code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      },
    });
    const { iss, sub } = decodeJwt(tokens.body.id_token);
    expect(iss).toBe(`${here}/oidc`);
    // The application trusts the issuer of its tokens: the sign-out is told in its name.
    await ada.manage(tenantId, 'PATCH', `/users/${sub}/is-suspended`, { isSuspended: true });
    const told = await app.database
      .tenant(tenantId)
      .read(db => db.selectFrom('jobs').select('data').where('name', '=', 'backchannel-logout').execute());
    expect(told.map(({ data }) => data)).toEqual([
      expect.objectContaining({ issuer: iss, applicationId: created.body.id, userId: sub }),
    ]);
  });

  test('a machine’s token of one address is good at the others', async () => {
    const domain = await add('api.acme.example');
    prove(domain);
    await domain.check();
    const { port } = new URL(app.env.ENDPOINT);
    const headers = { 'x-forwarded-host': `api.acme.example:${port}` };
    const { body: robot } = await ada.manage(tenantId, 'POST', '/applications', {
      name: 'Robot',
      type: 'MachineToMachine',
    });
    const { body: secrets } = await ada.manage(tenantId, 'GET', `/applications/${robot.id}/secrets`);
    await ada.manage(tenantId, 'POST', `/applications/${robot.id}/roles`, { roleIds: [managementRole.id] });
    const granted = await fetch(`${app.env.ENDPOINT}/oidc/token`, {
      method: 'POST',
      headers: { ...headers, authorization: `Basic ${btoa(`${robot.id}:${secrets[0].value}`)}` },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        resource: managementAudience(tenantId),
        scope: 'all',
      }),
    });
    const { access_token: token } = (await granted.json()) as { access_token: string };
    expect(decodeJwt(token).iss).toBe(`http://api.acme.example:${port}/oidc`);
    const list = (host: string) =>
      call(`${app.env.ENDPOINT}/api/applications`, {
        token,
        headers: { 'x-forwarded-host': `${host}:${port}` },
      });
    expect((await list('api.acme.example')).status).toBe(200);
    expect((await list(`${tenantId}.localhost`)).status).toBe(200);
    await ada.manage(tenantId, 'DELETE', `/domains/${domain.id}`);
    expect((await list('api.acme.example')).status).toBe(421);
    expect((await list(`${tenantId}.localhost`)).status).toBe(401);
  });

  test('a verified domain serves the files that other services look for; a proxy may ask about our own hosts', async () => {
    const domain = await add('files.acme.example');
    const verificationFiles = [
      { path: '/.well-known/apple-app-site-association', content: '{}', contentType: 'application/json' },
    ];
    await ada.manage(tenantId, 'PUT', `/domains/${domain.id}/verification-files`, { verificationFiles });
    const read = () =>
      call(`${app.env.ENDPOINT}/.well-known/apple-app-site-association`, {
        headers: { 'x-forwarded-host': domain.domain },
      });
    expect((await read()).status).toBe(421);
    prove(domain);
    await domain.check();
    expect(await read()).toMatchObject({ status: 200, text: '{}' });
    expect(await asked(`${tenantId}.localhost`)).toBe(200);
    expect(await asked('nobody.localhost')).toBe(404);
    expect(await asked('')).toBe(400);
  });
});
