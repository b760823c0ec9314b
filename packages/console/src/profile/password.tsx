import { Button } from '@gatehouse/ui/button.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { SettingList } from '@gatehouse/ui/setting-list.tsx';
import { useT } from '../phrases.tsx';
import type { Account } from '../session/account.ts';
import { useBeginChange } from './begin-change.ts';

const mask = '••••••••';

/** Users prove who they are before they set or change their password. */
export const Password = ({ account }: { account: Account }) => {
  const t = useT();
  const begin = useBeginChange();
  const { hasPassword, primaryEmail } = account;
  return (
    <FormSection title={t('profile.password_title')} help={t('profile.password_text')}>
      <SettingList
        settings={[
          {
            key: 'password',
            label: t('profile.password'),
            value: hasPassword ? (
              <span role="img" aria-label={t('profile.hidden')}>
                {mask}
              </span>
            ) : (
              t('profile.not_set')
            ),
            action: (
              <Button
                size="small"
                aria-label={t(hasPassword ? 'profile.change_field' : 'profile.set_field', {
                  field: t('profile.fields.password'),
                })}
                onClick={() => begin({ email: primaryEmail, action: 'changePassword' })}
              >
                {t(hasPassword ? 'profile.change' : 'profile.set')}
              </Button>
            ),
          },
        ]}
      />
    </FormSection>
  );
};
