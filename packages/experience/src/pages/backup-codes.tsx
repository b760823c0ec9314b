import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../data.ts';
import { bindFactor, prepareBackupCodes } from '../factors.ts';
import { Failure, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';

/** Shown once: whoever loses the other factor comes in by one of these. */
export const BackupCodes = () => {
  const [prepared, setPrepared] = useState<Awaited<ReturnType<typeof prepareBackupCodes>>>();
  const isAsked = useRef(false);
  const action = useAction();
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void action.run(async () => setPrepared(await prepareBackupCodes()));
  });
  const text = prepared?.codes.join('\n') ?? '';
  return (
    <Frame title={t('mfa.bind.BackupCode.title')} description={t('mfa.bind.BackupCode.text')}>
      <Failure action={action} />
      {prepared && (
        <Stack gap={4}>
          <CodeBlock code={text} />
          <Button
            isFullWidth
            icon={<Download aria-hidden />}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download={`${t('mfa.bind.BackupCode.file')}.txt`}
          >
            {t('mfa.bind.BackupCode.download')}
          </Button>
          <Callout tone="warning">{t('mfa.bind.BackupCode.note')}</Callout>
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
