import type { AddressInfo } from 'node:net';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { createCertificate } from '../saml/certificate.ts';
import { createDns } from './dns.ts';
import { createOwnProxy } from './own-proxy.ts';
import { startDnsServer } from './testing/dns-server.ts';

test('[ENT-16] a verified domain is active when the proxy has a certificate for it', async () => {
  const dns = await startDnsServer();
  const [ours, theirs] = await Promise.all(
    ['other.example', 'id.acme.example'].map(subject => createCertificate({ subject, years: 1 })),
  );
  setDefaultCACertificates([...getCACertificates(), ours!.certificate, theirs!.certificate]);
  const proxy = createServer({ key: ours!.privateKey, cert: ours!.certificate });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const hostnames = createOwnProxy({
    dns: createDns(dns.address),
    endpoint: `https://127.0.0.1:${port}`,
  });
  const { dnsRecords } = await hostnames.register('id.acme.example', 'auth.example');
  for (const { name, type, value } of dnsRecords) dns.set(name, [type as 'CNAME' | 'TXT', value]);
  const inspect = () =>
    hostnames.inspect({ domain: 'id.acme.example', status: 'PendingVerification', dnsRecords, data: null });

  expect(await inspect()).toMatchObject({
    status: 'PendingSsl',
    problems: [{ code: 'domain.certificate_missing' }],
  });
  proxy.setSecureContext({ key: theirs!.privateKey, cert: theirs!.certificate });
  expect(await inspect()).toEqual({ status: 'Active', problems: [] });

  await new Promise(resolve => proxy.close(resolve));
  await dns.close();
  expect(await inspect().catch(() => 'nobody knows')).toBe('nobody knows');
});
