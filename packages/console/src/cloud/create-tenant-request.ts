import type { RegionName } from '@gatehouse/contract/regions.ts';
import { type Tenant, type TenantTag, tenants } from '@gatehouse/contract/tenants.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useWrite } from '../api.ts';
import { useT } from '../phrases.tsx';
import { tenantList } from '../session/cloud-tenants.tsx';

export type NewTenant = { name: string; regionName: RegionName; tag: TenantTag };

/** Creates a tenant and puts it first in the list. */
export const useCreateTenant = () => {
  const t = useT();
  const toast = useToast();
  const { mutateAsync } = useWrite(tenants.create, { door: 'cloud' });
  return async (body: NewTenant): Promise<Tenant> => {
    const tenant = await mutateAsync({ body });
    tenantList.prepend(tenant);
    toast.success(t('tenants.created', { name: tenant.name }));
    return tenant;
  };
};
