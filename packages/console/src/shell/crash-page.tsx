import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { basePath } from '../bootstrap.ts';
import { Loading } from '../loading.tsx';
import { useT } from '../phrases.tsx';
import { callbackPath, isSignInNeeded, session, startSignIn } from '../session/client.ts';
import { FailurePanel } from '../session/failure-panel.tsx';

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
    // Reloading would repeat the same error, so the sign-in starts again.
    if (window.location.pathname === callbackPath) window.location.replace(basePath || '/');
    else window.location.reload();
  };

  if (mustSignIn) return <Loading />;
  return <FailurePanel title={t('shell.crash_title')} error={error} onRetry={() => void retry()} />;
};
