import { Button } from '@gatehouse/ui/button.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { data, t } from '../data.ts';
import { Frame } from '../frame.tsx';
import { getProgress } from '../progress.ts';

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
        <KeyValueList
          items={[
            { key: t('error.code'), value: data.error.code },
            { key: t('error.details'), value: data.error.message },
            ...(data.error.requestId ? [{ key: t('error.request_id'), value: data.error.requestId }] : []),
          ]}
        />
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
