import { logStreams } from '@gatehouse/contract/log-streams.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../../api.ts';
import { useT } from '../../../phrases.tsx';
import { WriteButton } from '../../../templates/write-button.tsx';

/** A key that was made a moment ago: the only time that it is shown. */
export const NewSigningKey = ({ signingKey, onClose }: { signingKey: string; onClose: () => void }) => {
  const t = useT();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('audit_logs.streams.new_key')}
      description={t('audit_logs.streams.new_key_text')}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('audit_logs.streams.key_kept')}
        </Button>
      }
    >
      <CopyText text={signingKey} isBoxed />
    </Dialog>
  );
};

export const RegenerateSigningKey = ({ id }: { id: string }) => {
  const t = useT();
  const confirm = useConfirm();
  const regenerate = useWrite(logStreams.regenerateSigningKey);
  const [signingKey, setSigningKey] = useState<string>();
  const start = async () => {
    const [isConfirmed] = await confirm({
      title: t('audit_logs.streams.regenerate_title'),
      body: t('audit_logs.streams.regenerate_text'),
      confirmLabel: t('audit_logs.streams.regenerate'),
      isDanger: true,
    });
    if (!isConfirmed) return;
    regenerate.mutate({ params: { id } }, { onSuccess: answer => setSigningKey(answer.signingKey) });
  };
  return (
    <div>
      <WriteButton
        row={logStreams.regenerateSigningKey}
        icon={<RotateCw />}
        isLoading={regenerate.isPending}
        onClick={() => void start()}
      >
        {t('audit_logs.streams.regenerate')}
      </WriteButton>
      {signingKey && <NewSigningKey signingKey={signingKey} onClose={() => setSigningKey(undefined)} />}
    </div>
  );
};
