import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { SignInSettings } from '../../templates/sign-in-settings.tsx';
import { securityAddresses } from './addresses.ts';

export const Security = () => {
  const t = useT();
  return (
    <SignInSettings
      words="security"
      alsoChanges={['account-center', 'oidc-session', 'captcha-provider']}
      tabs={securityAddresses.at.security.tabs.map(tab => ({
        tab,
        label: t(`security.tabs.${tab}`),
        href: paths.security(tab),
      }))}
    />
  );
};
