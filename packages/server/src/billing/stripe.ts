import {
  invoice as invoiceShape,
  subscription as subscriptionShape,
} from '@gatehouse/contract/subscriptions.ts';
import Stripe from 'stripe';
import type { PaymentEvent, PaymentGateway, Period } from './gateway.ts';

export type StripeOptions = {
  secretKey: string;
  webhookSecret: string;
  /** The price of the Pro plan, by its id there. */
  priceId: string;
  /** Another address than Stripe's own, for tests. */
  apiUrl?: string | undefined;
};

/** The real one. Its web hook is only a sign that something changed: what changed is read from its API. */
export const createStripeGateway = ({ secretKey, webhookSecret, priceId, apiUrl }: StripeOptions) => {
  const stripe = new Stripe(secretKey, addressOf(apiUrl));
  return {
    gateway: createGateway(stripe, priceId),
    /** Converts a webhook call into payment events. Throws when it does not come from Stripe. */
    async describe(body: string, signature: string): Promise<PaymentEvent[]> {
      return describeEvent(stripe, await stripe.webhooks.constructEventAsync(body, signature, webhookSecret));
    },
  };
};

const createGateway = (stripe: Stripe, priceId: string): PaymentGateway => {
  /** To the price that is sold now. Where it differs, Stripe prorates the difference on the next invoice. */
  const switchOf = async (subscriptionId: string) => {
    const item = itemOf(await stripe.subscriptions.retrieve(subscriptionId));
    return {
      items: [{ id: item.id, price: priceId }],
      cancel_at_period_end: false,
      proration_behavior: 'create_prorations' as const,
    };
  };

  const cancelSubscription = async (subscriptionId: string) => {
    // One that is over already refuses.
    await stripe.subscriptions.cancel(subscriptionId).catch(unlessRefused);
  };

  return {
    async openCheckout({ successUrl, cancelUrl, email, tenantName, language }) {
      const session = await stripe.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price: priceId, quantity: 1 }],
        success_url: successUrl,
        cancel_url: cancelUrl,
        locale: localeOf(language),
        subscription_data: { description: tenantName },
        ...(email ? { customer_email: email } : {}),
      });
      if (!session.url) throw new Error('Stripe gave no address for the checkout.');
      return { sessionId: session.id, redirectUri: session.url };
    },
    async closeCheckout(sessionId) {
      // A finished session refuses; the webhook reports how it ended.
      await stripe.checkout.sessions.expire(sessionId).catch(unlessRefused);
    },
    async openPortal({ customerId, returnUrl, language }) {
      const session = await stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
        locale: localeOf(language),
      });
      return session.url;
    },
    async previewSwitch({ subscriptionId }) {
      const { items, cancel_at_period_end, proration_behavior } = await switchOf(subscriptionId);
      const preview = await stripe.invoices.createPreview({
        subscription: subscriptionId,
        subscription_details: { items, cancel_at_period_end, proration_behavior },
      });
      return preview.amount_due;
    },
    async switchPlan({ subscriptionId }) {
      await stripe.subscriptions.update(subscriptionId, await switchOf(subscriptionId));
    },
    cancelSubscription,
    async returnPayment(subscriptionId) {
      await cancelSubscription(subscriptionId);
      const paid = await stripe.invoices.list({ subscription: subscriptionId, status: 'paid' });
      for (const { id } of paid.data) {
        const { data } = await stripe.invoicePayments.list({ invoice: id, status: 'paid' });
        for (const { payment } of data)
          if (payment.payment_intent)
            await stripe.refunds
              .create({ payment_intent: idOf(payment.payment_intent) })
              .catch(unlessRefused);
      }
    },
    findInvoicePdf: async ({ invoiceId }) =>
      (await stripe.invoices.retrieve(invoiceId)).invoice_pdf ?? undefined,
  };
};

const describeEvent = async (stripe: Stripe, event: Stripe.Event): Promise<PaymentEvent[]> => {
  switch (event.type) {
    case 'checkout.session.completed':
      return describeCheckout(stripe, event.data.object);
    case 'checkout.session.expired':
      return [{ type: 'checkout-expired', sessionId: event.data.object.id }];
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return [describeSubscription(await stripe.subscriptions.retrieve(event.data.object.id))];
    case 'invoice.finalized':
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.voided':
    case 'invoice.marked_uncollectible':
      return describeInvoice(stripe, event.data.object.id ?? '');
    default:
      return [];
  }
};

const describeCheckout = async (
  stripe: Stripe,
  session: Stripe.Checkout.Session,
): Promise<PaymentEvent[]> => {
  if (!session.subscription || !session.customer) return [];
  const subscription = await stripe.subscriptions.retrieve(idOf(session.subscription));
  const completed: PaymentEvent = {
    type: 'checkout-completed',
    sessionId: session.id,
    customerId: idOf(session.customer),
    subscriptionId: subscription.id,
    ...periodOf(subscription),
  };
  // Its result and its invoice may have been reported before the subscription was stored.
  const invoice = session.invoice ? await describeInvoice(stripe, idOf(session.invoice)) : [];
  return [completed, describeSubscription(subscription), ...invoice];
};

const describeSubscription = (subscription: Stripe.Subscription): PaymentEvent => {
  const { id: subscriptionId } = subscription;
  if (subscription.status === 'canceled') return { type: 'subscription-ended', subscriptionId };
  return {
    type: 'subscription-changed',
    subscriptionId,
    status: subscriptionStatus.parse(subscription.status),
    isCancelled: subscription.cancel_at_period_end,
    ...periodOf(subscription),
  };
};

const describeInvoice = async (stripe: Stripe, id: string): Promise<PaymentEvent[]> => {
  const invoice = await stripe.invoices.retrieve(id);
  const subscription = invoice.parent?.subscription_details?.subscription;
  if (!subscription) return [];
  const { start, end } = invoice.lines.data[0]?.period ?? {
    start: invoice.period_start,
    end: invoice.period_end,
  };
  return [
    {
      type: 'invoice-changed',
      subscriptionId: idOf(subscription),
      invoice: {
        id: invoice.id ?? id,
        status: invoiceStatus.parse(invoice.status ?? 'draft'),
        amountDue: invoice.amount_due,
        periodStart: start * 1000,
        periodEnd: end * 1000,
        hostedUrl: invoice.hosted_invoice_url ?? null,
        createdAt: invoice.created * 1000,
      },
    },
  ];
};

/** Our languages that its pages speak; in others it goes by the browser. */
const locales = [
  'de',
  'en',
  'es',
  'fr',
  'it',
  'ja',
  'ko',
  'pl',
  'pt',
  'pt-BR',
  'ru',
  'th',
  'tr',
  'zh',
  'zh-HK',
  'zh-TW',
] as const;

const localeOf = (language: string) =>
  locales.find(locale => locale === language) ??
  locales.find(locale => locale === language.split('-')[0]) ??
  'auto';

const addressOf = (apiUrl: string | undefined) => {
  if (!apiUrl) return {};
  const { hostname, port, protocol } = new URL(apiUrl);
  return { host: hostname, port, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) };
};

const unlessRefused = (error: unknown) => {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
};

const { status: subscriptionStatus } = subscriptionShape.shape;
const { status: invoiceStatus } = invoiceShape.shape;

const idOf = (reference: string | { id: string }) =>
  typeof reference === 'string' ? reference : reference.id;

const itemOf = (subscription: Stripe.Subscription) => {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`The subscription ${subscription.id} has no items.`);
  return item;
};

const periodOf = (subscription: Stripe.Subscription): Period => {
  const item = itemOf(subscription);
  return { periodStart: item.current_period_start * 1000, periodEnd: item.current_period_end * 1000 };
};
