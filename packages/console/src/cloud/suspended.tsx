import { Button } from '@gatehouse/ui/button.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { CirclePause } from 'lucide-react';
import { useT } from '../phrases.tsx';
import { contactLinks } from '../shell/contact.ts';

/** What stands in the place of a suspended tenant's screens. */
export const Suspended = () => {
  const t = useT();
  return (
    <EmptyState
      isPage
      icon={<CirclePause aria-hidden />}
      title={t('suspended.title')}
      action={
        <>
          <Text tone="soft" align="center" isBlock>
            {t('suspended.help')}
          </Text>
          <Button variant="primary" href={contactLinks.email} target="_blank">
            {t('suspended.contact')}
          </Button>
        </>
      }
    >
      {t('suspended.text')}
    </EmptyState>
  );
};
