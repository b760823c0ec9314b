import type { Tenant } from '@gatehouse/contract/tenants.ts';
import { createContext, lazy, type ReactNode, Suspense, use } from 'react';
import { isCloud } from '../bootstrap.ts';
import { Loading } from '../shell/loading.tsx';

/** Empty in the self-hosted edition, whose one tenant nobody chooses. */
export const TenantsContext = createContext<readonly Tenant[]>([]);

export const useTenants = () => use(TenantsContext);

const CloudTenants = lazy(() =>
  import('./cloud-tenants.tsx').then(module => ({ default: module.CloudTenants })),
);

/** The tenants of the signed-in person; nothing behind it shows before they are known. */
export const TenantsProvider = ({ children }: { children: ReactNode }) => {
  if (!isCloud) return children;
  return (
    <Suspense fallback={<Loading />}>
      <CloudTenants>{children}</CloudTenants>
    </Suspense>
  );
};
