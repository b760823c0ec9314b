import type { Translate } from '@gatehouse/phrases/translate.ts';
import { ErrorPanel } from '@gatehouse/ui/error-panel.tsx';
import { lazy, Suspense } from 'react';
import { NotPermitted } from '../api.ts';
import { type Key, useT } from '../phrases.tsx';
import { HttpError } from '../request.ts';
import { areDevFeaturesOn } from './dev-features.ts';
import { describeFailure } from './report-errors.tsx';

const NoPermission = lazy(() =>
  import('./no-permission.tsx').then(module => ({ default: module.NoPermission })),
);

type FailurePanelProps = { error: Error; title?: string; onRetry: () => void };

/** Explains a failure. The details include the ID of the request in the server's log. */
export const FailurePanel = ({ error, title, onRetry }: FailurePanelProps) => {
  const t = useT();
  if (error instanceof NotPermitted)
    return (
      <Suspense>
        <NoPermission permission={error.permission} />
      </Suspense>
    );
  return (
    <ErrorPanel
      title={title}
      code={error instanceof HttpError ? error.code : undefined}
      message={describeFailure(error, t)}
      details={detailsOf(error, t)}
      onRetry={onRetry}
    />
  );
};

const detailsOf = (error: Error, t: Translate<Key>) => {
  const facts = error instanceof HttpError ? factsOf(error, t) : [];
  const stack = import.meta.env.DEV || areDevFeaturesOn() ? error.stack : undefined;
  return [...facts, ...(stack ? [stack] : [])].join('\n') || undefined;
};

const factsOf = ({ status, requestId, body }: HttpError, t: Translate<Key>) => [
  `HTTP ${status}`,
  ...(requestId ? [t('errors.request_id', { id: requestId })] : []),
  ...(body?.details ? [body.details] : []),
];
