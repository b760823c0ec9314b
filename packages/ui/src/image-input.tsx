import { ImageUp } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { Button } from './button.tsx';
import { FileDrop } from './file-drop.tsx';
import { ReadOnlyFields } from './read-only-fields.ts';
import { Spinner } from './spinner.tsx';
import { useUiText } from './ui-text.tsx';

type ImageInputProps = {
  /** The picture as it is now, or what stands for it. */
  preview: ReactNode;
  /** The accepted files, in a few words. */
  hint: ReactNode;
  accept: readonly string[];
  onFiles: (files: File[]) => void;
  onRemove?: () => void;
  isUploading?: boolean;
  error?: ReactNode;
};

/** A picture that is chosen from the machine, or dropped. */
export function ImageInput({ preview, onRemove, ...props }: ImageInputProps) {
  const { t } = useUiText();
  const isReadOnly = useContext(ReadOnlyFields);
  return (
    <FileDrop
      {...props}
      label={t('choose_image')}
      icon={<ImageUp aria-hidden />}
      preview={props.isUploading ? <Spinner size={24} /> : preview}
      actions={
        onRemove && (
          <Button variant="quiet" disabled={props.isUploading || isReadOnly} onClick={onRemove}>
            {t('remove_image')}
          </Button>
        )
      }
    />
  );
}
