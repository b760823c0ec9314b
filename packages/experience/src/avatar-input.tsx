import { avatarLimits, refuseUpload } from '@gatehouse/contract/uploads.ts';
import { Avatar } from '@gatehouse/ui/avatar.tsx';
import { ImageInput } from '@gatehouse/ui/image-input.tsx';
import { type ReactNode, useState } from 'react';
import { t } from './data.ts';
import { useAction } from './form.tsx';

type AvatarInputProps = {
  name?: string | null;
  /** The address of the picture. */
  value: string;
  onChange: (value: string) => void;
  upload: (file: File) => Promise<string>;
};

const megabytes = avatarLimits.maximumBytes / 1024 / 1024;

/** A picture of oneself, which is uploaded as soon as it is chosen. */
export const AvatarInput = ({ name, value, onChange, upload }: AvatarInputProps) => {
  const [refusal, setRefusal] = useState<ReactNode>();
  const action = useAction();
  const take = async (files: File[]) => {
    const [file] = files;
    if (!file) return;
    const problem = refuseUpload(files, avatarLimits);
    setRefusal(problem && t(`picture.${problem}`, { megabytes }));
    if (!problem) await action.run(async () => onChange(await upload(file)));
  };
  return (
    <ImageInput
      preview={<Avatar name={name} src={value} size={56} />}
      hint={t('picture.hint', { megabytes })}
      accept={avatarLimits.types}
      onFiles={files => void take(files)}
      onRemove={value ? () => onChange('') : undefined}
      isUploading={action.isBusy}
      error={refusal ?? action.failure}
    />
  );
};
