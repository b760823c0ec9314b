import { Button } from '@gatehouse/ui/button.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { t } from '../data.ts';
import { skip, takePasskey } from '../factors.ts';
import { Failure, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';

/** A passkey for the next time, for whoever wants one. */
export const PasskeyOffer = () => {
  const action = useAction();
  return (
    <Frame title={t('passkey.title')} description={t('passkey.text')}>
      <Stack gap={3}>
        <Failure action={action} />
        <Button
          variant="primary"
          size="large"
          isFullWidth
          isLoading={action.isBusy}
          onClick={() => void action.run(takePasskey)}
        >
          {t('passkey.create')}
        </Button>
        <Button
          size="large"
          isFullWidth
          disabled={action.isBusy}
          onClick={() => void action.run(() => skip('passkey-skipped'))}
        >
          {t('passkey.later')}
        </Button>
      </Stack>
    </Frame>
  );
};
