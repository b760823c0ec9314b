import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { useT } from '../phrases.tsx';

/** Asks whether unsaved changes may be lost. */
export const useMayLeave = () => {
  const t = useT();
  const confirm = useConfirm();
  return async () => {
    const [mayLeave] = await confirm({
      title: t('general.leave_title'),
      body: t('general.leave_text'),
      confirmLabel: t('general.leave'),
      cancelLabel: t('general.stay'),
      isDanger: true,
    });
    return mayLeave;
  };
};
