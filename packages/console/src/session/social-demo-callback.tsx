import { CenteredPage } from '@gatehouse/ui/centered-page.tsx';
import { Logo } from '@gatehouse/ui/logo.tsx';
import { useEffect } from 'react';
import { useT } from '../phrases.tsx';

/** The last page of the social sign-in demo. The code is useless here and must not stay in the URL. */
export const SocialDemoCallback = () => {
  const t = useT();
  useEffect(() => {
    const address = new URL(window.location.href);
    if (!address.searchParams.has('code')) return;
    address.searchParams.delete('code');
    window.history.replaceState(window.history.state, '', address);
  }, []);
  return (
    <CenteredPage
      logo={<Logo size={28} />}
      title={t('social_demo.title')}
      description={t('social_demo.text')}
    />
  );
};
