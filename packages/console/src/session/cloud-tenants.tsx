import { tenants } from '@gatehouse/contract/tenants.ts';
import type { ReactNode } from 'react';
import { useRead } from '../api.ts';
import { Loading } from '../shell/loading.tsx';
import { TenantsContext } from './tenants.tsx';

/** The tenants that the signed-in person belongs to. */
export const CloudTenants = ({ children }: { children: ReactNode }) => {
  const { data, error } = useRead(tenants.list, {}, { door: 'cloud' });
  if (error) throw error;
  if (!data) return <Loading />;
  return <TenantsContext value={data}>{children}</TenantsContext>;
};
