import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { hourMs } from '@gatehouse/contract/duration.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import { monthlyCharge, skuOfPlan } from '@gatehouse/contract/plans.ts';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { usageOfTenants } from '../domain/tenant-usage.ts';
import { RequestError } from '../request-error.ts';
import { checkoutMs, type PaymentEvent, type PaymentGateway } from './gateway.ts';

export type SandboxSubscription = Selectable<Tables['subscriptions']>;

type Dependencies = {
  database: Database;
  vault: Vault;
  /** The address of the pages, without a trailing slash. */
  consoleEndpoint: string;
  now(): number;
  receive(event: PaymentEvent): Promise<void>;
};

export type Sandbox = ReturnType<typeof createSandboxGateway>;

const portalMs = hourMs;

/** A payment gateway without money: its pages stand where the real one's would, and tell us the same things. */
export const createSandboxGateway = (dependencies: Dependencies) => ({
  gateway: createGateway(dependencies),
  ...createCheckouts(dependencies),
  ...createPortal(dependencies),
  /** Every subscription whose month is over, as often as it takes to catch up. */
  renewDue: () => renewDue(dependencies),
});

const createGateway = ({ database, vault, consoleEndpoint, now }: Dependencies): PaymentGateway => ({
  async openCheckout({ language }) {
    const sessionId = `sandbox_${generateId()}`;
    return {
      sessionId,
      redirectUri: `${consoleEndpoint}/sandbox/checkout/${sessionId}?language=${language}`,
    };
  },
  async openPortal({ tenantId, returnUrl, language }) {
    const pass = vault.seal(JSON.stringify({ tenantId, returnUrl, language, expiresAt: now() + portalMs }));
    return `${consoleEndpoint}/sandbox/portal?pass=${encodeURIComponent(pass)}`;
  },
  async findInvoicePdf({ tenantId, invoiceId }) {
    const pass = vault.seal(JSON.stringify({ tenantId, invoiceId, expiresAt: now() + portalMs }));
    return `${consoleEndpoint}/sandbox/invoice?pass=${encodeURIComponent(pass)}`;
  },
  async previewSwitch({ tenantId, skuId, periodStart }) {
    const usage = await usageOfTenants(database, [tenantId], periodStart);
    return monthlyCharge(skuId, usage(tenantId).tokenUsage);
  },
  // Its pages look at our own tables: there is nothing else to tell.
  closeCheckout: async () => undefined,
  switchPlan: async () => undefined,
  cancelSubscription: async () => undefined,
  returnPayment: async () => undefined,
});

const createCheckouts = (dependencies: Dependencies) => {
  const { database, now, receive } = dependencies;

  const readCheckout = (sessionId: string) =>
    database
      .tenant(adminTenantId)
      .read(db =>
        db.selectFrom('checkoutSessions').selectAll().where('id', '=', sessionId).executeTakeFirst(),
      );

  const nameOf = async (id: string) => {
    const tenant = await database.system(db =>
      db.selectFrom('tenants').select('name').where('id', '=', id).executeTakeFirst(),
    );
    return tenant?.name;
  };

  /** One that can still be paid. */
  const findCheckout = async (sessionId: string) => {
    const session = await readCheckout(sessionId);
    if (session?.status !== 'open' || session.createdAt < now() - checkoutMs) return undefined;
    const tenantName = session.newTenant?.name ?? (await nameOf(session.payingTenantId));
    return tenantName === undefined ? undefined : { ...session, tenantName };
  };

  return {
    findCheckout,
    isPaid: async (sessionId: string) => (await readCheckout(sessionId))?.status === 'complete',
    /** The first month is paid with the checkout. */
    async pay(sessionId: string) {
      const session = await findCheckout(sessionId);
      if (!session) return;
      const subscriptionId = `sandbox_${session.id}`;
      const period = monthFrom(now());
      const customerId = `sandbox_${session.payingTenantId}`;
      await receive({ type: 'checkout-completed', sessionId, customerId, subscriptionId, ...period });
      const amountDue = skuOfPlan(session.skuId).unitPrice ?? 0;
      const invoice = { id: `invoice_${session.id}`, status: 'paid', amountDue, ...period } as const;
      await tellInvoice(dependencies, subscriptionId, invoice);
    },
  };
};

/** Actions in the billing portal, authorized by the pass in the portal's URL. */
const createPortal = (dependencies: Dependencies) => {
  const { database, vault, now, receive } = dependencies;
  return {
    /** Returns the session that a portal pass opens, until the pass expires. */
    async openPass(pass: string) {
      const { tenantId, returnUrl, language, expiresAt } = readPass(vault, portalPass, pass);
      if (expiresAt < now()) return undefined;
      const subscription = await database
        .tenant(tenantId)
        .read(db => db.selectFrom('subscriptions').selectAll().executeTakeFirst());
      return subscription && { subscription, returnUrl, language };
    },
    /** The invoice that a pass is for, as long as it is fresh. */
    async openInvoicePass(pass: string) {
      const { tenantId, invoiceId, expiresAt } = readPass(vault, invoicePass, pass);
      if (expiresAt < now()) return undefined;
      return database
        .tenant(tenantId)
        .read(db => db.selectFrom('invoices').selectAll().where('id', '=', invoiceId).executeTakeFirst());
    },
    async setCard({ tenantId }: SandboxSubscription, isCardDeclined: boolean) {
      await database.system(db =>
        db.updateTable('subscriptions').set({ isCardDeclined }).where('tenantId', '=', tenantId).execute(),
      );
    },
    /** Cancels, resumes, or changes the plan. */
    async change(subscription: SandboxSubscription, change: { isCancelled: boolean; planId?: string }) {
      const { subscriptionId, periodStart, periodEnd, status } = subscription;
      const period = { periodStart, periodEnd };
      await receive({ type: 'subscription-changed', subscriptionId, status, ...period, ...change });
    },
    /** Pays everything that is open, if the card lets us. */
    async payOpenInvoices(subscription: SandboxSubscription) {
      const { tenantId, subscriptionId, isCardDeclined, periodStart, periodEnd, isCancelled } = subscription;
      if (isCardDeclined) return false;
      const open = await database
        .tenant(tenantId)
        .read(db => db.selectFrom('invoices').selectAll().where('status', '=', 'open').execute());
      for (const invoice of open)
        await tellInvoice(dependencies, subscriptionId, { ...invoice, status: 'paid' });
      const period = { periodStart, periodEnd };
      await receive({
        type: 'subscription-changed',
        subscriptionId,
        status: 'active',
        isCancelled,
        ...period,
      });
      return true;
    },
  };
};

const renewDue = async (dependencies: Dependencies) => {
  const { database, now } = dependencies;
  for (;;) {
    const due = await database.system(db =>
      db
        .selectFrom('subscriptions')
        .selectAll()
        .where('periodEnd', '<=', now())
        .where('status', '!=', 'canceled')
        .limit(100)
        .execute(),
    );
    if (due.length === 0) return;
    for (const subscription of due) await renew(dependencies, subscription);
  }
};

/** One more month: charged to the card, which may decline. */
const renew = async (dependencies: Dependencies, subscription: SandboxSubscription) => {
  const { database, receive } = dependencies;
  const { tenantId, subscriptionId, planId, isCardDeclined, isCancelled, periodStart, periodEnd } =
    subscription;
  if (isCancelled) return receive({ type: 'subscription-ended', subscriptionId });
  const usage = await usageOfTenants(database, [tenantId], periodStart);
  const amountDue = monthlyCharge(planId, usage(tenantId).tokenUsage);
  const period = monthFrom(periodEnd);
  const invoice = { id: `invoice_${tenantId}_${periodEnd}`, amountDue, ...period };
  await tellInvoice(dependencies, subscriptionId, { ...invoice, status: isCardDeclined ? 'open' : 'paid' });
  const status = isCardDeclined ? 'past_due' : subscription.status;
  await receive({ type: 'subscription-changed', subscriptionId, status, isCancelled, ...period });
};

const tellInvoice = (
  { receive, now }: Dependencies,
  subscriptionId: string,
  invoice: Omit<Extract<PaymentEvent, { type: 'invoice-changed' }>['invoice'], 'hostedUrl' | 'createdAt'>,
) =>
  receive({
    type: 'invoice-changed',
    subscriptionId,
    invoice: { ...invoice, hostedUrl: null, createdAt: now() },
  });

/** A month later, on the last day where a month is shorter. */
const monthFrom = (periodStart: number) => {
  const end = new Date(periodStart);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + 1);
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return { periodStart, periodEnd: end.getTime() };
};

const passContent = z.object({ tenantId: z.string(), expiresAt: z.number() });
const portalPass = passContent.extend({ returnUrl: z.string(), language: z.string() });
const invoicePass = passContent.extend({ invoiceId: z.string() });

const readPass = <Content extends z.ZodType>(
  vault: Vault,
  content: Content,
  pass: string,
): z.output<Content> => {
  try {
    return content.parse(JSON.parse(vault.open(pass)));
  } catch (cause) {
    throw new RequestError('request.not_found', { cause });
  }
};
