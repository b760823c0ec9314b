import { imageLimits, refuseUpload, type UploadError, uploadErrorOf } from '@gatehouse/contract/uploads.ts';
import { userAssets } from '@gatehouse/contract/user-assets.ts';
import { Avatar } from '@gatehouse/ui/avatar.tsx';
import { ImageInput } from '@gatehouse/ui/image-input.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { ImageIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useRead, useWrite } from '../api.ts';
import { useT } from '../phrases.tsx';

type ImageFieldProps = {
  value: string;
  onChange: (url: string) => void;
  onBlur?: () => void;
  /** Of a person: round, and their initial stands in for it. */
  isFace?: boolean;
  name?: string | null;
};

/** A picture that is uploaded at once and kept by saving the form; without a place for files its address is typed. */
export const ImageField = ({ isFace, name, ...field }: ImageFieldProps) => {
  const t = useT();
  const { data: storage } = useRead(userAssets.readStatus, {});
  const [error, setError] = useState<UploadError>();
  const upload = useWrite(userAssets.upload, { hideErrors: true });
  if (storage?.status !== 'ready') {
    return (
      <TextInput
        {...field}
        onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
        inputMode="url"
        placeholder={t('uploads.address_placeholder')}
      />
    );
  }
  const take = async (files: File[]) => {
    const refused = refuseUpload(files, imageLimits);
    setError(refused);
    const [file] = files;
    if (refused || !file) return;
    try {
      const { url } = await upload.mutateAsync({ file });
      field.onChange(url);
    } catch (failure) {
      setError(uploadErrorOf(failure));
    }
  };
  return (
    <ImageInput
      preview={previewOf({ value: field.value, isFace, name })}
      hint={t('uploads.hint')}
      accept={imageLimits.types}
      isUploading={upload.isPending}
      onFiles={files => void take(files)}
      onRemove={field.value ? () => field.onChange('') : undefined}
      error={error && t(`uploads.${error}`)}
    />
  );
};

const previewOf = ({
  value,
  isFace,
  name,
}: Pick<ImageFieldProps, 'value' | 'isFace' | 'name'>): ReactNode => {
  if (isFace) return <Avatar name={name} src={value || undefined} size={64} />;
  return value ? <img src={value} alt="" /> : <ImageIcon />;
};
