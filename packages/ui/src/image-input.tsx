import { ImageUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { useFieldGroup } from './field.tsx';
import styles from './image-input.module.css';
import { Spinner } from './spinner.tsx';
import { useUiText } from './ui-text.tsx';

type ImageInputProps = {
  /** The picture as it is now, or what stands for it. */
  preview: ReactNode;
  /** What may be chosen, in a few words. */
  hint: ReactNode;
  accept: readonly string[];
  onFiles: (files: File[]) => void;
  onRemove?: () => void;
  isUploading?: boolean;
  error?: ReactNode;
};

/** A picture that is chosen from the machine, or dropped. */
export function ImageInput({
  preview,
  hint,
  accept,
  onFiles,
  onRemove,
  isUploading,
  error,
}: ImageInputProps) {
  const { t } = useUiText();
  const id = useId();
  const field = useFieldGroup();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <fieldset
      className={styles.area}
      aria-labelledby={field['aria-labelledby']}
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <span className={styles.preview}>{isUploading ? <Spinner size={24} /> : preview}</span>
      <div className={styles.words}>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('choose_image')}
          accept={accept.join(',')}
          onChange={({ currentTarget }) => {
            onFiles([...(currentTarget.files ?? [])]);
            // The same file can be chosen again after a failure.
            currentTarget.value = '';
          }}
        />
        <span className={styles.buttons}>
          <Button
            icon={<ImageUp aria-hidden />}
            isLoading={isUploading}
            aria-describedby={`${id}-hint`}
            onClick={() => input.current?.click()}
          >
            {t('choose_image')}
          </Button>
          {onRemove && (
            <Button variant="quiet" disabled={isUploading} onClick={onRemove}>
              {t('remove_image')}
            </Button>
          )}
        </span>
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
        {error && (
          <span className={styles.error} role="alert">
            {error}
          </span>
        )}
      </div>
    </fieldset>
  );
}
