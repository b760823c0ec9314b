import { lazy, type ReactNode, Suspense, use } from 'react';
import { isCloud } from '../bootstrap.ts';
import { Loading } from '../loading.tsx';
import { TenantsContext } from './tenants-context.ts';

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
