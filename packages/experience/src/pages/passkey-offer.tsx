import { Button } from '@gatehouse/ui/button.tsx';
import { t } from '../data.ts';
import { skip, takePasskey } from '../factors.ts';
import { useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { PasskeyForm } from '../passkey-form.tsx';

/** Offers to create a passkey for the next sign-in. */
export const PasskeyOffer = () => {
  const action = useAction();
  return (
    <Frame title={t('passkey.title')} description={t('passkey.text')}>
      <PasskeyForm
        action={action}
        label={t('passkey.create')}
        onPress={takePasskey}
        below={
          <Button
            size="large"
            isFullWidth
            disabled={action.isBusy}
            onClick={() => void action.run(() => skip('passkey-skipped'))}
          >
            {t('passkey.later')}
          </Button>
        }
      />
    </Frame>
  );
};
