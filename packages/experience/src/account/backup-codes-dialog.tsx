import { Dialog } from '@gatehouse/ui/dialog.tsx';
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
      save={save}
      onClose={onClose}
    >
      <Loading loaded={prepared}>{({ codes }) => <BackupCodeSheet codes={codes} />}</Loading>
    </EditDialog>
  );
};

/** The codes that are still good. */
export const KeptCodesDialog = ({ onClose }: { onClose: () => void }) => {
  const kept = useLoaded(async () => {
    const { codes } = await ask('get', path, {});
    return codes.filter(({ usedAt }) => !usedAt).map(({ code }) => code);
  });
  return (
    <Dialog isOpen size="small" title={say('backup_codes.label')} onClose={onClose}>
      <Loading loaded={kept}>
        {codes =>
          codes.length > 0 ? <BackupCodeSheet codes={codes} /> : say('backup_codes.left', { count: 0 })
        }
      </Loading>
    </Dialog>
  );
};
