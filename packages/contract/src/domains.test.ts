import { expect, test } from 'vitest';
import { createDomain, domain } from './domains.ts';
import { refusals } from './testing/refusals.ts';
import { text } from './testing/samples.ts';

test('[ENT-16] custom domain', () => {
  const sample = {
    tenantId: 'default',
    id: 'd',
    domain: 'id.example.com',
    status: 'PendingVerification',
    errorMessage: null,
    dnsRecords: [{ name: 'id', type: 'CNAME', value: 'gatehouse.app' }],
    cloudflareData: null,
    createdAt: 0,
  };
  expect(refusals(domain, sample)).toEqual([]);
  expect(refusals(domain, { ...sample, errorMessage: text(1025) })).toEqual([
    'errorMessage: validation.too_long',
  ]);
  expect(refusals(domain, { ...sample, dnsRecords: [{ name: 'id' }] })).toEqual([
    'dnsRecords.0.type: validation.required',
    'dnsRecords.0.value: validation.required',
  ]);
  for (const wrong of [
    'example.com',
    'https://id.example.com',
    'id.example',
    '-a.example.com',
    'a b.example.com',
  ]) {
    expect(refusals(createDomain, { domain: wrong })).toEqual(['domain: validation.domain']);
  }
  expect(
    refusals(createDomain, { domain: `${text(60)}.${text(60)}.${text(60)}.${text(60)}.${text(60)}.com` }),
  ).toEqual(['domain: validation.too_long']);
});
