import { expect, test } from 'vitest';
import { canMoveDomain, createDomain, domain, domainStatuses } from './domains.ts';
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

test('[ENT-16] statuses', () => {
  expect(domainStatuses).toEqual(['PendingVerification', 'PendingSsl', 'Active', 'Error']);
  expect(canMoveDomain('PendingVerification', 'PendingSsl')).toBe(true);
  expect(canMoveDomain('Error', 'PendingVerification')).toBe(true);
  for (const status of domainStatuses) expect(canMoveDomain(status, status)).toBe(false);
});
