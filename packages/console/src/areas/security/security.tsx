import { paths, securityTabs } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { SignInSettings } from '../../templates/sign-in-settings.tsx';

export const Security = () => {
  const t = useT();
  return (
    <SignInSettings
      words="security"
      alsoChanges={['account-center', 'oidc-session', 'captcha-provider']}
      tabs={securityTabs.map(tab => ({ tab, label: t(`security.tabs.${tab}`), href: paths.security(tab) }))}
    />
  );
};
