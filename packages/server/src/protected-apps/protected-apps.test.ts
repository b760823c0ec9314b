import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDnsServer } from '../custom-domains/testing/dns-server.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

describe.each(anyDatabase)('protected applications on %s', kind => {
  let dns: Awaited<ReturnType<typeof startDnsServer>>;
  let app: TestApp;
  beforeAll(async () => {
    dns = await startDnsServer();
    app = await startTestApp(kind, { variables: { GATEHOUSE_DNS_SERVER: dns.address } });
  });
  afterAll(async () => {
    await app.close();
    await dns.close();
  });

  const create = (subDomain: string, origin = 'http://127.0.0.1:9') =>
    app.manage('POST', '/applications', {
      name: subDomain,
      type: 'Protected',
      protectedAppMetadata: { subDomain, origin },
    });

  test('[ENT-4] a host is made below the domain of them all, once; settings are kept', async () => {
    const { body } = await create('Wiki');
    expect(body.protectedAppMetadata).toEqual({
      host: 'wiki.apps.localhost',
      origin: 'http://127.0.0.1:9',
      sessionDuration: 1_209_600,
      pageRules: [],
    });
    expect((await app.manage('GET', `/applications/${body.id}/secrets`)).body).toHaveLength(1);
    expect((await create('wiki')).body.code).toBe('application.protected_application_subdomain_exists');
    for (const wrong of ['-a', 'a.b', 'a_b', '', 'a'.repeat(64)])
      expect((await create(wrong)).body.code).toBe('application.invalid_subdomain');
    const issues = async (origin: string) => (await create('other', origin)).body.data.issues;
    for (const origin of [app.env.ENDPOINT, app.env.ADMIN_ENDPOINT, 'http://wiki.apps.localhost'])
      expect(await issues(origin)).toMatchObject([{ code: 'validation.own_origin' }]);
    expect(await issues('https://example.com/path')).toMatchObject([{ code: 'validation.origin' }]);

    const update = (id: string, protectedAppMetadata: unknown) =>
      app.manage('PATCH', `/applications/${id}`, { protectedAppMetadata });
    const settings = {
      origin: 'https://127.0.0.1:10',
      sessionDuration: 3600,
      pageRules: [{ path: '^/admin' }],
      additionalScopes: ['roles'],
    };
    expect((await update(body.id, settings)).body.protectedAppMetadata).toEqual({
      host: 'wiki.apps.localhost',
      customDomains: [],
      ...settings,
    });
    expect(
      (await update(body.id, { pageRules: [{ path: '/' }, { path: '(' }] })).body.data.issues,
    ).toMatchObject([{ path: 'protectedAppMetadata.pageRules.1.path', code: 'validation.path_pattern' }]);
    expect((await update(body.id, null)).body.code).toBe('application.protected_application_misconfigured');
    expect((await update(app.manager.id, settings)).body.code).toBe('application.protected_application_only');
    const listed = await app.manage('GET', '/applications?types=Protected');
    expect(listed.body[0].protectedAppMetadata).toMatchObject({ ...settings, customDomains: [] });
    expect((await app.manage('DELETE', `/applications/${body.id}`)).status).toBe(204);
  });

  test('[ENT-4] one custom domain, which is proved like those of tenants', async () => {
    const { body: site } = await create('shop');
    const path = `/applications/${site.id}/protected-app-metadata/custom-domains`;
    const add = (domain: string, at = path) => app.manage('POST', at, { domain });
    expect((await add('evil.apps.localhost')).body.code).toBe('domain.domain_is_not_allowed');
    const added = await add('Shop.acme.example');
    const dnsRecords = [
      { name: 'shop.acme.example', type: 'CNAME', value: 'shop.apps.localhost' },
      { name: '_gatehouse.shop.acme.example', type: 'TXT', value: expect.stringContaining('gatehouse-') },
    ];
    expect(added).toMatchObject({
      status: 201,
      body: { domain: 'shop.acme.example', status: 'PendingVerification', dnsRecords },
    });
    expect((await add('two.acme.example')).body.code).toBe('domain.limit_to_one_domain');
    expect((await app.manage('GET', '/domains')).body).toEqual([]);
    const [pending] = (await app.manage('GET', path)).body;
    expect(pending.errorMessage).toContain('has no CNAME record yet');

    dns.set('shop.acme.example', ['CNAME', 'shop.apps.localhost']);
    dns.set('_gatehouse.shop.acme.example', ['TXT', added.body.dnsRecords[1].value]);
    const active = { domain: 'shop.acme.example', status: 'Active', errorMessage: null };
    expect((await app.manage('GET', path)).body).toMatchObject([active]);
    const read = await app.manage('GET', `/applications/${site.id}`);
    expect(read.body.protectedAppMetadata.customDomains).toMatchObject([active]);
    const ask = `${app.env.ENDPOINT}/tls/ask?domain=`;
    for (const known of ['shop.acme.example', 'shop.apps.localhost'])
      await expect.poll(async () => (await fetch(`${ask}${known}`)).status).toBe(200);
    expect((await fetch(`${ask}nobody.apps.localhost`)).status).toBe(404);

    const { body: other } = await create('other');
    const elsewhere = await add(active.domain, path.replace(site.id, other.id));
    expect(elsewhere.body.code).toBe('domain.hostname_already_exists');
    expect((await app.manage('POST', '/domains', { domain: active.domain })).body.code).toBe(
      'domain.hostname_already_exists',
    );
    const deletion = await app.manage('DELETE', `/applications/${site.id}`);
    expect(deletion.body.code).toBe('application.should_delete_custom_domains_first');
    expect((await app.manage('DELETE', `${path}/none.acme.example`)).body.code).toBe(
      'application.custom_domain_not_found',
    );
    expect((await app.manage('DELETE', `${path}/${active.domain}`)).status).toBe(204);
    await expect.poll(async () => (await fetch(`${ask}${active.domain}`)).status).toBe(404);
    expect((await app.manage('DELETE', `/applications/${site.id}`)).status).toBe(204);
    const ofMachine = path.replace(site.id, app.manager.id);
    expect((await app.manage('GET', ofMachine)).body.code).toBe('application.protected_application_only');
  });

  test('[ENT-4] where no domain is configured, there are none', async () => {
    expect((await app.manage('GET', '/systems/application')).body).toEqual({
      protectedApps: { defaultDomain: 'apps.localhost' },
    });
    const { body: site } = await create('last');
    const { PROTECTED_APPS_DOMAIN } = app.env;
    Object.assign(app.env, { PROTECTED_APPS_DOMAIN: undefined });
    const domains = `/applications/${site.id}/protected-app-metadata/custom-domains`;
    const refused = [
      await create('none'),
      await app.manage('GET', '/systems/application'),
      await app.manage('GET', domains),
      await app.manage('POST', domains, { domain: 'last.acme.example' }),
    ];
    Object.assign(app.env, { PROTECTED_APPS_DOMAIN });
    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 501,
        body: { code: 'application.protected_app_not_configured' },
      });
  });
});
