import { BackupCodeSheet } from '../backup-code-sheet.tsx';
import { t } from '../data.ts';
import { ask } from './api.ts';
import { say } from './client.ts';
import { EditDialog } from './edit-dialog.tsx';
import { Loading, useLoaded } from './load.tsx';

const path = '/my-account/mfa-verifications/backup-codes';

type BackupCodesDialogProps = { reload: () => Promise<void>; onClose: () => void };

/** Ten new codes. The old ones end when the new ones are saved, not before. */
export const BackupCodesDialog = ({ reload, onClose }: BackupCodesDialogProps) => {
  const prepared = useLoaded(() => ask('post', `${path}/generate`, {}));
  const save = async () => {
    const codes = prepared.value?.codes;
    if (!codes) return false;
    await ask('put', path, { body: { codes } });
    await reload();
    return true;
  };
  return (
    <EditDialog
      title={t('mfa.bind.BackupCode.title')}
      description={t('mfa.bind.BackupCode.text')}
      submitLabel={t('mfa.bind.BackupCode.action')}
      done={say('backup_codes.added')}
      isReady={prepared.value !== undefined}
      save={save}
      onClose={onClose}
    >
      <Loading loaded={prepared}>{({ codes }) => <BackupCodeSheet codes={codes} />}</Loading>
    </EditDialog>
  );
};
