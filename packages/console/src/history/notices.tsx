import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { ToastProvider } from '@gatehouse/ui/toast.tsx';
import type { Notice } from '@gatehouse/ui/toast-notice.ts';
import { type ReactNode, useCallback } from 'react';
import { queryClient } from '../api.ts';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { router } from '../router.tsx';
import { describeFailure } from '../session/report-errors.tsx';
import { addressedTenantId } from '../session/tenant.ts';
import { forgetChangesOnInput, takeChanges } from './untold.ts';

forgetChangesOnInput(() => queryClient.isMutating() > 0);

const undoableMs = 8000;

/** Notices of what was done offer to undo it, whichever screen says them. */
export const Notices = ({ children }: { children: ReactNode }) => {
  const t = useT();
  const complete = useCallback(
    (notice: Notice, add: (notice: Notice) => void): Notice => {
      if (notice.kind !== 'success' || notice.actions) return notice;
      const ids = takeChanges();
      const [only] = ids;
      // The history of the console's own tenant is closed.
      if (!only || addressedTenantId() === adminTenantId) return notice;
      const undo = async () => {
        const { undoChanges } = await import('./undo.ts');
        await undoChanges(ids).then(
          () => add({ kind: 'success', title: t('history.reverted'), actions: [] }),
          (error: Error) => add({ kind: 'error', title: describeFailure(error, t) }),
        );
      };
      const view = () => router.history.push(paths.change(ids.length === 1 ? only : undefined));
      return {
        ...notice,
        durationMs: undoableMs,
        actions: [
          { label: t('history.undo'), onClick: () => void undo() },
          { label: t('history.view'), onClick: view },
        ],
      };
    },
    [t],
  );
  return <ToastProvider complete={complete}>{children}</ToastProvider>;
};
