import { expect, test } from 'vitest';
import { resource, resources, scope } from './resources.ts';
import { refusals } from './testing/refusals.ts';
import { text } from './testing/samples.ts';

const sample = {
  tenantId: 'default',
  id: 'r',
  name: 'Orders',
  indicator: 'https://orders.example.com',
  isDefault: false,
  accessTokenTtl: 3600,
};

test('[ENT-8] API resource', () => {
  expect(refusals(resource, sample)).toEqual([]);
  expect(refusals(resource, { ...sample, indicator: 'urn:example:orders' })).toEqual([]);
  expect(refusals(resource, { ...sample, indicator: 'orders' })).toEqual(['indicator: validation.url']);
  expect(refusals(resource, { ...sample, indicator: 'https://example.com/#a' })).toEqual([
    'indicator: validation.uri_fragment',
  ]);
  expect(refusals(resource, { ...sample, accessTokenTtl: 0 })).toEqual([
    'accessTokenTtl: validation.too_small',
  ]);
  expect(refusals(resource, { ...sample, name: '' })).toEqual(['name: validation.required']);
  expect(refusals(resources.create.body, { name: 'Orders' })).toEqual(['indicator: validation.required']);
  expect(refusals(resources.update.body, { indicator: sample.indicator })).toEqual([
    'indicator: validation.unknown_field',
  ]);
  expect(resources.update.body.parse({})).toEqual({});
});

test('[ENT-8] scope', () => {
  const sampleScope = {
    tenantId: 'default',
    id: 's',
    resourceId: 'r',
    name: 'read:orders',
    description: null,
    createdAt: 0,
  };
  expect(refusals(scope, sampleScope)).toEqual([]);
  expect(refusals(scope, { ...sampleScope, name: text(256) })).toEqual([]);
  expect(refusals(scope, { ...sampleScope, name: text(257) })).toEqual(['name: validation.too_long']);
  expect(refusals(scope, { ...sampleScope, name: '' })).toEqual(['name: validation.required']);
  expect(refusals(scope, { ...sampleScope, name: 'read orders' })).toEqual(['name: scope.name_with_space']);
});
