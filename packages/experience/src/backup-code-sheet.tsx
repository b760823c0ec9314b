import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Download } from 'lucide-react';
import { t } from './data.ts';

/** Backup codes, to be copied or kept as a file. */
export const BackupCodeSheet = ({ codes }: { codes: readonly string[] }) => {
  const text = codes.join('\n');
  return (
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
    </Stack>
  );
};
