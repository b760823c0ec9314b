import type { checkouts as rows } from '@gatehouse/contract/checkout.ts';
import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { isPaidPlan, offeredPlans, planMove, skuOfPlan } from '@gatehouse/contract/plans.ts';
import { billingPermission } from '@gatehouse/contract/scopes.ts';
import { newTenant as proposed } from '@gatehouse/contract/tenants.ts';
import type { Kysely } from 'kysely';
import { giveUpCheckout } from '../../billing/billing.ts';
import { oneAtATime } from '../../database/statement-settings.ts';
import type { Tables } from '../../database/tables.ts';
import { allowsDuty } from '../../domain/grants.ts';
import { freshTenantId } from '../../domain/tenant-lifecycle.ts';
import { findPaid, isCurrent } from '../../domain/tenant-view.ts';
import { languageOf } from '../../http/errors.ts';
import { ownTransactions, type RequestContext } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';
import { requireFittingPlan } from './production.ts';
import { isOurs } from './subscriptions.ts';

export const checkouts = ownTransactions<typeof rows>({
  async create(context) {
    const { body, caller, tenant: admin, services, origin, request } = context;
    const { skuId, successCallbackUrl, cancelCallbackUrl } = body;
    for (const url of [successCallbackUrl, cancelCallbackUrl])
      if (url !== undefined && !isOurs(services, url))
        throw new RequestError('checkout.callback_not_allowed');
    const offered = offeredPlans({ devFeatures: services.env.GATEHOUSE_DEV_FEATURES });
    if (!isPaidPlan(skuId) || !offered.some(id => id === skuId))
      throw new RequestError('checkout.plan_not_offered');
    const payer = await findPayer(context);
    const { primaryEmail } = await admin.database.read(db =>
      db.selectFrom('users').select('primaryEmail').where('id', '=', caller.id).executeTakeFirstOrThrow(),
    );
    const cancelUrl = cancelCallbackUrl ?? wayBack(services, payer);
    const opened = await services.payments.gateway.openCheckout({
      skuId,
      unitPrice: skuOfPlan(skuId).unitPrice ?? 0,
      tenantName: payer.name,
      email: primaryEmail ?? undefined,
      successUrl: successCallbackUrl,
      cancelUrl,
      language: languageOf(request.headers['accept-language']),
    });
    const earlier = await admin.database.write(origin, async ({ db }) => {
      const open = await findOpen(db, caller.id, payer);
      await db
        .insertInto('checkoutSessions')
        .values({
          id: opened.sessionId,
          userId: caller.id,
          skuId,
          payingTenantId: payer.tenantId,
          newTenant: payer.newTenant,
          redirectUri: opened.redirectUri,
          successUrl: successCallbackUrl,
          cancelUrl,
          createdAt: services.payments.now(),
        })
        .execute();
      return open;
    });
    const { database, payments } = services;
    for (const { id } of earlier) await giveUpCheckout({ database, ...payments.gateway }, id);
    return opened;
  },

  async read({ params, caller, tenant: admin }) {
    const session = await admin.database.read(db =>
      db
        .selectFrom('checkoutSessions')
        .selectAll()
        .where('id', '=', params.id)
        .where('userId', '=', caller.id)
        .executeTakeFirst(),
    );
    if (!session) throw new RequestError('entity.not_found');
    const { status, payingTenantId, newTenant, skuId } = session;
    // The new tenant's id is set aside early, but there is no tenant before it is paid.
    return { status, skuId, tenantId: newTenant && status !== 'complete' ? null : payingTenantId };
  },
});

type Context = RequestContext<(typeof rows)['create']>;
type Payer = Awaited<ReturnType<typeof findPayer>>;

const wayBack = ({ env }: Services, { newTenant, tenantId }: Payer) =>
  `${env.ADMIN_ENDPOINT}/${newTenant ? '' : `${tenantId}/tenant-settings/subscription`}`;

/**
 * Starting again pays once: earlier checkouts for the same tenant are closed. One at a time, so that concurrent ones
 * know of those before them.
 */
const findOpen = async (db: Kysely<Tables>, userId: string, payer: Payer) => {
  const open = await oneAtATime(`checkouts of ${userId}`, () =>
    db
      .selectFrom('checkoutSessions')
      .select(['id', 'payingTenantId', 'newTenant'])
      .where('userId', '=', userId)
      .where('status', '=', 'open')
      .execute(),
  );
  return open.filter(session =>
    payer.newTenant
      ? session.newTenant?.name === payer.newTenant.name
      : session.payingTenantId === payer.tenantId,
  );
};

/** The tenant that pays: one that there is, which the caller may manage, or one that will be made. */
const findPayer = async ({ body, caller, tenant: admin, services }: Context) => {
  const { tenantId } = body;
  if (tenantId === undefined) {
    const newTenant = {
      name: body.tenantName ?? proposed.name,
      regionName: body.tenantRegionName ?? proposed.regionName,
      tag: body.tenantTag ?? 'production',
    };
    if (newTenant.tag === 'development') throw new RequestError('checkout.development_tenant');
    return { tenantId: freshTenantId(), name: newTenant.name, newTenant };
  }
  const member = { kind: 'user', id: caller.id } as const;
  const { scopes } = await admin.cached.membership(tenantOrganizationId(tenantId), member);
  if (!allowsDuty(scopes, billingPermission)) throw new RequestError('auth.forbidden');
  const tenant = await services.database.system(db =>
    db.selectFrom('tenants').select(['name', 'planId', 'tag']).where('id', '=', tenantId).executeTakeFirst(),
  );
  if (!tenant) throw new RequestError('entity.not_found');
  if (tenant.tag === 'development')
    await requireFittingPlan({ tenantId, planId: body.skuId, services, admin });
  if (tenant.planId === body.skuId) throw new RequestError('checkout.plan_held_already');
  // A checkout charges a whole month: a tenant that has paid for this one switches instead.
  const paid = await services.database.tenant(tenantId).read(findPaid);
  if (isCurrent(paid) && planMove(tenant.planId, body.skuId) === 'switch')
    throw new RequestError('checkout.plan_equivalent');
  return { tenantId, name: tenant.name, newTenant: null };
};
