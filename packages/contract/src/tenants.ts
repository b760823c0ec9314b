import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { id, timestamp } from './fields.ts';

export const tenantTags = ['development', 'production'] as const;
export const tenantTag = z.enum(tenantTags);
export type TenantTag = z.infer<typeof tenantTag>;

export const tenant = z.object({
  id,
  name: z.string().min(1).max(128),
  tag: tenantTag,
  /** The audience of the tenant's management API. */
  indicator: z.string(),
  regionName: z.string(),
  planId: z.string(),
  subscription: z.object({
    status: z.string(),
    planId: z.string(),
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

export const tenants = defineRows({
  list: {
    method: 'get',
    path: '/tenants',
    summary: 'List the tenants of the signed-in user',
    response: z.array(tenant),
    status: 200,
    permission: 'manage:tenant:self',
  },
});
