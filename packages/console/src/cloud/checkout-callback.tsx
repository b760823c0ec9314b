import { checkoutRules, checkouts } from '@gatehouse/contract/checkout.ts';
import { subscriptions } from '@gatehouse/contract/subscriptions.ts';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Spinner } from '@gatehouse/ui/spinner.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useDelayedFlag } from '@gatehouse/ui/use-delayed-flag.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { queryClient, send } from '../api.ts';
import { useGoOn } from '../link.tsx';
import { useT } from '../phrases.tsx';
import { tenantList } from '../session/cloud-tenants.tsx';
import { BarePage } from './bare-page.tsx';
import { clearCheckout, readCheckout } from './checkout.ts';
import { useOnboarding } from './onboarding-state.ts';

const after = (milliseconds: number) =>
  new Promise<undefined>(resolve => setTimeout(resolve, milliseconds, undefined));

/** The plan of the paid tenant once the payment has arrived there; nothing while it has not. */
const lookForPlan = async (sessionId: string) => {
  const { status, tenantId, skuId } = await send(checkouts.read, { params: { id: sessionId } }, 'cloud');
  if (status !== 'complete' || !tenantId) return undefined;
  const subscription = await send(subscriptions.read, { params: { tenantId } }, 'cloud');
  return subscription.planId === skuId ? { tenantId, subscription } : undefined;
};

/** An answer that is long in coming does not prolong the wait. */
const waitForPlan = (sessionId: string) => {
  let isOver = false;
  const poll = async () => {
    while (!isOver) {
      const found = await lookForPlan(sessionId).catch(() => undefined);
      if (found) return found;
      await after(checkoutRules.pollInterval);
    }
  };
  return Promise.race([poll(), after(checkoutRules.timeout)]).finally(() => {
    isOver = true;
  });
};

/** Where the payment provider sends its customer back to: waits until what was paid for is there. */
export const CheckoutCallback = () => {
  const t = useT();
  const toast = useToast();
  const goOn = useGoOn();
  const { isLoaded, defaultTenant, rememberTenant } = useOnboarding();
  const hasBegun = useRef(false);

  const finish = useEffectEvent(async () => {
    const stored = readCheckout();
    if (!stored || stored.state !== new URLSearchParams(window.location.search).get('state')) {
      return goOn('/');
    }
    const found = await waitForPlan(stored.sessionId);
    clearCheckout();
    if (!found) {
      toast.error(t('checkout.timeout'));
      return goOn('/');
    }
    const { tenantId, subscription } = found;
    const { planId } = subscription;
    toast.success(t(stored.isDowngrade ? 'checkout.downgraded' : 'checkout.upgraded'));
    await tenantList.refresh();
    tenantList.patch(tenantId, { planId, subscription });
    void queryClient.invalidateQueries({ queryKey: ['cloud'] });
    if (stored.callbackPage || tenantId === defaultTenant?.id) return goOn(stored.callbackPage ?? '/');
    await rememberTenant(tenantId).catch(() => undefined);
    goOn(`/${tenantId}`);
  });
  useEffect(() => {
    if (!isLoaded || hasBegun.current) return;
    hasBegun.current = true;
    void finish();
  }, [isLoaded]);

  const isNoticeable = useDelayedFlag(true);
  if (!isNoticeable) return null;
  return (
    <BarePage title={t('checkout.waiting')} description={t('checkout.waiting_text')}>
      <Row justify="center">
        <Spinner size={24} />
      </Row>
    </BarePage>
  );
};
