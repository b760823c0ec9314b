import { checkoutRules } from '@gatehouse/contract/checkout.ts';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Spinner } from '@gatehouse/ui/spinner.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useDelayedFlag } from '@gatehouse/ui/use-delayed-flag.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useGoOn } from '../link.tsx';
import { useT } from '../phrases.tsx';
import { forgetDraft } from '../session/drafts.ts';
import { latePayments } from '../session/late-payments.ts';
import { BarePage } from './bare-page.tsx';
import { clearCheckout, readCheckout } from './checkout.ts';
import { useOnboarding } from './onboarding-state.ts';
import { lookAgain, showPlan } from './paid-plan.ts';

const after = (milliseconds: number) =>
  new Promise<undefined>(resolve => setTimeout(resolve, milliseconds, undefined));

/** An answer that is long in coming does not prolong the wait. */
const waitForPlan = (sessionId: string) => {
  let isOver = false;
  const poll = async () => {
    while (!isOver) {
      const found = await lookAgain(sessionId);
      if (typeof found === 'object') return found;
      await after(checkoutRules.pollInterval);
    }
  };
  return Promise.race([poll(), after(checkoutRules.timeout)]).finally(() => {
    isOver = true;
  });
};

/** The page the payment provider redirects to. It waits until the purchase is active. */
export const CheckoutCallback = () => {
  const t = useT();
  const toast = useToast();
  const goOn = useGoOn();
  const { isLoaded, defaultTenant, rememberTenant } = useOnboarding();
  const hasBegun = useRef(false);
  const [failure, setFailure] = useState<Error>();

  const finish = useEffectEvent(async () => {
    const stored = takeStored();
    if (!stored || stored.state !== new URLSearchParams(window.location.search).get('state')) {
      return goOn('/');
    }
    forgetDraft(t('tenants.create'));
    const found = await waitForPlan(stored.sessionId);
    clearCheckout();
    if (!found) {
      toast.error(t('checkout.timeout'), { id: stored.sessionId });
      latePayments.add(stored.sessionId);
      return goOn('/');
    }
    toast.success(t(stored.isDowngrade ? 'checkout.downgraded' : 'checkout.upgraded'));
    await showPlan(found);
    const { tenantId } = found;
    if (stored.callbackPage || tenantId === defaultTenant?.id) return goOn(stored.callbackPage ?? '/');
    await rememberTenant(tenantId).catch(() => undefined);
    goOn(`/${tenantId}`);
  });
  /** A stored checkout that cannot be parsed would fail at the next attempt, too. */
  const takeStored = () => {
    try {
      return readCheckout();
    } catch (error) {
      clearCheckout();
      toast.error(t('checkout.unreadable', { reason: (error as Error).message }));
      return undefined;
    }
  };
  useEffect(() => {
    if (!isLoaded || hasBegun.current) return;
    hasBegun.current = true;
    finish().catch(setFailure);
  }, [isLoaded]);
  if (failure) throw failure;

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
