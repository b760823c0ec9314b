import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { useFieldGroup } from './field.tsx';
import styles from './image-input.module.css';
import { useUiText } from './ui-text.tsx';

type FileInputProps = {
  /** What may be chosen, in a few words. */
  hint: ReactNode;
  accept: readonly string[];
  onFile: (file: File) => void;
  isUploading?: boolean;
  error?: ReactNode;
};

/** A file that is chosen from the machine, or dropped. */
export function FileInput({ hint, accept, onFile, isUploading, error }: FileInputProps) {
  const { t } = useUiText();
  const id = useId();
  const field = useFieldGroup();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
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
      <div className={styles.words}>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('choose_file')}
          accept={accept.join(',')}
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // The same file can be chosen again after a failure.
            currentTarget.value = '';
          }}
        />
        <span className={styles.buttons}>
          <Button
            icon={<FileUp aria-hidden />}
            isLoading={isUploading}
            aria-describedby={`${id}-hint`}
            onClick={() => input.current?.click()}
          >
            {t('choose_file')}
          </Button>
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
