import { expect, test } from 'vitest';
import { defaultRegion, regions } from './regions.ts';
import {
  createTenantForm,
  deletionIssues,
  hasRoomForFreeTenant,
  newTenant,
  tenant,
  tenantNameOf,
  tenantStatus,
  tenantTags,
} from './tenants.ts';
import { refusals } from './testing/refusals.ts';
import { sampleTenant, text } from './testing/samples.ts';

test('[TEN-5] status tag by priority', () => {
  const tokens = { ...sampleTenant, usage: { activeUsers: 0, tokenUsage: 500_000 } };
  const users = { ...tokens, usage: { activeUsers: 50_000, tokenUsage: 500_000 } };
  const invoices = { ...users, openInvoices: [{ amountDue: 1600 }] };
  const suspended = { ...invoices, isSuspended: true };
  expect([sampleTenant, tokens, users, invoices, suspended].map(tenantStatus)).toEqual([
    undefined,
    'token_exceeded',
    'mau_exceeded',
    'overdue',
    'suspended',
  ]);
});

test('[TEN-5] tokens are not exceeded on enterprise-style plans', () => {
  const usage = { activeUsers: 0, tokenUsage: 500_000 };
  const on = (subscription: object) =>
    tenantStatus({ ...sampleTenant, usage, subscription: { ...sampleTenant.subscription, ...subscription } });
  expect(on({})).toBe('token_exceeded');
  expect(on({ isEnterprisePlan: true })).toBeUndefined();
  expect(on({ planId: 'made-for-acme' })).toBeUndefined();
});

test('[TEN-7] ten free tenants at most, but for whoever has the tenant that the cloud came with', () => {
  const free = Array.from({ length: 10 }, (_, index) => ({ id: `t${index}`, planId: 'free' }));
  expect(hasRoomForFreeTenant(free)).toBe(false);
  expect(hasRoomForFreeTenant(free.slice(1))).toBe(true);
  expect(hasRoomForFreeTenant([...free.slice(1), { id: 'paid', planId: 'pro' }])).toBe(true);
  expect(hasRoomForFreeTenant([...free, { id: 'default', planId: 'pro' }])).toBe(true);
});

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
