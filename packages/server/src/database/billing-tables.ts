import type { CheckoutStatus } from '@gatehouse/contract/checkout.ts';
import type { Invoice, SubscriptionStatus } from '@gatehouse/contract/subscriptions.ts';
import type { Generated } from 'kysely';
import type { Json, TenantRow } from './row-types.ts';

/** Subscriptions and invoices of tenants in the cloud edition. */
export type BillingTables = {
  subscriptions: TenantRow<{
    planId: string;
    status: SubscriptionStatus;
    periodStart: number;
    periodEnd: number;
    isCancelled: Generated<boolean>;
    pastDueSince: number | null;
    customerId: string;
    subscriptionId: string;
    isCardDeclined: Generated<boolean>;
  }>;
  invoices: TenantRow<{
    id: string;
    skuId: string | null;
    status: Invoice['status'];
    amountDue: number;
    periodStart: number;
    periodEnd: number;
    hostedUrl: string | null;
    createdAt: Generated<number>;
  }>;
  checkoutSessions: TenantRow<{
    id: string;
    userId: string;
    skuId: string;
    payingTenantId: string;
    newTenant: Json<{ name: string; regionName: string; tag: string } | null>;
    status: Generated<CheckoutStatus>;
    redirectUri: string;
    successUrl: string;
    cancelUrl: string | null;
    createdAt: Generated<number>;
  }>;
};
