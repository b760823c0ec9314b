import { Button } from '@gatehouse/ui/button.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { type ReactNode, useState } from 'react';
import { Failure, useAction } from '../form.tsx';
import { say } from './client.ts';

type EditDialogProps = {
  title: string;
  description?: string;
  submitLabel?: string;
  /** False: something is missing, and the form says what. */
  save: () => Promise<boolean | undefined>;
  done: string;
  /** False as long as there is nothing to agree to. */
  isReady?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** One change of the account. It closes when the change is made, and keeps what was typed when it is not. */
export const EditDialog = ({
  title,
  description,
  submitLabel = say('save'),
  save,
  done,
  isReady = true,
  onClose,
  children,
}: EditDialogProps) => {
  const action = useAction();
  const toast = useToast();
  const submit = () =>
    action.run(async () => {
      if ((await save()) === false) return;
      toast.success(done);
      onClose();
    });
  return (
    <Dialog
      isOpen
      size="small"
      title={title}
      description={description}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!isReady} isLoading={action.isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Failure action={action} />
        {children}
      </Stack>
    </Dialog>
  );
};

/** Tracks which dialog of a page is open. */
export const useDialogs = <Name extends string>() => {
  const [open, setOpen] = useState<Name>();
  return { open, show: setOpen, close: () => setOpen(undefined) };
};
