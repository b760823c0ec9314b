import { phishingResistantAcr } from '@gatehouse/contract/authentication-levels.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { useEffect } from 'react';
import { t } from '../data.ts';
import { Frame } from '../frame.tsx';
import { go } from '../location.ts';
import { getProgress } from '../progress.ts';

/** The application requires more than the user can prove here. It gets an error, which says so too. */
export const Unmet = () => {
  const { requiredAcr, redirectTo } = getProgress().pending?.data ?? {};
  const isLost = typeof redirectTo !== 'string';
  useEffect(() => {
    if (isLost) go('/sign-in', { replaces: true });
  }, [isLost]);
  if (isLost) return null;
  const isPasskey = requiredAcr === phishingResistantAcr;
  return (
    <Frame
      title={t(isPasskey ? 'unmet.passkey_title' : 'unmet.title')}
      description={t(isPasskey ? 'unmet.passkey_text' : 'unmet.text')}
    >
      <Button variant="primary" size="large" isFullWidth onClick={() => window.location.assign(redirectTo)}>
        {t('session_not_found.action')}
      </Button>
    </Frame>
  );
};
