import { meSocial } from '@gatehouse/contract/me-social.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useWrite } from '../api.ts';
import { useT } from '../phrases.tsx';
import { reloadAccount } from '../session/account.ts';

/** Unlinks the social account of a connector. */
export const useUnlinkAccount = () => {
  const t = useT();
  const toast = useToast();
  const unlink = useWrite(meSocial.unlinkIdentity, { door: 'me', alertsRefusals: true });
  return async (connectorId: string, name: string) => {
    await unlink.mutateAsync({ params: { connectorId } });
    toast.success(t('profile.unlinked', { name }));
    await reloadAccount();
  };
};
