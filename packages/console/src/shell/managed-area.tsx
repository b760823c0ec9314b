import type { configurationControl } from '@gatehouse/contract/configuration-control.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { keyOf, queryClient, send } from '../api.ts';
import { HttpError, lightRow } from '../request.ts';
import { useAbilities } from '../session/abilities.ts';
import { ControlContext } from '../session/managed.ts';
import { type WriteTarget, WriteTargetProvider } from '../session/write-target.ts';

const row = lightRow<typeof configurationControl.read>({
  method: 'get',
  path: '/bundle/managed',
  permission: 'bundles:read',
});

const ManagedNotice = lazy(() =>
  import('./managed-notice.tsx').then(module => ({ default: module.ManagedNotice })),
);

const DraftOffer = lazy(() => import('./draft-offer.tsx').then(module => ({ default: module.DraftOffer })));

/** Screens of configuration that can be managed as code, with a notice where it is. */
export const ManagedArea = ({ isCovered, children }: { isCovered: boolean; children: ReactNode }) => {
  const { may } = useAbilities();
  const [target] = useState<WriteTarget>(() => ({}));
  const [refused, setRefused] = useState<Error>();
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe(event => {
        const error = event.type === 'updated' && event.action.type === 'error' && event.action.error;
        if (error instanceof HttpError && error.code === 'draft.required') setRefused(error);
      }),
    [],
  );
  const { data } = useQuery({
    queryKey: keyOf(row, {}, 'management'),
    // Its failures are those of the screen below, which reports them.
    queryFn: () => send(row, {}).catch(() => ({ repository: null, approval: 'none' as const })),
    enabled: isCovered && may('bundles:read'),
  });
  const repository = isCovered ? data?.repository : undefined;
  const control = repository ? 'as_code' : data?.approval === 'everything' ? 'by_drafts' : 'directly';
  return (
    <ControlContext value={isCovered ? control : undefined}>
      <Suspense>{repository && <ManagedNotice repository={repository} />}</Suspense>
      <WriteTargetProvider value={target}>
        {children}
        <Suspense>{refused && <DraftOffer error={refused} onClose={() => setRefused(undefined)} />}</Suspense>
      </WriteTargetProvider>
    </ControlContext>
  );
};
