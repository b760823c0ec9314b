import { Button } from '@gatehouse/ui/button.tsx';
import { Divider } from '@gatehouse/ui/divider.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { useEffect, useEffectEvent } from 'react';
import { data, t } from './data.ts';
import { type Action, Failure, useAction } from './form.tsx';
import { go } from './location.ts';
import { TermsBox, useTerms } from './terms.tsx';
import { darkMedia } from './theme.ts';

const signInWithPasskey = async () => (await import('./passkey-sign-in.ts')).signInWithPasskey();

type OtherWaysProps = {
  action: Action;
  mayGoOn: () => boolean;
  isNew?: boolean;
  /** Nothing stands above that they are another way than. */
  isAlone?: boolean;
};

const listWays = (isNew: boolean) => {
  const { passkeySignIn, socialConnectors, singleSignOnEnabled, ssoConnectors } = data.signInExperience;
  return {
    hasPasskey:
      !isNew &&
      passkeySignIn.enabled &&
      passkeySignIn.showPasskeyButton !== false &&
      'PublicKeyCredential' in window,
    socialConnectors,
    hasCompany: singleSignOnEnabled && ssoConnectors.length > 0,
  };
};

/** Sign-in methods without an identifier: passkey, social account, enterprise SSO. */
export const OtherWays = ({ action, mayGoOn, isNew = false, isAlone = false }: OtherWaysProps) => {
  const { hasPasskey, socialConnectors, hasCompany } = listWays(isNew);
  useOneTap({ action, mayGoOn, isNew });
  if (!hasPasskey && !hasCompany && socialConnectors.length === 0) return null;
  return (
    <>
      {!isAlone && <Divider>{t('sign_in.or')}</Divider>}
      <Stack gap={2}>
        {hasPasskey && (
          <Button
            size="large"
            isFullWidth
            disabled={action.isBusy}
            onClick={() => mayGoOn() && void action.run(signInWithPasskey)}
          >
            {t('passkey.sign_in')}
          </Button>
        )}
        {socialConnectors.map(({ id, target, name, logo, logoDark }) => (
          <Button
            key={id}
            size="large"
            isFullWidth
            icon={<ProviderLogo logo={logo} logoDark={logoDark} />}
            disabled={action.isBusy}
            onClick={() => mayGoOn() && go(`/direct/social/${encodeURIComponent(target)}`)}
          >
            {t('single_sign_on.continue_with', { name: name[data.language] ?? name.en ?? target })}
          </Button>
        ))}
        {hasCompany && (
          <Button
            size="large"
            isFullWidth
            disabled={action.isBusy}
            onClick={() => mayGoOn() && go('/single-sign-on')}
          >
            {t('single_sign_on.title')}
          </Button>
        )}
      </Stack>
    </>
  );
};

/** Without passwords and codes, the other sign-in methods are the only ones. */
export const OnlyOtherWays = ({ event, closed }: { event: 'SignIn' | 'Register'; closed: string }) => {
  const action = useAction();
  const terms = useTerms(event);
  const isNew = event === 'Register';
  const { hasPasskey, socialConnectors, hasCompany } = listWays(isNew);
  const isAllowed = data.signInExperience.signInMode !== (isNew ? 'SignIn' : 'Register');
  if (!isAllowed || !(hasPasskey || hasCompany || socialConnectors.length > 0)) return <p>{closed}</p>;
  return (
    <Stack gap={4}>
      <Failure action={action} />
      <TermsBox state={terms} />
      <OtherWays action={action} mayGoOn={terms.check} isNew={isNew} isAlone />
    </Stack>
  );
};

/** Loaded only where the tenant wants it. */
const useOneTap = ({ action, mayGoOn, isNew }: Required<Omit<OtherWaysProps, 'isAlone'>>) => {
  const choose = useEffectEvent(async (connectorId: string, credential: string) => {
    const { signInWithOneTap } = await import('./one-tap.ts');
    if (mayGoOn()) await action.run(() => signInWithOneTap(connectorId, credential));
  });
  useEffect(() => {
    const { oneTap } = data;
    if (!oneTap) return;
    const offering = import('./one-tap.ts').then(({ offerOneTap, stopOffering }) => {
      const onChosen = (credential: string) => void choose(oneTap.connectorId, credential);
      // Without Google's script there are the other ways.
      void offerOneTap(oneTap, { isNew, onChosen }).catch(() => undefined);
      return stopOffering;
    });
    return () => void offering.then(stop => stop());
  }, [isNew]);
};

const ProviderLogo = ({ logo, logoDark }: { logo: string; logoDark: string | null }) => (
  <picture>
    {logoDark && darkMedia() && <source media={darkMedia()} srcSet={logoDark} />}
    <img src={logo} alt="" width={18} height={18} />
  </picture>
);
