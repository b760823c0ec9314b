import { expect, test } from 'vitest';
import { defaultRegion, regions } from './regions.ts';
import { createTenantForm, deletionIssues, newTenant, tenant, tenantNameOf, tenantTags } from './tenants.ts';
import { refusals } from './testing/refusals.ts';
import { sampleTenant, text } from './testing/samples.ts';

test('[TEN-15] regions, tags and names', () => {
  expect(regions).toEqual({ EU: 'Europe', US: 'West US', AU: 'Australia', JP: 'Japan' });
  expect(defaultRegion).toBe('EU');
  expect(tenantTags).toEqual(['development', 'production']);
  expect(tenantNameOf('abc')).toBe('tenant_abc');
  expect(refusals(tenant, sampleTenant)).toEqual([]);
  expect(refusals(createTenantForm, newTenant)).toEqual([]);
  expect(refusals(createTenantForm, { name: '', regionName: 'MARS', tag: 'staging' })).toEqual([
    'name: validation.required',
    'regionName: validation.option',
    'tag: validation.option',
  ]);
  expect(refusals(createTenantForm, { ...newTenant, name: text(129) })).toEqual([
    'name: validation.too_long',
  ]);
});

test('what keeps an account from being deleted', () => {
  const { subscription } = sampleTenant;
  expect(deletionIssues(sampleTenant)).toEqual([]);
  expect(deletionIssues({ subscription: { ...subscription, planId: 'dev' }, openInvoices: [] })).toEqual([]);
  expect(
    deletionIssues({
      subscription: { ...subscription, planId: 'pro', status: 'past_due' },
      openInvoices: [{ amountDue: 1 }],
    }),
  ).toEqual(['paid_plan', 'subscription_status', 'open_invoice']);
});
