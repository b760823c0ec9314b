import { dayMs } from '@gatehouse/contract/duration.ts';
import type { Invoice, SubscriptionStatus } from '@gatehouse/contract/subscriptions.ts';

export type Period = { periodStart: number; periodEnd: number };

/**
 * Payment events in a form that is independent of the gateway. Each describes a state, so receiving one twice does no
 * harm.
 */
export type PaymentEvent =
  | ({ type: 'checkout-completed'; sessionId: string; customerId: string; subscriptionId: string } & Period)
  | { type: 'checkout-expired'; sessionId: string }
  | ({
      type: 'subscription-changed';
      subscriptionId: string;
      status: SubscriptionStatus;
      isCancelled: boolean;
      /** Set when the plan was changed on the gateway's own pages. */
      planId?: string;
    } & Period)
  | { type: 'subscription-ended'; subscriptionId: string }
  | {
      type: 'invoice-changed';
      subscriptionId: string;
      invoice: Pick<Invoice, 'id' | 'status' | 'amountDue'> &
        Period & { hostedUrl: string | null; createdAt: number };
    };

/** A checkout that is unpaid by then was abandoned. */
export const checkoutMs = dayMs;

export type Checkout = {
  skuId: string;
  /** Cents a month. */
  unitPrice: number;
  tenantName: string;
  email: string | undefined;
  /** Redirect targets after the payment succeeds or is canceled. */
  successUrl: string;
  cancelUrl: string;
  /** The language of the checkout page. */
  language: string;
};

export type PlanSwitch = { tenantId: string; subscriptionId: string; skuId: string; periodStart: number };

/** Takes the money. There are two: a real one and a sandbox for laptops and tests. */
export type PaymentGateway = {
  openCheckout(checkout: Checkout): Promise<{ sessionId: string; redirectUri: string }>;
  /** It can no longer be paid. */
  closeCheckout(sessionId: string): Promise<void>;
  openPortal(payer: {
    tenantId: string;
    customerId: string;
    returnUrl: string;
    language: string;
  }): Promise<string>;
  /** Returns the temporary URL of an invoice as a PDF. A draft has none yet. */
  findInvoicePdf(invoice: { tenantId: string; invoiceId: string }): Promise<string | undefined>;
  /** The amount of the next invoice, in cents, after a switch to another plan of the same rank. */
  previewSwitch(switching: PlanSwitch): Promise<number>;
  /** Charges nothing now: a difference in price is prorated on the next invoice. A canceled plan continues. */
  switchPlan(switching: PlanSwitch): Promise<void>;
  /** At once, not at the end of the period. */
  cancelSubscription(subscriptionId: string): Promise<void>;
  /** Cancels a subscription that bought nothing, and gives back what was paid for it. Twice is once. */
  returnPayment(subscriptionId: string): Promise<void>;
};
