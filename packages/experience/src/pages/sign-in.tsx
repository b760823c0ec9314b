import { TextLink } from '@gatehouse/ui/link.tsx';
import { addressOf } from '../address.ts';
import { CredentialsForm } from '../credentials-form.tsx';
import { applicationName, data, t } from '../data.ts';
import { signInWithPassword } from '../flow.ts';
import { Frame, Terms } from '../frame.tsx';

export const SignIn = () => {
  const { signInMode } = data.signInExperience;
  return (
    <Frame
      title={
        applicationName ? t('sign_in.title', { application: applicationName }) : t('sign_in.title_plain')
      }
      description={
        signInMode !== 'SignIn' && (
          <>
            {t('sign_in.new_here')}{' '}
            <TextLink href={addressOf(`/register${window.location.search}`)}>
              {t('sign_in.create_account')}
            </TextLink>
          </>
        )
      }
      footer={<Terms />}
    >
      {signInMode === 'Register' ? (
        <p>{t('sign_in.closed')}</p>
      ) : (
        <CredentialsForm
          submit={signInWithPassword}
          submitLabel={t('sign_in.submit')}
          passwordAutoComplete="current-password"
        />
      )}
    </Frame>
  );
};
