import { z } from 'zod';
import { defaultTenantId } from './dialect.ts';
import { defineRows } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { deletablePlans, maximumFreeTenants, planIds } from './plans.ts';
import { defaultRegion, type RegionName, regions } from './regions.ts';
import { isMauExceeded, isTokenExceeded } from './usage.ts';

export const tenantTags = ['development', 'production'] as const;
export const tenantTag = z.enum(tenantTags);
export type TenantTag = z.infer<typeof tenantTag>;

export const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const;

export const tenant = z.object({
  id,
  name: z.string().min(1).max(128),
  tag: tenantTag,
  /** The audience of the tenant's management API. */
  indicator: z.string(),
  regionName: z.string(),
  planId: z.string(),
  subscription: z.object({
    status: z.enum(subscriptionStatuses),
    planId: z.string(),
    /** ISO 8601. */
    currentPeriodStart: z.string(),
    currentPeriodEnd: z.string(),
    isEnterprisePlan: z.boolean(),
  }),
  usage: z.object({ activeUsers: z.number(), tokenUsage: z.number() }),
  quota: z.object({ mauLimit: z.number().nullable(), tokenLimit: z.number().nullable() }),
  /** Amounts are cents. */
  openInvoices: z.array(z.object({ amountDue: z.number() })),
  isSuspended: z.boolean(),
  createdAt: timestamp,
});
export type Tenant = z.infer<typeof tenant>;

/** A tenant made without a name. */
export const tenantNameOf = (tenantId: string) => `tenant_${tenantId}`;

/** Default values of the form. */
export const newTenant = { name: 'My project', regionName: defaultRegion, tag: 'development' } as const;

export const createTenantForm = z.strictObject({
  name: tenant.shape.name,
  regionName: z.enum(Object.keys(regions) as [RegionName, ...RegionName[]]),
  tag: tenantTag,
});

/** By script a name can be left out. */
export const createTenant = createTenantForm.partial();

export type TenantStatus = 'suspended' | 'overdue' | 'mau_exceeded' | 'token_exceeded';

/** The one thing that most needs attention, if any. */
export const tenantStatus = (
  tenant: Pick<Tenant, 'isSuspended' | 'openInvoices' | 'usage' | 'quota' | 'subscription'>,
): TenantStatus | undefined => {
  const { isSuspended, openInvoices, usage, quota, subscription } = tenant;
  if (isSuspended) return 'suspended';
  if (openInvoices.length > 0) return 'overdue';
  if (isMauExceeded(usage.activeUsers, quota.mauLimit)) return 'mau_exceeded';
  if (subscription.isEnterprisePlan) return undefined;
  if (isTokenExceeded(usage.tokenUsage, quota.tokenLimit, subscription.planId)) return 'token_exceeded';
  return undefined;
};

/** An account with the default tenant operates the cloud and has no limit. */
export const hasRoomForFreeTenant = (own: readonly Pick<Tenant, 'id' | 'planId'>[]) =>
  own.some(({ id }) => id === defaultTenantId) ||
  own.filter(({ planId }) => planId === planIds.free).length < maximumFreeTenants;

export type DeletionIssue = 'paid_plan' | 'subscription_status' | 'open_invoice';

/** Reasons why a tenant keeps its owner from deleting their account. */
export const deletionIssues = ({
  subscription,
  openInvoices,
}: Pick<Tenant, 'subscription' | 'openInvoices'>): DeletionIssue[] => [
  ...(deletablePlans.includes(subscription.planId) ? [] : (['paid_plan'] as const)),
  ...(subscription.status === 'active' ? [] : (['subscription_status'] as const)),
  ...(openInvoices.length === 0 ? [] : (['open_invoice'] as const)),
];

export const tenantSettings = z.object({ isMfaRequired: z.boolean() });

const permission = 'manage:tenant:self';

export const tenants = defineRows({
  list: {
    method: 'get',
    path: '/tenants',
    summary: 'List the tenants of the signed-in user',
    response: z.array(tenant),
    status: 200,
    permission,
  },
  create: {
    method: 'post',
    path: '/tenants',
    summary: 'Create a tenant on the development or the free plan',
    body: createTenant,
    response: tenant,
    status: 201,
    permission: 'create:tenant',
    errors: ['subscription.free_tenants_exceeded'],
  },
  update: {
    method: 'patch',
    path: '/tenants/:tenantId',
    summary: 'Rename a tenant, or move a development tenant to production on the free plan',
    body: z.strictObject({ name: tenant.shape.name, tag: z.literal('production') }).partial(),
    response: tenant,
    status: 200,
    permission,
    member: 'manage:tenant',
    errors: ['subscription.limit_exceeded', 'subscription.free_tenants_exceeded'],
  },
  delete: {
    method: 'delete',
    path: '/tenants/:tenantId',
    summary: 'Delete a tenant with everything in it',
    status: 204,
    permission,
    member: 'manage:tenant',
    errors: ['subscription.tenant_not_deletable'],
  },
  readSettings: {
    method: 'get',
    path: '/tenants/:tenantId/settings',
    summary: 'Read the requirements for members of a tenant',
    response: tenantSettings,
    status: 200,
    permission: 'read:data',
  },
  updateSettings: {
    method: 'patch',
    path: '/tenants/:tenantId/settings',
    summary: 'Update the requirements for members of a tenant',
    body: z.strictObject(tenantSettings.partial().shape),
    response: tenantSettings,
    status: 200,
    permission: 'manage:tenant',
  },
});
