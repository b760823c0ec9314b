import { shortDate } from '@gatehouse/phrases/formatters.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { useState } from 'react';
import { data, t } from '../data.ts';
import { decideOnDeletion } from '../flow.ts';
import { Failure, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { getProgress } from '../progress.ts';

/** The account waits for its deletion: only an explicit choice keeps it. */
export const AccountDeletion = () => {
  const keep = useAction();
  const leave = useAction();
  const [hasLeft, setHasLeft] = useState(false);
  const [due] = useState(() => Number(getProgress().pending?.data?.deletionDueAt ?? 0));
  const date = shortDate(due, data.language);
  if (hasLeft)
    return (
      <Frame title={t('deletion.left_title')} description={t('deletion.left_text', { date })}>
        <Button size="large" isFullWidth href="/sign-in">
          {t('register.sign_in')}
        </Button>
      </Frame>
    );
  return (
    <Frame title={t('deletion.title')} description={t('deletion.text', { date })}>
      <Stack gap={4}>
        <Failure action={keep} />
        <Failure action={leave} />
        <Button
          variant="primary"
          size="large"
          isFullWidth
          isLoading={keep.isBusy}
          disabled={leave.isBusy}
          onClick={() => void keep.run(() => decideOnDeletion(true))}
        >
          {t('deletion.keep')}
        </Button>
        <Button
          size="large"
          isFullWidth
          isLoading={leave.isBusy}
          disabled={keep.isBusy}
          onClick={() =>
            void leave.run(async () => {
              await decideOnDeletion(false);
              setHasLeft(true);
            })
          }
        >
          {t('deletion.leave')}
        </Button>
      </Stack>
    </Frame>
  );
};
