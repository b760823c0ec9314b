import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { SignInSettings } from '../../templates/sign-in-settings.tsx';
import { signInExperienceAddresses } from './addresses.ts';

export const SignInExperienceSettings = () => {
  const t = useT();
  return (
    <SignInSettings
      words="sign_in_experience"
      alsoChanges={['custom-phrase', 'custom-profile-field']}
      tabs={signInExperienceAddresses.at.signInExperience.tabs.map(tab => ({
        tab,
        label: t(`sign_in_experience.tabs.${tab}`),
        href: paths.signInExperience(tab),
      }))}
    />
  );
};
