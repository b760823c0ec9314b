import { TextLink } from '@gatehouse/ui/link.tsx';
import { addressOf } from '../address.ts';
import { CredentialsForm } from '../credentials-form.tsx';
import { applicationName, data, t } from '../data.ts';
import { registerWithPassword } from '../flow.ts';
import { Frame, Terms } from '../frame.tsx';

/** What the policy asks for, before anything is typed. */
const passwordHelp = () => {
  const { length, characterTypes } = data.signInExperience.passwordPolicy;
  const min = length?.min ?? 8;
  const types = characterTypes?.min ?? 1;
  return types > 1 ? t('register.password_help_types', { min, types }) : t('register.password_help', { min });
};

export const Register = () => {
  const { signInMode } = data.signInExperience;
  return (
    <Frame
      title={t('register.title')}
      description={
        <>
          {applicationName && <div>{t('register.subtitle', { application: applicationName })}</div>}
          {signInMode !== 'Register' && (
            <>
              {t('register.have_account')}{' '}
              <TextLink href={addressOf(`/sign-in${window.location.search}`)}>
                {t('register.sign_in')}
              </TextLink>
            </>
          )}
        </>
      }
      footer={<Terms />}
    >
      {signInMode === 'SignIn' ? (
        <p>{t('register.closed')}</p>
      ) : (
        <CredentialsForm
          submit={registerWithPassword}
          submitLabel={t('register.submit')}
          passwordAutoComplete="new-password"
          usernameHelp={t('register.username_help')}
          passwordHelp={passwordHelp()}
        />
      )}
    </Frame>
  );
};
