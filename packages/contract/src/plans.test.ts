import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  developmentQuota,
  freeQuota,
  isEnterprisePlan,
  isPaidPlan,
  offeredPlans,
  planIds,
  planMove,
  planName,
  planRank,
  proQuota,
  quotaOfPlan,
  sku,
  ticketSupportHours,
} from './plans.ts';
import { quota } from './quota.ts';
import { refusals } from './testing/refusals.ts';
import { isMauExceeded, isTokenExceeded } from './usage.ts';

describe('[BILL-1] plans', () => {
  test('have ids and ranks', () => {
    expect(Object.values(planIds)).toEqual(['free', 'pro', 'dev', 'admin', 'pro-202411', 'pro-202509']);
    expect(['free', 'pro', 'pro-202411', 'pro-202509'].map(planRank)).toEqual([0, 1, 1, 1]);
    expect(planRank('made-for-acme')).toBeGreaterThan(1);
    expect(Object.values(planIds).filter(isPaidPlan)).toEqual(['pro', 'pro-202411', 'pro-202509']);
    expect([isEnterprisePlan('made-for-acme'), isEnterprisePlan('admin')]).toEqual([true, false]);
    expect(['free', 'pro', 'pro-202509', 'made-for-acme'].map(planName)).toEqual([
      'Free',
      'Pro',
      'Pro',
      'Enterprise',
    ]);
  });

  test('move up, down or sideways', () => {
    expect(planMove('free', 'pro-202411')).toBe('upgrade');
    expect(planMove('pro', 'free')).toBe('downgrade');
    expect(planMove('pro', 'pro-202509')).toBe('switch');
    expect(planMove('pro', 'pro')).toBe('none');
    expect(planMove('pro', 'made-for-acme')).toBe('upgrade');
  });

  test('are offered by rank', () => {
    expect(offeredPlans({ devFeatures: false })).toEqual(['free', 'pro-202411']);
    expect(offeredPlans({ devFeatures: true })).toEqual(['free', 'pro-202509']);
  });

  test('moves mirror each other', () => {
    const plan = fc.constantFrom(...Object.values(planIds), 'made-for-acme', 'made-for-others');
    const opposite = { none: 'none', switch: 'switch', upgrade: 'downgrade', downgrade: 'upgrade' };
    fc.assert(
      fc.property(plan, plan, plan, (a, b, c) => {
        expect(planMove(b, a)).toBe(opposite[planMove(a, b)]);
        expect(planMove(a, b) === 'none').toBe(a === b);
        if (planMove(a, b) === 'upgrade' && planMove(b, c) === 'upgrade')
          expect(planMove(a, c)).toBe('upgrade');
      }),
    );
  });

  test('have a price', () => {
    const sample = {
      id: 'pro',
      name: 'Pro',
      type: 'Basic',
      unitPrice: 1600,
      productId: null,
      defaultPriceId: null,
      isDefault: false,
      quota: { tokenLimit: 1 },
      createdAt: '',
      updatedAt: '',
    };
    expect(refusals(sku, sample)).toEqual([]);
    expect(refusals(sku, { ...sample, type: 'Gift', unitPrice: -1 })).toEqual([
      'type: validation.option',
      'unitPrice: validation.too_small',
    ]);
  });
});

describe('[BILL-2] quotas', () => {
  test('development', () => {
    const { mauLimit, auditLogsRetentionDays, tenantMembersLimit, idpInitiatedSsoEnabled, ...others } =
      developmentQuota;
    expect({ mauLimit, auditLogsRetentionDays, tenantMembersLimit, idpInitiatedSsoEnabled }).toEqual({
      mauLimit: 100,
      auditLogsRetentionDays: 14,
      tenantMembersLimit: 20,
      idpInitiatedSsoEnabled: false,
    });
    expect(Object.values(others).every(value => value === null || value === true)).toBe(true);
  });

  test('free', () => {
    expect(freeQuota).toMatchObject({
      mauLimit: 50_000,
      tokenLimit: 500_000,
      applicationsLimit: 3,
      machineToMachineLimit: 1,
      resourcesLimit: 1,
      scopesPerResourceLimit: 1,
      socialConnectorsLimit: 3,
      userRolesLimit: 1,
      machineToMachineRolesLimit: 1,
      scopesPerRoleLimit: 1,
      hooksLimit: 1,
      auditLogsRetentionDays: 3,
      organizationsLimit: 0,
      enterpriseSsoLimit: 0,
      thirdPartyApplicationsLimit: 0,
      tenantMembersLimit: 1,
      samlApplicationsLimit: 0,
    });
    expect(Object.values(freeQuota).filter(value => typeof value === 'boolean')).toEqual(
      Array(7).fill(false),
    );
  });

  test('all are complete, by plan', () => {
    for (const plan of [...Object.values(planIds), 'made-for-acme']) {
      expect(refusals(quota, quotaOfPlan(plan))).toEqual([]);
    }
    expect(quotaOfPlan('free')).toBe(freeQuota);
    expect(quotaOfPlan('dev')).toBe(developmentQuota);
    expect(quotaOfPlan('pro-202509')).toBe(proQuota);
    expect(refusals(quota, { ...freeQuota, mauLimit: -1, mfaEnabled: 1 })).toEqual([
      'mauLimit: validation.too_small',
      'mfaEnabled: validation.type',
    ]);
  });

  test('support answers within hours', () => {
    expect(['free', 'pro', 'pro-202411', 'pro-202509'].map(ticketSupportHours)).toEqual([0, 48, 48, 48]);
  });
});

test('[BILL-14] MAU and tokens are exceeded at the limit', () => {
  expect([isMauExceeded(99, 100), isMauExceeded(100, 100), isMauExceeded(1e9, null)]).toEqual([
    false,
    true,
    false,
  ]);
  expect([isTokenExceeded(99, 100, 'free'), isTokenExceeded(100, 100, 'free')]).toEqual([false, true]);
  expect(isTokenExceeded(1e9, null, 'free')).toBe(false);
  expect(
    ['pro', 'pro-202411', 'pro-202509', 'made-for-acme'].map(plan => isTokenExceeded(100, 100, plan)),
  ).toEqual(Array(4).fill(false));
});
