type Listed = { id: string };

/** The tenants of the signed-in person; `undefined` until they are loaded. */
export type TenantList<T extends Listed> = readonly T[] | undefined;

export const prependTenant = <T extends Listed>(list: TenantList<T>, tenant: T): TenantList<T> =>
  list && [tenant, ...list.filter(({ id }) => id !== tenant.id)];

export const removeTenant = <T extends Listed>(list: TenantList<T>, tenantId: string): TenantList<T> =>
  list?.filter(({ id }) => id !== tenantId);

export const patchTenant = <T extends Listed>(
  list: TenantList<T>,
  tenantId: string,
  changes: Partial<T>,
): TenantList<T> => list?.map(tenant => (tenant.id === tenantId ? { ...tenant, ...changes } : tenant));

/** The kept one while the person still has it, else the first. */
export const defaultTenantOf = <T extends Listed>(list: readonly T[], keptId: unknown): T | undefined =>
  list.find(({ id }) => id === keptId) ?? list[0];
