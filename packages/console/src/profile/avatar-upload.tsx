import { me } from '@gatehouse/contract/me.ts';
import { imageLimits, refuseUpload, type UploadError, uploadErrorOf } from '@gatehouse/contract/uploads.ts';
import { Avatar } from '@gatehouse/ui/avatar.tsx';
import { ImageInput } from '@gatehouse/ui/image-input.tsx';
import { useState } from 'react';
import { useWrite } from '../api.ts';
import { useT } from '../phrases.tsx';
import type { Account } from '../session/account.ts';

/** Uploads a picture at once; saving the dialog makes it the person's own. */
export const AvatarUpload = ({
  account,
  value,
  onChange,
}: {
  account: Account;
  value: string;
  onChange: (url: string) => void;
}) => {
  const t = useT();
  const [error, setError] = useState<UploadError>();
  const upload = useWrite(me.upload, { door: 'me', hideErrors: true });
  const take = async (files: File[]) => {
    const refused = refuseUpload(files, imageLimits);
    setError(refused);
    const [file] = files;
    if (refused || !file) return;
    try {
      const { url } = await upload.mutateAsync({ file });
      onChange(url);
    } catch (failure) {
      setError(uploadErrorOf(failure));
    }
  };
  return (
    <ImageInput
      preview={<Avatar name={account.name ?? account.username} src={value || undefined} size={64} />}
      hint={t('uploads.hint')}
      accept={imageLimits.types}
      isUploading={upload.isPending}
      onFiles={files => void take(files)}
      onRemove={value ? () => onChange('') : undefined}
      error={error && t(`uploads.${error}`)}
    />
  );
};
