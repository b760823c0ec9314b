import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { FileDrop } from './file-drop.tsx';
import { useUiText } from './ui-text.tsx';

type FileInputProps = {
  /** The accepted files, in a few words. */
  hint: ReactNode;
  accept: readonly string[];
  onFile: (file: File) => void;
  isUploading?: boolean;
  error?: ReactNode;
};

/** A file that is chosen from the machine, or dropped. */
export function FileInput({ onFile, ...props }: FileInputProps) {
  const { t } = useUiText();
  return (
    <FileDrop
      {...props}
      label={t('choose_file')}
      icon={<FileUp aria-hidden />}
      onFiles={([file]) => file && onFile(file)}
    />
  );
}
