import { subscriptions } from '@gatehouse/contract/subscriptions.ts';
import { useWrite } from '../api.ts';

/** The payment provider's own page, which leads back to `returnPath`. */
export const useCustomerPortal = (tenantId: string, returnPath: string) => {
  const { mutate, isPending } = useWrite(subscriptions.openPortal, { door: 'cloud' });
  const open = () =>
    mutate(
      { params: { tenantId }, body: { callbackUrl: `${window.location.origin}${returnPath}` } },
      { onSuccess: ({ redirectUri }) => window.location.assign(redirectUri) },
    );
  return { open, isOpening: isPending };
};
