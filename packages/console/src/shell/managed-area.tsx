import type { bundles } from '@gatehouse/contract/bundles.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { keyOf, send } from '../api.ts';
import { lightRow } from '../request.ts';
import { useAbilities } from '../session/abilities.ts';
import { ManagedContext } from '../session/managed.ts';
import { type WriteTarget, WriteTargetProvider } from '../session/write-target.ts';

const row = lightRow<typeof bundles.readManaged>({
  method: 'get',
  path: '/bundle/managed',
  permission: 'bundles:read',
});

const ManagedNotice = lazy(() =>
  import('./managed-notice.tsx').then(module => ({ default: module.ManagedNotice })),
);

/** Screens of configuration that can be managed as code, with a notice where it is. */
export const ManagedArea = ({ isCovered, children }: { isCovered: boolean; children: ReactNode }) => {
  const { may } = useAbilities();
  const [target] = useState<WriteTarget>(() => ({}));
  const { data } = useQuery({
    queryKey: keyOf(row, {}, 'management'),
    // Its failures are those of the screen below, which reports them.
    queryFn: () => send(row, {}).catch(() => ({ repository: null })),
    enabled: isCovered && may('bundles:read'),
  });
  const repository = isCovered ? data?.repository : undefined;
  return (
    <ManagedContext value={isCovered ? Boolean(repository) : undefined}>
      <Suspense>{repository && <ManagedNotice repository={repository} />}</Suspense>
      <WriteTargetProvider value={target}>{children}</WriteTargetProvider>
    </ManagedContext>
  );
};
