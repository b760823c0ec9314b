import { Button } from '@gatehouse/ui/button.tsx';
import { lazy, Suspense } from 'react';
import { data, t } from '../data.ts';
import { Frame } from '../frame.tsx';
import { getProgress } from '../progress.ts';

const ErrorDetails = lazy(async () => ({ default: (await import('./error-details.tsx')).ErrorDetails }));

type MessageKind =
  | 'error'
  | 'not_found'
  | 'session_not_found'
  | 'signed_out'
  | 'suspended'
  | 'password_replaced'
  | 'way_closed'
  | 'not_loaded';

/** Pages that only say something: what happened, and what to do next. */
export const Message = ({ kind }: { kind: MessageKind }) => {
  const { unknownSessionRedirectUrl } = data.signInExperience;
  const isLocked = kind === 'suspended' && getProgress().pending?.data?.suspensionReason === 'SecurityNotice';
  return (
    <Frame
      title={t(isLocked ? 'lock_account.done' : `${kind}.title`)}
      description={t(isLocked ? 'lock_account.done_text' : `${kind}.text`)}
    >
      {data.error && (
        <Suspense>
          <ErrorDetails error={data.error} />
        </Suspense>
      )}
      {kind === 'session_not_found' && unknownSessionRedirectUrl && (
        <Button variant="primary" size="large" isFullWidth href={unknownSessionRedirectUrl}>
          {t('session_not_found.action')}
        </Button>
      )}
      {(kind === 'password_replaced' ||
        kind === 'way_closed' ||
        (kind === 'suspended' && data.hasInteraction)) && (
        <Button variant="primary" size="large" isFullWidth href="/sign-in">
          {t(`${kind}.action`)}
        </Button>
      )}
      {kind === 'not_loaded' && (
        <Button variant="primary" size="large" isFullWidth onClick={() => window.location.reload()}>
          {t('not_loaded.action')}
        </Button>
      )}
    </Frame>
  );
};
