import { Button } from '@gatehouse/ui/button.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { SettingList } from '@gatehouse/ui/setting-list.tsx';
import { useT } from '../phrases.tsx';
import type { Account } from '../session/account.ts';
import { useGoToStep } from './step.ts';

const mask = '••••••••';

/** Users with a password verify it before they change it. */
export const Password = ({ account }: { account: Account }) => {
  const t = useT();
  const goToStep = useGoToStep();
  const { hasPassword, primaryEmail } = account;
  const change = () =>
    goToStep(hasPassword ? 'verify-password' : 'change-password', {
      email: primaryEmail,
      action: 'changePassword',
    });
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
                onClick={change}
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
