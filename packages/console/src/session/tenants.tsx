import { defaultTenantId } from '@gatehouse/contract/dialect.ts';
import { tenants as tenantRows } from '@gatehouse/contract/tenants.ts';
import { Navigate } from '@tanstack/react-router';
import { createContext, type ReactNode, use } from 'react';
import { useRead } from '../api.ts';
import { bootstrap, isCloud } from '../bootstrap.ts';
import { Loading } from '../shell/loading.tsx';

export type TenantSummary = { id: string; name: string };

const TenantsContext = createContext<readonly TenantSummary[]>([]);

export const useTenants = () => use(TenantsContext);

const CloudTenants = ({ children }: { children: ReactNode }) => {
  const { data, error } = useRead(tenantRows.list, {}, { door: 'cloud' });
  if (error) throw error;
  if (!data) return <Loading />;
  return <TenantsContext value={data}>{children}</TenantsContext>;
};

const selfHostedTenants: readonly TenantSummary[] = [{ id: defaultTenantId, name: 'Gatehouse' }];

/** The tenants of the signed-in person; nothing behind it shows before they are known. */
export const TenantsProvider = ({ children }: { children: ReactNode }) =>
  isCloud ? (
    <CloudTenants>{children}</CloudTenants>
  ) : (
    <TenantsContext value={selfHostedTenants}>{children}</TenantsContext>
  );

export const GoToFirstTenant = () => {
  const first = useTenants()[0];
  return <Navigate to={`/${first?.id ?? bootstrap.tenantId}`} replace />;
};
