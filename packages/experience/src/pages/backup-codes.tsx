import { Button } from '@gatehouse/ui/button.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { useEffect, useRef, useState } from 'react';
import { BackupCodeSheet } from '../backup-code-sheet.tsx';
import { t } from '../data.ts';
import { bindFactor, prepareBackupCodes } from '../factors.ts';
import { Failure, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';

/** Shown once. Each code replaces a lost factor one time. */
export const BackupCodes = () => {
  const [prepared, setPrepared] = useState<Awaited<ReturnType<typeof prepareBackupCodes>>>();
  const isAsked = useRef(false);
  const action = useAction();
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void action.run(async () => setPrepared(await prepareBackupCodes()));
  });
  return (
    <Frame title={t('mfa.bind.BackupCode.title')} description={t('mfa.bind.BackupCode.text')}>
      <Failure action={action} />
      {prepared && (
        <Stack gap={4}>
          <BackupCodeSheet codes={prepared.codes} />
          <Button
            variant="primary"
            size="large"
            isFullWidth
            isLoading={action.isBusy}
            onClick={() => void action.run(() => bindFactor('BackupCode', prepared.verificationId))}
          >
            {t('mfa.bind.BackupCode.action')}
          </Button>
        </Stack>
      )}
    </Frame>
  );
};
