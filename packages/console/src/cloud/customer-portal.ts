import { subscriptions } from '@gatehouse/contract/subscriptions.ts';
import { useWrite } from '../api.ts';
import { useCurrentTenant } from './tenant-gate.tsx';

/** The payment provider's own page, which leads back to `returnPath`. */
export const useCustomerPortal = (returnPath: string) => {
  const { id: tenantId } = useCurrentTenant().tenant;
  const { mutate, isPending } = useWrite(subscriptions.openPortal, { door: 'cloud' });
  const open = () =>
    mutate(
      { params: { tenantId }, body: { callbackUrl: `${window.location.origin}${returnPath}` } },
      { onSuccess: ({ redirectUri }) => window.location.assign(redirectUri) },
    );
  return { open, isOpening: isPending };
};
