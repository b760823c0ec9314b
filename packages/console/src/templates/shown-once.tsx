import { Button } from '@gatehouse/ui/button.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import type { ReactNode } from 'react';
import { useT } from '../phrases.tsx';

type ShownOnceProps = {
  title: string;
  text: string;
  label: string;
  secret: string;
  /** A picture of it, to scan. */
  picture?: ReactNode;
  onClose: () => void;
};

/** A secret that cannot be shown again after this is closed. */
export const ShownOnce = ({ title, text, label, secret, picture, onClose }: ShownOnceProps) => {
  const t = useT();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={text}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('general.done')}
        </Button>
      }
    >
      {picture}
      <Field label={label}>
        <CopyText text={secret} isBoxed />
      </Field>
    </Dialog>
  );
};
