import { defaultTenantId } from '@gatehouse/contract/dialect.ts';
import { Navigate } from '@tanstack/react-router';
import { createContext, lazy, type ReactNode, Suspense, use } from 'react';
import { bootstrap, isCloud } from '../bootstrap.ts';
import { Loading } from '../shell/loading.tsx';

export type TenantSummary = { id: string; name: string };

export const TenantsContext = createContext<readonly TenantSummary[]>([]);

export const useTenants = () => use(TenantsContext);

const CloudTenants = lazy(() =>
  import('./cloud-tenants.tsx').then(module => ({ default: module.CloudTenants })),
);

const selfHostedTenants: readonly TenantSummary[] = [{ id: defaultTenantId, name: 'Gatehouse' }];

/** The tenants of the signed-in person; nothing behind it shows before they are known. */
export const TenantsProvider = ({ children }: { children: ReactNode }) => {
  if (!isCloud) return <TenantsContext value={selfHostedTenants}>{children}</TenantsContext>;
  return (
    <Suspense fallback={<Loading />}>
      <CloudTenants>{children}</CloudTenants>
    </Suspense>
  );
};

export const GoToFirstTenant = () => {
  const first = useTenants()[0];
  return <Navigate to={`/${first?.id ?? bootstrap.tenantId}`} replace />;
};
