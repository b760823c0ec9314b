import { type DragEvent, type ReactNode, useContext, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { useFieldGroup } from './field.tsx';
import styles from './image-input.module.css';
import { ReadOnlyFields } from './read-only-fields.ts';

type FileDropProps = {
  label: string;
  icon: ReactNode;
  hint: ReactNode;
  accept: readonly string[];
  onFiles: (files: File[]) => void;
  isUploading?: boolean;
  error?: ReactNode;
  /** Before the words. */
  preview?: ReactNode;
  /** Beside the button. */
  actions?: ReactNode;
};

/** A drop zone for files, with a button to choose them. */
export const FileDrop = (props: FileDropProps) => {
  const { label, icon, hint, accept, onFiles, isUploading, error, preview, actions } = props;
  const id = useId();
  const field = useFieldGroup();
  const input = useRef<HTMLInputElement>(null);
  const isReadOnly = useContext(ReadOnlyFields);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!isReadOnly) onFiles([...event.dataTransfer.files]);
  };
  return (
    <fieldset
      className={styles.area}
      aria-labelledby={field['aria-labelledby']}
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault();
        setIsOver(!isReadOnly);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {preview && <span className={styles.preview}>{preview}</span>}
      <div className={styles.words}>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={label}
          accept={accept.join(',')}
          onChange={({ currentTarget }) => {
            onFiles([...(currentTarget.files ?? [])]);
            // The same file can be chosen again after a failure.
            currentTarget.value = '';
          }}
        />
        <span className={styles.buttons}>
          <Button
            icon={icon}
            isLoading={isUploading}
            disabled={isReadOnly}
            aria-describedby={`${id}-hint`}
            onClick={() => input.current?.click()}
          >
            {label}
          </Button>
          {actions}
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
};
