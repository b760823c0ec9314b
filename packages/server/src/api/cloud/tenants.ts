import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { planIds } from '@gatehouse/contract/plans.ts';
import { deletionIssues, type tenants as rows } from '@gatehouse/contract/tenants.ts';
import { closeOpenCheckouts } from '../../billing/billing.ts';
import {
  createTenantFor,
  deleteTenant,
  deleteTenantRows,
  keepFreeTenant,
  requireRoomForFreeTenant,
  tellTenantChanged,
} from '../../domain/tenant-lifecycle.ts';
import { tenantIdsOf } from '../../domain/tenant-members.ts';
import { findPaid, isCurrent, viewTenants } from '../../domain/tenant-view.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { cloudDependencies } from './dependencies.ts';
import { moveToFree } from './production.ts';

/** Direct: tenants are made and read across the walls between them. */
export const tenants = ownTransactions<typeof rows>({
  async list({ caller, tenant: admin, services }) {
    const ids = await admin.database.read(db => tenantIdsOf(db, caller.id));
    return viewTenants(cloudDependencies(services), ids);
  },

  async create({ caller, body, origin, services }) {
    const dependencies = cloudDependencies(services);
    const isDevelopment = (body.tag ?? 'development') === 'development';
    if (!isDevelopment) await requireRoomForFreeTenant(services.database, caller.id);
    const planId = isDevelopment ? planIds.development : planIds.free;
    const id = await createTenantFor(caller.id, body, planId, origin, dependencies);
    if (!isDevelopment)
      await keepFreeTenant(services.database, caller.id, id, db =>
        deleteTenantRows(db, id, dependencies.audienceOf),
      );
    const [created] = await viewTenants(dependencies, [id]);
    return created!;
  },

  async update({ params: { tenantId }, body, services, caller, tenant: admin, origin }) {
    const { name, tag } = body;
    if (tag) await moveToFree({ tenantId, planId: planIds.free, services, admin, userId: caller.id, origin });
    if (name !== undefined) {
      await services.database.system(async db => {
        await db.updateTable('tenants').set({ name }).where('id', '=', tenantId).execute();
        await tellTenantChanged(db, tenantId);
      });
      await admin.database.write(origin, tx =>
        tx.update('organizations', { id: tenantOrganizationId(tenantId) }, { name }),
      );
    }
    const [updated] = await viewTenants(cloudDependencies(services), [tenantId]);
    if (!updated) throw new RequestError('entity.not_found');
    return updated;
  },

  async delete({ params: { tenantId }, services }) {
    const [found] = await viewTenants(cloudDependencies(services), [tenantId]);
    if (!found) throw new RequestError('entity.not_found');
    const issues = deletionIssues(found);
    // Erasing the users of a suspended tenant does not require payment.
    if (issues.length > 0 && !found.isSuspended)
      throw new RequestError('subscription.tenant_not_deletable', { data: { issues } });
    const paid = await services.database.tenant(tenantId).read(findPaid);
    const { gateway } = services.payments;
    if (isCurrent(paid)) await gateway.cancelSubscription(paid.subscriptionId);
    await services.customDomains.releaseAll(tenantId);
    await closeOpenCheckouts({ database: services.database, ...gateway }, tenantId);
    const last = await deleteTenant(tenantId, cloudDependencies(services));
    services.tenants.forget(tenantId);
    // Paid for while it was being deleted.
    if (isCurrent(last) && last.subscriptionId !== paid?.subscriptionId)
      await gateway.returnPayment(last.subscriptionId);
  },

  readSettings: ({ params, tenant: admin }) =>
    admin.database.read(db =>
      db
        .selectFrom('organizations')
        .select('isMfaRequired')
        .where('id', '=', tenantOrganizationId(params.tenantId))
        .executeTakeFirstOrThrow(),
    ),

  async updateSettings({ params, body, tenant: admin, origin }) {
    const settings = await admin.database.write(origin, tx =>
      tx.update('organizations', { id: tenantOrganizationId(params.tenantId) }, body),
    );
    if (!settings) throw new RequestError('entity.not_found');
    return { isMfaRequired: settings.isMfaRequired };
  },
});
