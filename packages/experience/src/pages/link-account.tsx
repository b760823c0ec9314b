import { Button } from '@gatehouse/ui/button.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { data, t } from '../data.ts';
import { changeEvent, goOn } from '../flow.ts';
import { Failure, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { getProgress } from '../progress.ts';

/** The email address of a social account already belongs to a user. */
export const LinkAccount = () => {
  const action = useAction();
  const related = getProgress().pending?.data?.relatedUser as { value?: string } | undefined;
  const isOpen = data.signInExperience.signInMode !== 'SignIn';
  return (
    <Frame
      title={t('link_account.title')}
      description={t('link_account.text', { identifier: related?.value ?? '' })}
    >
      <Stack gap={4}>
        <Failure action={action} />
        <Button
          variant="primary"
          size="large"
          isFullWidth
          isLoading={action.isBusy}
          onClick={() => void action.run(() => goOn(undefined, { linksAccount: true }))}
        >
          {t('link_account.link')}
        </Button>
        {isOpen && (
          <Button
            size="large"
            isFullWidth
            disabled={action.isBusy}
            onClick={() => void action.run(() => changeEvent('Register'))}
          >
            {t('link_account.create')}
          </Button>
        )}
      </Stack>
    </Frame>
  );
};
