import { ErrorPanel } from '@gatehouse/ui/error-panel.tsx';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { basePath } from '../bootstrap.ts';
import { type Key, useT } from '../phrases.tsx';
import { HttpError } from '../request.ts';
import { callbackPath, isSignInNeeded, session, startSignIn } from '../session/client.ts';
import { Loading } from './loading.tsx';
import { describeFailure } from './report-errors.tsx';

/** Failures of the device rather than of the console: what can be done about them. */
const explained: Readonly<Record<string, Key | undefined>> = {
  crypto_subtle_unavailable: 'errors.insecure_context',
  // A token that was made just now is too old, or not yet made.
  ERR_JWT_EXPIRED: 'errors.wrong_clock',
  'id_token.invalid_iat': 'errors.wrong_clock',
};

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
    // What the callback was told would be told again: the sign-in begins anew.
    if (window.location.pathname === callbackPath) window.location.replace(basePath || '/');
    else window.location.reload();
  };

  if (mustSignIn) return <Loading />;
  const known = 'code' in error ? explained[String(error.code)] : undefined;
  return (
    <ErrorPanel
      title={t('shell.crash_title')}
      code={error instanceof HttpError ? error.code : undefined}
      message={known ? t(known) : describeFailure(error, t)}
      details={import.meta.env.DEV ? error.stack : undefined}
      onRetry={() => void retry()}
    />
  );
};
