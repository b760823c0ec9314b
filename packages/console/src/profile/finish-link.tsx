import { meSocial } from '@gatehouse/contract/me-social.ts';
import { CenteredPage } from '@gatehouse/ui/centered-page.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { Logo } from '@gatehouse/ui/logo.tsx';
import { send } from '../api.ts';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { isSignInNeeded } from '../session/client.ts';
import { describeFailure } from '../session/report-errors.tsx';
import { storageKeys } from '../session/storage.ts';
import { useOnce } from '../session/use-once.ts';
import { linkedChannel } from './linked-channel.ts';

/** The small window, back from the provider: it links the account, tells the page that opened it, and closes. */
export const FinishLink = () => {
  const t = useT();
  const confirm = useConfirm();
  useOnce(async () => {
    try {
      await link(t('profile.link_broken'));
      new BroadcastChannel(linkedChannel).postMessage('linked');
    } catch (error) {
      if (!(error instanceof Error) || isSignInNeeded(error)) throw error;
      const title = describeFailure(error, t);
      await confirm({ type: 'alert', title, confirmLabel: t('general.got_it') });
    }
    window.close();
  });
  return (
    <CenteredPage
      logo={<Logo size={28} />}
      title={t('profile.linking')}
      description={t('profile.linking_text')}
    />
  );
};

/** The provider's answer counts only for the link that was begun here. */
const link = async (refusal: string) => {
  const connectorId = sessionStorage.getItem(storageKeys.linkingSocialConnector) ?? '';
  const state = sessionStorage.getItem(storageKeys.linkingSocialState);
  sessionStorage.removeItem(storageKeys.linkingSocialConnector);
  sessionStorage.removeItem(storageKeys.linkingSocialState);
  const answer = Object.fromEntries(new URLSearchParams(window.location.search));
  if (!state || answer.state !== state) throw new Error(refusal);
  const redirectUri = `${window.location.origin}${paths.handleSocial()}`;
  const body = { connectorId, connectorData: { ...answer, state, redirectUri } };
  await send(meSocial.linkIdentity, { body }, 'me');
};
