import { generateState } from '@gatehouse/contract/ids.ts';
import { meSocial } from '@gatehouse/contract/me-social.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useEffect } from 'react';
import { useWrite } from '../api.ts';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { reloadAccount } from '../session/account.ts';
import { storageKeys } from '../session/storage.ts';
import { openPopup } from '../templates/popup.ts';
import { linkedChannel } from './linked-channel.ts';

const stateLength = 8;

/** Notices that an account was linked in the popup. */
export const useLinkedNotice = () => {
  const t = useT();
  const toast = useToast();
  useEffect(() => {
    const channel = new BroadcastChannel(linkedChannel);
    channel.onmessage = () => {
      toast.success(t('profile.linked'));
      void reloadAccount();
    };
    return () => channel.close();
  }, [t, toast]);
};

/** Links a social account in a popup. The page is notified when it is done. */
export const useLinkAccount = () => {
  const t = useT();
  const toast = useToast();
  const authorize = useWrite(meSocial.createAuthorizationUri, { door: 'me', alertsRefusals: true });
  return async (connectorId: string) => {
    const state = generateState(stateLength);
    // The window gets a copy of what this page keeps: it must be there before the window is.
    sessionStorage.setItem(storageKeys.linkingSocialConnector, connectorId);
    sessionStorage.setItem(storageKeys.linkingSocialState, state);
    const popup = openPopup();
    if (!popup) return toast.error(t('general.popup_blocked'));
    try {
      const redirectUri = `${window.location.origin}${paths.handleSocial()}`;
      const { redirectTo } = await authorize.mutateAsync({ body: { connectorId, state, redirectUri } });
      popup.location.replace(redirectTo);
    } catch {
      // Told where requests are reported.
      popup.close();
    }
  };
};
