import { subscriptions } from '@gatehouse/contract/subscriptions.ts';
import { useEffect, useEffectEvent } from 'react';
import { queryClient, useWrite } from '../api.ts';
import { useAddressQuery } from '../link.tsx';

const returnFlag = 'from-payment';

/** The payment provider's own page, which leads back to `returnPath`. */
export const useCustomerPortal = (tenantId: string, returnPath: string) => {
  const { mutateAsync, isPending } = useWrite(subscriptions.openPortal, { door: 'cloud' });
  /** Resolves to whether the browser is being redirected. If not, the failed request was already reported. */
  const open = () =>
    mutateAsync({
      params: { tenantId },
      body: { callbackUrl: `${window.location.origin}${returnPath}?${returnFlag}` },
    }).then(
      ({ redirectUri }) => {
        window.location.assign(redirectUri);
        return true;
      },
      () => false,
    );
  return { open, isOpening: isPending };
};

/** In milliseconds after the return: what was changed there may arrive a moment after the person. */
const refreshTimes = [1000, 3000, 8000, 20_000];

const refresh = () => void queryClient.invalidateQueries({ queryKey: ['cloud'] });

/** A page about plans and invoices shows what was changed at the payment provider, also when it is gone back to. */
export const useRefreshAfterPayment = () => {
  const [query, setQuery] = useAddressQuery();
  const begin = useEffectEvent(() => {
    if (!query.has(returnFlag)) return [];
    setQuery({ [returnFlag]: undefined });
    return refreshTimes.map(milliseconds => setTimeout(refresh, milliseconds));
  });
  useEffect(() => {
    const timers = begin();
    const refreshKept = ({ persisted }: PageTransitionEvent) => persisted && refresh();
    window.addEventListener('pageshow', refreshKept);
    return () => {
      window.removeEventListener('pageshow', refreshKept);
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);
};
