import type { bundles } from '@gatehouse/contract/bundles.ts';
import { lazy, type ReactNode, Suspense } from 'react';
import { useRead } from '../api.ts';
import { lightRow } from '../request.ts';
import { ManagedContext } from '../session/managed.ts';

const row = lightRow<typeof bundles.readManaged>({ method: 'get', path: '/bundle/managed' });

const ManagedNotice = lazy(() =>
  import('./managed-notice.tsx').then(module => ({ default: module.ManagedNotice })),
);

/** Screens of configuration that can be managed as code, with a notice where it is. */
export const ManagedArea = ({ isCovered, children }: { isCovered: boolean; children: ReactNode }) => {
  const { data } = useRead(row, {}, { enabled: isCovered, hideErrors: true });
  const repository = isCovered ? data?.repository : undefined;
  return (
    <ManagedContext value={Boolean(repository)}>
      <Suspense>{repository && <ManagedNotice repository={repository} />}</Suspense>
      {children}
    </ManagedContext>
  );
};
