import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { startCloudflare } from './testing/cloudflare-stand-in.ts';

describe.each(databaseKinds)('custom domains at Cloudflare on %s', kind => {
  let cloudflare: Awaited<ReturnType<typeof startCloudflare>>;
  let app: TestApp;
  beforeAll(async () => {
    cloudflare = await startCloudflare({ token: 'token-of-tests', zoneId: 'zone' });
    app = await startTestApp(kind, {
      variables: {
        CLOUDFLARE_API_TOKEN: 'token-of-tests',
        CLOUDFLARE_ZONE_ID: 'zone',
        CLOUDFLARE_CNAME_TARGET: 'domains.gatehouse.example',
        CLOUDFLARE_API_URL: cloudflare.url,
      },
    });
  });
  afterAll(async () => {
    await app.close();
    await cloudflare.close();
  });

  test('[ENT-16] a domain is registered, followed until it is active, and given back', async () => {
    const created = await app.manage('POST', '/domains', { domain: 'id.acme.example' });
    expect(created).toMatchObject({
      status: 201,
      body: {
        status: 'PendingVerification',
        dnsRecords: [
          { name: 'id.acme.example', type: 'CNAME', value: 'domains.gatehouse.example' },
          { name: '_cf-custom-hostname.id.acme.example', type: 'TXT', value: 'proof' },
        ],
      },
    });
    const [hostname] = cloudflare.hostnames.values();
    const check = async () => (await app.manage('POST', `/domains/${created.body.id}/check`)).body;
    Object.assign(hostname!, { verification_errors: ['custom hostname does not CNAME to this zone.'] });
    expect(await check()).toMatchObject({
      status: 'PendingVerification',
      errorMessage: 'The edge network says: custom hostname does not CNAME to this zone.',
    });
    Object.assign(hostname!, { status: 'active', verification_errors: [] });
    expect(await check()).toMatchObject({ status: 'PendingSsl', errorMessage: null });
    hostname!.ssl = { status: 'validation_timed_out', validation_errors: [{ message: 'no answer' }] };
    expect(await check()).toMatchObject({
      status: 'Error',
      errorMessage: expect.stringContaining('no answer'),
    });
    hostname!.ssl = { status: 'active', validation_errors: [] };
    expect(await check()).toMatchObject({ status: 'Active', errorMessage: null });

    const twice = await app.manage('POST', '/domains', { domain: 'id.acme.example' });
    expect(twice.body.code).toBe('domain.hostname_already_exists');
    expect(cloudflare.hostnames.size).toBe(1);
    expect((await app.manage('DELETE', `/domains/${created.body.id}`)).status).toBe(204);
    expect(cloudflare.hostnames.size).toBe(0);
  });

  test('[ENT-16] one that is gone over there is told, and can be deleted here', async () => {
    const { body } = await app.manage('POST', '/domains', { domain: 'gone.acme.example' });
    cloudflare.hostnames.clear();
    expect((await app.manage('POST', `/domains/${body.id}/check`)).body).toMatchObject({
      status: 'Error',
      errorMessage: 'The domain was not found at the edge network.',
    });
    expect((await app.manage('DELETE', `/domains/${body.id}`)).status).toBe(204);
  });
});

test('[ENT-16] nothing is kept of a domain that Cloudflare refuses', async () => {
  const cloudflare = await startCloudflare({ token: 'another', zoneId: 'zone' });
  const app = await startTestApp('embedded', {
    variables: {
      CLOUDFLARE_API_TOKEN: 'wrong',
      CLOUDFLARE_ZONE_ID: 'zone',
      CLOUDFLARE_CNAME_TARGET: 'domains.gatehouse.example',
      CLOUDFLARE_API_URL: cloudflare.url,
    },
  });
  const refused = await app.manage('POST', '/domains', { domain: 'id.acme.example' });
  expect(refused).toMatchObject({ status: 500, body: { code: 'domain.cloudflare_response_error' } });
  expect((await app.manage('GET', '/domains')).body).toEqual([]);
  await app.close();
  await cloudflare.close();
});
