import { CenteredPage } from '@gatehouse/ui/centered-page.tsx';
import { Logo } from '@gatehouse/ui/logo.tsx';
import { useT } from '../phrases.tsx';
import { storageKeys } from './storage.ts';
import { useOnce } from './use-once.ts';

/** The small window, back from the provider: it hands the answer to the page that began the test, and closes. */
export const SignInTest = () => {
  const t = useT();
  useOnce(async () => {
    const answer = Object.fromEntries(new URLSearchParams(window.location.search));
    // Nothing of it stays in the address.
    window.history.replaceState(null, '', window.location.pathname);
    localStorage.setItem(storageKeys.testSignInAnswer, JSON.stringify(answer));
    window.close();
  });
  return (
    <CenteredPage
      logo={<Logo size={28} />}
      title={t('test_sign_in.title')}
      description={t('profile.linking_text')}
    />
  );
};
