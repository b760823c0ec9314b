import type { ClientRegistration } from '@gatehouse/contract/client-registration.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { useT } from '../../phrases.tsx';

/** The initial access token that a client registered itself with, if any, and its last use. */
export const Registered = ({ initialAccessTokenName: name, lastUsedAt }: ClientRegistration) => {
  const t = useT();
  return (
    <Callout
      title={
        name === null
          ? t('applications.registration.without_token')
          : t('applications.registration.with_token', { name })
      }
    >
      {t('applications.registration.last_used')}:{' '}
      {lastUsedAt === null ? t('general.never') : <DateText value={lastUsedAt} />}
    </Callout>
  );
};
