import { me } from '@gatehouse/contract/me.ts';
import { imageLimits } from '@gatehouse/contract/uploads.ts';
import { Avatar } from '@gatehouse/ui/avatar.tsx';
import { ImageInput } from '@gatehouse/ui/image-input.tsx';
import { useWrite } from '../api.ts';
import { useT } from '../phrases.tsx';
import { type Account, shownNameOf } from '../session/account.ts';
import { useFileUpload } from '../templates/file-upload.ts';

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
  const { take, problem, isUploading } = useFileUpload({
    limits: imageLimits,
    write: useWrite(me.upload, { door: 'me', hideErrors: true }),
    wordsOf: error => t(`uploads.${error}`),
    onStored: ({ url }) => onChange(url),
  });
  return (
    <ImageInput
      preview={<Avatar name={shownNameOf(account)} src={value || undefined} size={64} />}
      hint={t('uploads.hint')}
      accept={imageLimits.types}
      isUploading={isUploading}
      onFiles={take}
      onRemove={value ? () => onChange('') : undefined}
      error={problem}
    />
  );
};
