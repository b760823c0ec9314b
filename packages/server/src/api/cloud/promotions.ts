import { bundles, type promotions as rows } from '@gatehouse/contract/bundles.ts';
import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import type { MemberPermission } from '@gatehouse/contract/scopes.ts';
import { planBundle } from '../../bundles/apply.ts';
import { bundleKinds } from '../../bundles/kinds.ts';
import { inOtherTenant } from '../../database/other-tenant.ts';
import { requireGoodStanding, type Tenant } from '../../domain/tenant.ts';
import { requireHeld } from '../../domain/tenant-members.ts';
import { authenticateMember } from '../../http/authenticate.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';
import { applyFiles, type BundleContext, exportFiles, reading } from '../management/bundle-context.ts';
import { guardOf } from '../management/guard.ts';

export const promotions = ownTransactions<typeof rows>({
  async preview({ params, body: { source, ...choice }, ...request }) {
    const { from, to } = await sidesOf(params.tenantId, source, request);
    const files = await exportFiles(from);
    return to.tenant.database.read(db =>
      planBundle(bundleKinds, reading(to, { db }), { ...choice, files, preview: true }),
    );
  },

  async create({ params, body: { source, ...choice }, ...request }) {
    const { from, to } = await sidesOf(params.tenantId, source, request);
    const files = await exportFiles(from);
    const held: Held[] = [
      { tenantId: from.tenant.id, oneOf: ['read:data', 'bundles:read'] },
      { tenantId: to.tenant.id, oneOf: ['write:data', 'bundles:write'] },
      ...(choice.delete
        ? [{ tenantId: to.tenant.id, oneOf: ['delete:data', 'bundles:write'] } satisfies Held]
        : []),
    ];
    return applyFiles(to, { ...choice, files }, ({ db }) =>
      inOtherTenant(db, adminTenantId, async () => {
        // Each is a lock, which all take in the same order.
        for (const { tenantId, oneOf } of held.toSorted(byTenant))
          await requireHeld(db, tenantId, tenantId === from.tenant.id ? from.caller : to.caller, ...oneOf);
      }),
    );
  },
});

type Held = { tenantId: string; oneOf: MemberPermission[] };

const byTenant = (one: Held, other: Held) => (one.tenantId < other.tenantId ? -1 : 1);

type Request = BundleContext & { tenant: Tenant };

/**
 * The two tenants, and the caller as a member of each. There is a token for each of them, because a tenant may require MFA
 * of its members, which only the issuance of its token checks.
 */
const sidesOf = async (
  tenantId: string,
  source: { tenantId: string; token: string },
  { tenant: admin, ...request }: Request,
): Promise<{ from: BundleContext; to: BundleContext }> => {
  const { services, caller, origin } = request;
  if (source.tenantId === tenantId) throw new RequestError('bundle.same_tenant');
  const reader = await authenticateMember(`Bearer ${source.token}`, bundles.export, {
    params: {},
    tenantId: source.tenantId,
    admin,
  });
  if (caller.kind !== 'user' || reader.kind !== 'user' || reader.id !== caller.id)
    throw new RequestError('auth.forbidden');
  const to = await openTenant(services, tenantId);
  const from = await openTenant(services, source.tenantId);
  return {
    from: { ...request, tenant: from, caller: reader },
    to: { ...request, tenant: to, origin: { ...origin, guard: guardOf(services, caller, tenantId) } },
  };
};

const openTenant = async ({ tenants }: Services, tenantId: string) => {
  const tenant = tenantId === adminTenantId ? undefined : await tenants.get(tenantId);
  if (!tenant) throw new RequestError('tenant.not_found');
  await requireGoodStanding(tenant);
  return tenant;
};
