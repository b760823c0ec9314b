import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { planQuota, sku } from './plans.ts';
import { type subscriptionStatuses, tenant } from './tenants.ts';
import { periodicUsage, subscriptionUsage } from './usage.ts';

/** Cents. */
const upcomingInvoice = z.object({
  subtotal: z.number(),
  subtotalExcludingTax: z.number().nullable(),
  total: z.number(),
  totalExcludingTax: z.number().nullable(),
});

export const subscription = z.object({
  ...tenant.shape.subscription.shape,
  upcomingInvoice: upcomingInvoice.nullable(),
  /** The plan ends with the period. */
  isCancelled: z.boolean(),
  /** Whether the payment provider charges the tenant: never so far, no longer, or currently. */
  billing: z.enum(['never', 'ended', 'current']),
  quota: planQuota,
  /** Hard caps that no plan lifts; there are none beside the plan today. */
  systemLimit: z.record(z.string(), z.number()),
});
export type Subscription = z.infer<typeof subscription>;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const invoiceStatuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

/** The amount is cents; times are ISO 8601. */
export const invoice = z.object({
  id: z.string(),
  skuId: z.string().nullable(),
  periodStart: z.string(),
  periodEnd: z.string(),
  status: z.enum(invoiceStatuses),
  amountDue: z.number(),
  createdAt: z.string(),
});
export type Invoice = z.infer<typeof invoice>;

/** The amount is cents. */
const planSwitch = z.object({ nextInvoice: z.object({ total: z.number(), date: z.string() }) });

const permission = 'manage:tenant:self';
const skuQuery = z.object({ type: sku.shape.type.optional() });

export const subscriptions = defineRows({
  read: {
    method: 'get',
    path: '/tenants/:tenantId/subscription',
    summary: 'Read the subscription of a tenant',
    response: subscription,
    status: 200,
    permission,
    member: 'read:member',
    unknown: ['tenant.not_found'],
  },
  cancel: {
    method: 'delete',
    path: '/tenants/:tenantId/subscription',
    summary: 'Downgrade to the free plan immediately',
    status: 204,
    permission,
    member: 'manage:billing',
    errors: ['subscription.not_paid'],
  },
  previewSwitch: {
    method: 'get',
    path: '/tenants/:tenantId/subscription/switch-preview',
    summary: 'Preview the cost of a switch to an equivalent plan',
    query: z.object({ skuId: sku.shape.id }),
    response: planSwitch,
    status: 200,
    permission,
    member: 'manage:billing',
    errors: ['subscription.not_paid', 'checkout.plan_not_offered', 'checkout.plan_held_already'],
  },
  switch: {
    method: 'patch',
    path: '/tenants/:tenantId/subscription',
    summary: 'Switch to an equivalent plan within the paid period',
    body: z.strictObject({ skuId: sku.shape.id }),
    status: 204,
    permission,
    member: 'manage:billing',
    errors: ['subscription.not_paid', 'checkout.plan_not_offered', 'checkout.plan_held_already'],
  },
  usage: {
    method: 'get',
    path: '/tenants/:tenantId/subscription-usage',
    summary: 'Read the quota and usage of a tenant',
    response: subscriptionUsage,
    status: 200,
    permission,
    member: 'read:member',
  },
  periodicUsage: {
    method: 'get',
    path: '/tenants/:tenantId/subscription/periodic-usage',
    summary: 'Read the usage of a tenant in the current period',
    response: periodicUsage,
    status: 200,
    permission,
    member: 'read:member',
  },
  listAddOns: {
    method: 'get',
    path: '/tenants/:tenantId/subscription/add-on-skus',
    summary: 'List add-ons by usage key',
    response: z.record(z.string(), sku),
    status: 200,
    permission,
    member: 'read:member',
  },
  listAvailableSkus: {
    method: 'get',
    path: '/tenants/:tenantId/available-skus',
    summary: 'List the plans that a tenant can choose',
    query: skuQuery,
    response: z.array(sku),
    status: 200,
    permission,
    member: 'read:member',
  },
  listSkus: {
    method: 'get',
    path: '/skus',
    summary: 'List the plans that a new tenant can choose',
    query: skuQuery,
    response: z.array(sku),
    status: 200,
    permission,
  },
  listInvoices: {
    method: 'get',
    path: '/tenants/:tenantId/invoices',
    summary: 'List the invoices of a tenant, newest first',
    response: z.object({ invoices: z.array(invoice) }),
    status: 200,
    permission,
    member: 'manage:billing',
  },
  openInvoice: {
    method: 'get',
    path: '/tenants/:tenantId/invoices/:invoiceId/hosted-invoice-url',
    summary: 'Read the payment link of an invoice',
    response: z.object({ hostedInvoiceUrl: z.string() }),
    status: 200,
    permission,
    member: 'manage:billing',
  },
  downloadInvoice: {
    method: 'get',
    path: '/tenants/:tenantId/invoices/:invoiceId/pdf-url',
    summary: 'Read the temporary PDF link of an invoice',
    response: z.object({ pdfUrl: z.string() }),
    status: 200,
    permission,
    member: 'manage:billing',
    unknown: ['entity.not_found'],
  },
  openPortal: {
    method: 'post',
    path: '/tenants/:tenantId/stripe-customer-portal',
    summary: 'Create a link to the payment portal',
    body: z.strictObject({ callbackUrl: z.url() }),
    response: z.object({ redirectUri: z.string() }),
    status: 201,
    permission,
    member: 'manage:billing',
    errors: ['subscription.not_paid'],
  },
});
