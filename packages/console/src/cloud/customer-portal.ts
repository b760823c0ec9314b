import { subscriptions } from '@gatehouse/contract/subscriptions.ts';
import { useWrite } from '../api.ts';

/** The payment provider's own page, which leads back to `returnPath`. */
export const useCustomerPortal = (tenantId: string, returnPath: string) => {
  const { mutateAsync, isPending } = useWrite(subscriptions.openPortal, { door: 'cloud' });
  /** Says whether the browser is on its way: why not has been told where requests are reported. */
  const open = () =>
    mutateAsync({
      params: { tenantId },
      body: { callbackUrl: `${window.location.origin}${returnPath}` },
    }).then(
      ({ redirectUri }) => {
        window.location.assign(redirectUri);
        return true;
      },
      () => false,
    );
  return { open, isOpening: isPending };
};
