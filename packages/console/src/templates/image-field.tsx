import { imageLimits } from '@gatehouse/contract/uploads.ts';
import { userAssets } from '@gatehouse/contract/user-assets.ts';
import { Avatar } from '@gatehouse/ui/avatar.tsx';
import { ImageInput } from '@gatehouse/ui/image-input.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { ImageIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead, useWrite } from '../api.ts';
import { useT } from '../phrases.tsx';
import { useFileUpload } from './file-upload.ts';

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
  const { take, problem, isUploading } = useFileUpload({
    limits: imageLimits,
    write: useWrite(userAssets.upload, { hideErrors: true }),
    wordsOf: error => t(`uploads.${error}`),
    onStored: ({ url }) => field.onChange(url),
  });
  if (storage && storage.status !== 'ready') {
    return (
      <TextInput
        {...field}
        onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
        inputMode="url"
        placeholder={t('uploads.address_placeholder')}
      />
    );
  }
  return (
    <ImageInput
      preview={previewOf({ value: field.value, isFace, name })}
      hint={t('uploads.hint')}
      accept={imageLimits.types}
      isUploading={isUploading}
      onFiles={take}
      onRemove={field.value ? () => field.onChange('') : undefined}
      error={problem}
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
