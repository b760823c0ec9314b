import { ErrorPanel } from '@gatehouse/ui/error-panel.tsx';
import { useT } from '../phrases.tsx';
import { HttpError } from '../request.ts';
import { NotFound } from '../shell/not-found.tsx';
import { describeFailure } from '../shell/report-errors.tsx';

type Read = { data?: unknown; error: Error | null; refetch: () => unknown };

/**
 * What stands where something could not be read: that it is not there, or else why, and a way to ask again. The reads
 * hide their errors otherwise.
 */
export const useReadFailure = (...reads: readonly Read[]) => {
  const t = useT();
  const failed = reads.filter(({ data, error }) => error && data === undefined);
  const [first] = failed;
  if (!first?.error) return undefined;
  if (first.error instanceof HttpError && first.error.status === 404) return <NotFound />;
  const retry = () => {
    for (const read of failed) void read.refetch();
  };
  return <ErrorPanel message={describeFailure(first.error, t)} onRetry={retry} />;
};
