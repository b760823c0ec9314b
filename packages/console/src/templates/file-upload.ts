import {
  refuseUpload,
  type UploadError,
  type UploadLimits,
  uploadErrorOf,
} from '@gatehouse/contract/uploads.ts';
import { useState } from 'react';
import { useT } from '../phrases.tsx';
import { HttpError } from '../request.ts';
import { describeFailure } from '../session/report-errors.tsx';

type FileUpload<Stored> = {
  limits: UploadLimits;
  /** The write that uploads; it leaves telling of errors to us. */
  write: { mutateAsync: (input: { file: File }) => Promise<Stored>; isPending: boolean };
  wordsOf: (error: UploadError) => string;
  onStored: (stored: Stored) => void;
};

/** Uploads what was chosen, and says why something cannot be: a refusal in the server's words, which knows more. */
export const useFileUpload = <Stored>({ limits, write, wordsOf, onStored }: FileUpload<Stored>) => {
  const t = useT();
  const [problem, setProblem] = useState<string>();
  const say = (error: UploadError | undefined) => setProblem(error && wordsOf(error));
  const take = async (files: File[]) => {
    const refused = refuseUpload(files, limits);
    say(refused);
    const [file] = files;
    if (refused || !file) return;
    try {
      onStored(await write.mutateAsync({ file }));
    } catch (failure) {
      if (failure instanceof HttpError && failure.status < 500) setProblem(describeFailure(failure, t));
      else say(uploadErrorOf(failure));
    }
  };
  return { take: (files: File[]) => void take(files), problem, isUploading: write.isPending };
};
