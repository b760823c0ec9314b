import type { Row } from '@gatehouse/contract/endpoint.ts';
import type { ReactElement } from 'react';
import { queryClient, type ReadOptions, useRead } from '../api.ts';
import { NotFound } from '../not-found.tsx';
import { HttpError, type Input } from '../request.ts';
import { FailurePanel } from '../session/failure-panel.tsx';

/** For what can draw either. */
export type ReadOrFailure<Data> = { data: Data | undefined; failure: ReactElement | undefined };

/** Returns the data, or a panel to show instead: “not found”, or the failure with a retry button. */
export const useReadOrFailure = <R extends Row, const I extends Input<R>>(
  row: R,
  input: I,
  options: ReadOptions<R, I> = {},
) => {
  const { data, error, failureReason, refetch } = useRead(row, input, { ...options, hideErrors: true });
  // Refetched in the background.
  const isMissing = isNotFound(error) || isNotFound(failureReason);
  const failure = () => {
    if (data !== undefined) return undefined;
    if (isMissing) return <NotFound />;
    return error ? <FailurePanel error={error} onRetry={askAgain} /> : undefined;
  };
  return { data, refetch, isMissing, failure: failure() } as const;
};

const isNotFound = (error: Error | null) => error instanceof HttpError && error.status === 404;

/** For all that failed on the screen: seldom is it one alone. */
const askAgain = () =>
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
