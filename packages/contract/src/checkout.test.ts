import { expect, test } from 'vitest';
import { checkoutSession, createCheckout } from './checkout.ts';
import { updateAdminConsoleConfig } from './configs.ts';
import { refusals } from './testing/refusals.ts';

test('a checkout is created with a way back', () => {
  expect(
    refusals(createCheckout, { successCallbackUrl: 'https://example.com/?state=a', skuId: 'pro' }),
  ).toEqual([]);
  expect(refusals(createCheckout, { successCallbackUrl: '/back', skuId: 'pro' })).toEqual([
    'successCallbackUrl: validation.url',
  ]);
  expect(refusals(checkoutSession, { status: 'complete', tenantId: 't', skuId: 'pro' })).toEqual([]);
  expect(refusals(checkoutSession, { status: 'done', tenantId: null, skuId: null })).toEqual([
    'status: validation.option',
  ]);
});

test('the console configuration of a tenant', () => {
  const notification = { isPaidTenant: false, tag: 'development', readAt: 1 };
  expect(
    refusals(updateAdminConsoleConfig, { developmentTenantMigrationNotification: notification }),
  ).toEqual([]);
  expect(
    refusals(updateAdminConsoleConfig, { developmentTenantMigrationNotification: { readAt: 'now' } }),
  ).toEqual([
    'developmentTenantMigrationNotification.isPaidTenant: validation.required',
    'developmentTenantMigrationNotification.tag: validation.required',
    'developmentTenantMigrationNotification.readAt: validation.type',
  ]);
});
