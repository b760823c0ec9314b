import {
  checkoutRules,
  checkouts,
  parseStoredCheckout,
  type StoredCheckout,
} from '@gatehouse/contract/checkout.ts';
import { generateState } from '@gatehouse/contract/ids.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useWrite } from '../api.ts';
import { useT } from '../phrases.tsx';
import { keepDrafts } from '../session/open-forms.ts';
import { storageKeys } from '../session/storage.ts';

export type CheckoutRequest = {
  skuId: string;
  tenantId?: string;
  tenantName?: string;
  tenantTag?: 'development' | 'production';
  tenantRegionName?: 'EU' | 'US' | 'AU' | 'JP';
  /** The page to return to when the checkout is canceled. */
  cancelPage: string;
} & Pick<StoredCheckout, 'callbackPage' | 'isDowngrade'>;

export const readCheckout = (): StoredCheckout | undefined => {
  const text = sessionStorage.getItem(storageKeys.checkoutSession);
  return text === null ? undefined : parseStoredCheckout(text);
};

export const clearCheckout = () => sessionStorage.removeItem(storageKeys.checkoutSession);

let isUnderWay = false;

/** The page stays until the page of the provider loads. Users who go back to it can start again. */
const leaveFor = (address: string) =>
  new Promise(resolve => {
    window.addEventListener('pageshow', resolve, { once: true });
    window.location.assign(address);
  });

/** Leaves for the payment provider, which sends its customer back to the callback page. One at a time. */
export const useCheckout = () => {
  const t = useT();
  const toast = useToast();
  const { mutateAsync: create } = useWrite(checkouts.create, { door: 'cloud' });
  return async ({ callbackPage, cancelPage, isDowngrade, ...request }: CheckoutRequest) => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      const state = generateState(checkoutRules.stateSize);
      const { origin } = window.location;
      const successCallbackUrl = `${origin}/checkout-success-callback?state=${state}`;
      const cancelCallbackUrl = `${origin}${cancelPage}`;
      const { redirectUri, sessionId } = await create({
        body: { ...request, successCallbackUrl, cancelCallbackUrl },
      });
      if (!redirectUri) {
        toast.error(t('checkout.unknown_error'));
        return;
      }
      const stored: StoredCheckout = { state, sessionId, callbackPage, isDowngrade };
      sessionStorage.setItem(storageKeys.checkoutSession, JSON.stringify(stored));
      keepDrafts();
      await leaveFor(redirectUri);
    } finally {
      isUnderWay = false;
    }
  };
};
