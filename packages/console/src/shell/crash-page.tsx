import { ErrorPanel } from '@gatehouse/ui/error-panel.tsx';
import { LogtoError } from '@logto/browser';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useT } from '../phrases.tsx';
import { HttpError } from '../request.ts';
import { isSignInNeeded, session, startSignIn } from '../session/client.ts';
import { Loading } from './loading.tsx';
import { describeFailure } from './report-errors.tsx';

/** Whatever was not caught. A lost session starts a new sign-in; the rest is shown, with a way to try again. */
export const CrashPage = ({ error: thrown }: ErrorComponentProps) => {
  const t = useT();
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const mustSignIn = isSignInNeeded(error);
  useEffect(() => {
    if (mustSignIn) void startSignIn();
  }, [mustSignIn]);

  const retry = async () => {
    await session.clearAllTokens();
    window.location.reload();
  };

  if (mustSignIn) return <Loading />;
  const isInsecure = error instanceof LogtoError && error.code === 'crypto_subtle_unavailable';
  return (
    <ErrorPanel
      title={t('shell.crash_title')}
      code={error instanceof HttpError ? error.code : undefined}
      message={isInsecure ? t('errors.insecure_context') : describeFailure(error, t)}
      details={import.meta.env.DEV ? error.stack : undefined}
      onRetry={() => void retry()}
    />
  );
};
