import { subscriptions } from '@gatehouse/contract/subscriptions.ts';
import { useRead } from '../../api.ts';
import { useCurrentTenant } from '../../cloud/current-tenant.ts';
/** The basic plans that the tenant can choose, lowest first. */
export const useOfferedPlans = () => {
  const { tenant } = useCurrentTenant();
  const { data } = useRead(
    subscriptions.listAvailableSkus,
    { params: { tenantId: tenant.id }, query: { type: 'Basic' } },
    { door: 'cloud' },
  );
  return data;
};
