import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createCloudflare } from './cloudflare.ts';
import { createDns } from './dns.ts';
import { startCloudflare } from './testing/cloudflare-stand-in.ts';
import { startDnsServer } from './testing/dns-server.ts';

describe.each(anyDatabase)('custom domains at Cloudflare on %s', kind => {
  let cloudflare: Awaited<ReturnType<typeof startCloudflare>>;
  let dns: Awaited<ReturnType<typeof startDnsServer>>;
  let app: TestApp;
  beforeAll(async () => {
    dns = await startDnsServer();
    cloudflare = await startCloudflare({ token: 'token-of-tests', zoneId: 'zone' });
    app = await startTestApp(kind, {
      variables: {
        CLOUDFLARE_API_TOKEN: 'token-of-tests',
        CLOUDFLARE_ZONE_ID: 'zone',
        CLOUDFLARE_CNAME_TARGET: 'domains.gatehouse.example',
        CLOUDFLARE_API_URL: cloudflare.url,
        GATEHOUSE_DNS_SERVER: dns.address,
      },
    });
  });
  afterAll(async () => {
    await app.close();
    await dns.close();
    await cloudflare.close();
  });

  const add = async (domain: string) => {
    const { body } = await app.manage('POST', '/domains', { domain });
    const [, proof] = body.dnsRecords;
    return { ...body, prove: () => dns.set(proof.name, ['TXT', proof.value]), proof };
  };
  const check = async (id: string) => (await app.manage('POST', `/domains/${id}/check`)).body;

  test('[ENT-16] a claim alone registers no name at Cloudflare, so that owners are not blocked', async () => {
    const { id, proof, prove } = await add('id.squatted.example');
    expect(await check(id)).toMatchObject({
      status: 'PendingVerification',
      errorMessage: 'The TXT record _gatehouse.id.squatted.example was not found yet.',
    });
    dns.set(proof.name, ['TXT', 'gatehouse-verification=of another tenant']);
    expect(await check(id)).toMatchObject({ status: 'Error' });
    expect(cloudflare.hostnames.size).toBe(0);
    prove();
    expect(await check(id)).toMatchObject({ status: 'PendingVerification', errorMessage: null });
    expect([...cloudflare.hostnames.values()]).toMatchObject([{ hostname: 'id.squatted.example' }]);

    // The tenant that has it loses it when its records are wrong and another tenant verifies it.
    const other = await app.database.tenant('admin').write(testOrigin, tx =>
      tx.insert('domains', {
        id: 'rightful',
        domain: 'id.squatted.example',
        dnsRecords: [proof],
        cloudflareData: null,
      }),
    );
    const look = () => app.app.services.customDomains.check(other);
    expect(await look()).toMatchObject({ problems: [{ code: 'domain.hostname_already_exists' }] });
    const [held] = cloudflare.hostnames.values();
    Object.assign(held!, { status: 'moved' });
    expect(await check(id)).toMatchObject({ status: 'Error' });
    await look();
    expect(cloudflare.hostnames.size).toBe(0);
    expect(await look()).toMatchObject({ status: 'PendingVerification', cloudflareData: { id: 'cf-0' } });
    cloudflare.hostnames.clear();
  });

  test('[ENT-16] a domain is registered, followed until it is active, and given back', async () => {
    const created = await app.manage('POST', '/domains', { domain: 'id.acme.example' });
    expect(created).toMatchObject({
      status: 201,
      body: {
        status: 'PendingVerification',
        dnsRecords: [
          { name: 'id.acme.example', type: 'CNAME', value: 'domains.gatehouse.example' },
          { name: '_gatehouse.id.acme.example', type: 'TXT', value: expect.any(String) },
        ],
      },
    });
    const [, proof] = created.body.dnsRecords;
    dns.set(proof.name, ['TXT', proof.value]);
    await check(created.body.id);
    const [hostname] = cloudflare.hostnames.values();
    Object.assign(hostname!, { verification_errors: ['custom hostname does not CNAME to this zone.'] });
    expect(await check(created.body.id)).toMatchObject({
      status: 'PendingVerification',
      errorMessage: 'The edge network reported: custom hostname does not CNAME to this zone.',
    });
    Object.assign(hostname!, { status: 'active', verification_errors: [] });
    expect(await check(created.body.id)).toMatchObject({ status: 'PendingSsl', errorMessage: null });
    hostname!.ssl = { status: 'validation_timed_out', validation_errors: [{ message: 'no answer' }] };
    expect(await check(created.body.id)).toMatchObject({
      status: 'Error',
      errorMessage: expect.stringContaining('no answer'),
    });
    hostname!.ssl = { status: 'active', validation_errors: [] };
    expect(await check(created.body.id)).toMatchObject({ status: 'Active', errorMessage: null });

    const twice = await app.manage('POST', '/domains', { domain: 'id.acme.example' });
    expect(twice.body.code).toBe('domain.hostname_already_exists');
    expect(cloudflare.hostnames.size).toBe(1);
    expect((await app.manage('DELETE', `/domains/${created.body.id}`)).status).toBe(204);
    expect(cloudflare.hostnames.size).toBe(0);
  });

  test('[ENT-16] one that is gone over there is told, and can be deleted here', async () => {
    const { id, prove } = await add('gone.acme.example');
    prove();
    await check(id);
    cloudflare.hostnames.clear();
    expect(await check(id)).toMatchObject({
      status: 'Error',
      errorMessage: 'The domain was not found at the edge network.',
    });
    expect((await app.manage('DELETE', `/domains/${id}`)).status).toBe(204);
  });
});

test('[ENT-16] where Cloudflare refuses us a domain stands as before', async () => {
  const cloudflare = await startCloudflare({ token: 'another', zoneId: 'zone' });
  const dns = await startDnsServer();
  const hostnames = createCloudflare({
    dns: createDns(dns.address),
    token: 'wrong',
    zoneId: 'zone',
    target: 'domains.gatehouse.example',
    apiUrl: cloudflare.url,
  });
  const domain = 'id.acme.example';
  const { dnsRecords, data } = await hostnames.register(domain, '');
  for (const { name, type, value } of dnsRecords) dns.set(name, [type as 'CNAME' | 'TXT', value]);
  const looked = hostnames.inspect({ domain, status: 'PendingVerification', dnsRecords, data });
  await expect(looked).rejects.toMatchObject({ code: 'domain.cloudflare_response_error' });
  await dns.close();
  await cloudflare.close();
});
