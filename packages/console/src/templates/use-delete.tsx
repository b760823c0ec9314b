import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useT } from '../phrases.tsx';

type Deletion = {
  title: string;
  text: string;
  /** Things that others depend on are deleted only by those who can type their name. */
  nameToType?: string;
  confirmLabel?: string;
  run: () => Promise<unknown>;
  doneMessage: string;
  onDone?: () => void;
};

/** Says what will happen, does it, says that it happened. A failure has been reported where requests are. */
export const useDelete = () => {
  const t = useT();
  const confirm = useConfirm();
  const toast = useToast();
  return async ({ title, text, nameToType, confirmLabel, run, doneMessage, onDone }: Deletion) => {
    const [isConfirmed] = await confirm({
      title,
      body: text,
      confirmLabel: confirmLabel ?? t('general.delete'),
      isDanger: true,
      nameToType,
    });
    if (!isConfirmed) return;
    const isDone = await run().then(
      () => true,
      () => false,
    );
    if (!isDone) return;
    toast.success(doneMessage);
    onDone?.();
  };
};
