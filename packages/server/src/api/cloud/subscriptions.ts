import type { Sku } from '@gatehouse/contract/plans.ts';
import {
  addOnSkus,
  describeQuota,
  isPaidPlan,
  monthlyCharge,
  offeredPlans,
  planMove,
  quotaOfPlan,
  skuOfPlan,
} from '@gatehouse/contract/plans.ts';
import type { subscriptions as rows } from '@gatehouse/contract/subscriptions.ts';
import type { FastifyRequest } from 'fastify';
import { endSubscription, switchPlan } from '../../billing/billing.ts';
import { audienceOf } from '../../domain/management-audience.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { listMembers } from '../../domain/tenant-members.ts';
import { countScopes, countUsage, usageOfTenants } from '../../domain/tenant-usage.ts';
import { findPaid, isCurrent, viewSubscription } from '../../domain/tenant-view.ts';
import { languageOf } from '../../http/errors.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';

export const subscriptions = ownTransactions<typeof rows>({
  async read({ params, services }) {
    const { planId, paid, ...view } = await loadSubscription(services, params.tenantId);
    const { tokenUsage } = await currentUsage(
      services,
      params.tenantId,
      view.subscription.currentPeriodStart,
    );
    const total = monthlyCharge(planId, tokenUsage);
    const isCharged = isCurrent(paid);
    const isCancelled = isCharged && paid.isCancelled;
    const upcoming = { subtotal: total, subtotalExcludingTax: total, total, totalExcludingTax: total };
    return {
      ...view.subscription,
      isCancelled,
      billing: isCharged ? 'current' : paid ? 'ended' : 'never',
      upcomingInvoice: isCharged && !isCancelled ? upcoming : null,
      quota: describeQuota(planId),
      systemLimit: {},
    };
  },

  async cancel({ params, services }) {
    const { planId, paid } = await loadSubscription(services, params.tenantId);
    if (!paid || !isPaidPlan(planId)) throw new RequestError('subscription.not_paid');
    await services.payments.gateway.cancelSubscription(paid.subscriptionId);
    await endSubscription(services, paid.subscriptionId);
    services.tenants.forget(params.tenantId);
  },

  async previewSwitch({ params, query, services }) {
    const { switching, paid } = await findSwitch(services, params.tenantId, query.skuId);
    const total = await services.payments.gateway.previewSwitch(switching);
    return { nextInvoice: { total, date: new Date(paid.periodEnd).toISOString() } };
  },

  /** Twice is once: the gateway and our record are set, not changed. */
  async switch({ params, body, services }) {
    const { switching } = await findSwitch(services, params.tenantId, body.skuId);
    await services.payments.gateway.switchPlan(switching);
    await switchPlan(services, switching);
    services.tenants.forget(params.tenantId);
  },

  async usage({ params, tenant: admin, services }) {
    const tenant = await findTenant(services, params.tenantId);
    const { planId } = await tenant.cached.standing();
    const members = await admin.database.read(db => listMembers(db, tenant.id));
    const counted = await tenant.database.read(async db => ({
      usage: {
        ...(await countUsage(db, audienceOf(services.env, tenant.id))),
        tenantMembersLimit: members.length,
      },
      ...(await countScopes(db)),
    }));
    return { quota: quotaOfPlan(planId), basicQuota: quotaOfPlan(planId), ...counted };
  },

  async periodicUsage({ params, services }) {
    const { subscription } = await loadSubscription(services, params.tenantId);
    const usage = await currentUsage(services, params.tenantId, subscription.currentPeriodStart);
    return { mauLimit: usage.activeUsers, tokenLimit: usage.tokenUsage };
  },

  listAddOns: async () => addOnSkus,
  listAvailableSkus: async ({ query, services }) => listSkus(services, query.type),
  listSkus: async ({ query, services }) => listSkus(services, query.type),

  async listInvoices({ params, services }) {
    const tenant = await findTenant(services, params.tenantId);
    const invoices = await tenant.database.read(db =>
      db.selectFrom('invoices').selectAll().orderBy('createdAt', 'desc').orderBy('id').execute(),
    );
    return {
      invoices: invoices.map(({ id, skuId, status, amountDue, ...times }) => ({
        id,
        skuId,
        status,
        amountDue,
        periodStart: new Date(times.periodStart).toISOString(),
        periodEnd: new Date(times.periodEnd).toISOString(),
        createdAt: new Date(times.createdAt).toISOString(),
      })),
    };
  },

  async openInvoice({ params, services, request }) {
    const tenant = await findTenant(services, params.tenantId);
    const invoice = await findInvoice(tenant, params.invoiceId);
    const returnUrl = `${services.env.ADMIN_ENDPOINT}/${tenant.id}/tenant-settings/billing-history`;
    return {
      hostedInvoiceUrl: invoice.hostedUrl ?? (await openPortal(services, tenant, request, returnUrl)),
    };
  },

  async downloadInvoice({ params, services }) {
    const tenant = await findTenant(services, params.tenantId);
    const { id: invoiceId } = await findInvoice(tenant, params.invoiceId);
    const pdfUrl = await services.payments.gateway.findInvoicePdf({ tenantId: tenant.id, invoiceId });
    if (!pdfUrl) throw new RequestError('entity.not_found');
    return { pdfUrl };
  },

  async openPortal({ params, body, services, request }) {
    if (!isOurs(services, body.callbackUrl)) throw new RequestError('checkout.callback_not_allowed');
    const tenant = await findTenant(services, params.tenantId);
    return { redirectUri: await openPortal(services, tenant, request, body.callbackUrl) };
  },
});

/** Only back to the console, to prevent open redirects. */
export const isOurs = ({ env }: Services, url: string) =>
  new URL(url).origin === new URL(env.ADMIN_ENDPOINT).origin;

const openPortal = async (
  { payments }: Services,
  tenant: Tenant,
  { headers }: FastifyRequest,
  returnUrl: string,
) => {
  const paid = await tenant.database.read(findPaid);
  if (!paid) throw new RequestError('subscription.not_paid');
  const language = languageOf(headers['accept-language']);
  return payments.gateway.openPortal({
    tenantId: tenant.id,
    customerId: paid.customerId,
    returnUrl,
    language,
  });
};

const listSkus = ({ env }: Services, type: Sku['type'] | undefined): Sku[] => {
  const plans = offeredPlans({ devFeatures: env.GATEHOUSE_DEV_FEATURES }).map(skuOfPlan);
  const all = [...plans, ...Object.values(addOnSkus)];
  return type ? all.filter(sku => sku.type === type) : all;
};

const findTenant = async ({ tenants }: Services, id: string) => {
  const tenant = await tenants.get(id);
  if (!tenant) throw new RequestError('entity.not_found');
  return tenant;
};

const findInvoice = async (tenant: Tenant, id: string) => {
  const invoice = await tenant.database.read(db =>
    db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  if (!invoice) throw new RequestError('entity.not_found');
  return invoice;
};

const loadSubscription = async (services: Services, tenantId: string) => {
  const tenant = await findTenant(services, tenantId);
  const { planId } = await tenant.cached.standing();
  const paid = await tenant.database.read(findPaid);
  return { planId, paid, subscription: viewSubscription(planId, paid, services.payments.now()) };
};

/** The tenant that pays for one plan, and another one of the same rank that is sold. */
const findSwitch = async (services: Services, tenantId: string, skuId: string) => {
  const { planId, paid } = await loadSubscription(services, tenantId);
  if (!isCurrent(paid)) throw new RequestError('subscription.not_paid');
  if (planId === skuId) throw new RequestError('checkout.plan_held_already');
  const offered = offeredPlans({ devFeatures: services.env.GATEHOUSE_DEV_FEATURES });
  if (planMove(planId, skuId) !== 'switch' || !offered.some(id => id === skuId))
    throw new RequestError('checkout.plan_not_offered');
  const { subscriptionId, periodStart } = paid;
  return { paid, switching: { tenantId, subscriptionId, skuId, periodStart } };
};

const currentUsage = async ({ database, usage }: Services, tenantId: string, since: string) => {
  await usage.flush();
  return (await usageOfTenants(database, [tenantId], Date.parse(since)))(tenantId);
};
