import { type Tenant, tenants } from '@gatehouse/contract/tenants.ts';
import type { ReactNode } from 'react';
import { keyOf, queryClient, useRead } from '../api.ts';
import { Loading } from '../loading.tsx';
import { patchTenant, prependTenant, removeTenant, type TenantList } from './tenant-list.ts';
import { TenantsContext } from './tenants-context.ts';
/** The tenants that the signed-in person belongs to. */
export const CloudTenants = ({ children }: { children: ReactNode }) => {
  const { data, error } = useRead(tenants.list, {}, { door: 'cloud' });
  if (error && !data) throw error;
  if (!data) return <Loading />;
  return <TenantsContext value={data}>{children}</TenantsContext>;
};

const key = keyOf(tenants.list, {}, 'cloud');
const known = (tenantId: string) =>
  queryClient.getQueryData<TenantList<Tenant>>(key)?.find(({ id }) => id === tenantId);
const change = (update: (list: TenantList<Tenant>) => TenantList<Tenant>) =>
  queryClient.setQueryData<TenantList<Tenant>>(key, update);

/** Changes the cached list of tenants without waiting for the server. */
export const tenantList = {
  prepend: (tenant: Tenant) => change(list => prependTenant(list, tenant)),
  remove: (tenantId: string) => change(list => removeTenant(list, tenantId)),
  patch: (tenantId: string, changes: Partial<Tenant>) => change(list => patchTenant(list, tenantId, changes)),
  refresh: () => queryClient.refetchQueries({ queryKey: key }),
  has: (tenantId: string) => known(tenantId) !== undefined,
  nameOf: (tenantId: string) => known(tenantId)?.name,
};

let looking: Promise<unknown> | undefined;

/**
 * Finds out whether a tenant that refuses the user was deleted, suspended or left. The gate shows which. Only the
 * first caller gets the name of a tenant that is gone.
 */
export const findClosedTenant = async (tenantId: string) => {
  const name = looking ? undefined : known(tenantId)?.name;
  looking ??= tenantList.refresh().finally(() => {
    looking = undefined;
  });
  await looking;
  const tenant = known(tenantId);
  return { isClosed: !tenant || tenant.isSuspended, lostName: tenant ? undefined : name };
};
