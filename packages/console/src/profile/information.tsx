import { me } from '@gatehouse/contract/me.ts';
import { Avatar } from '@gatehouse/ui/avatar.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { SettingList } from '@gatehouse/ui/setting-list.tsx';
import { useState } from 'react';
import { useRead } from '../api.ts';
import { isCloud } from '../bootstrap.ts';
import { useT } from '../phrases.tsx';
import { type Account, shownNameOf } from '../session/account.ts';
import { useBeginChange } from './begin-change.ts';
import { EditAvatar } from './edit-avatar.tsx';
import { EditText } from './edit-text.tsx';

/** The user's profile. Each value is changed in its own dialog. */
export const Information = ({ account }: { account: Account }) => {
  const t = useT();
  const { data: storage } = useRead(me.readUploadStatus, {}, { door: 'me' });
  const begin = useBeginChange();
  const [edited, setEdited] = useState<'avatar' | 'name'>();
  const close = () => setEdited(undefined);
  const change = (field: 'avatar' | 'name' | 'username', edit: () => void) => (
    <Button
      size="small"
      aria-label={t(account[field] ? 'profile.change_field' : 'profile.set_field', {
        field: t(`profile.fields.${field}`),
      })}
      onClick={edit}
    >
      {t(account[field] ? 'profile.change' : 'profile.set')}
    </Button>
  );
  return (
    <FormSection title={t('profile.information')} help={t('profile.information_text')}>
      <SettingList
        settings={[
          {
            key: 'avatar',
            label: t('profile.avatar'),
            value: <Avatar name={shownNameOf(account)} src={account.avatar} size={40} />,
            action: storage?.status === 'ready' && change('avatar', () => setEdited('avatar')),
          },
          {
            key: 'name',
            label: t('profile.name'),
            value: account.name || t('profile.not_set'),
            action: change('name', () => setEdited('name')),
          },
          ...(isCloud
            ? []
            : [
                {
                  key: 'username',
                  label: t('profile.username'),
                  value: account.username || t('profile.not_set'),
                  action: change('username', () =>
                    begin({ email: account.primaryEmail, action: 'changeUsername' }),
                  ),
                },
              ]),
        ]}
      />
      {edited === 'avatar' && <EditAvatar account={account} onClose={close} />}
      {edited === 'name' && <EditText field="name" account={account} onClose={close} />}
    </FormSection>
  );
};
