import { useToast } from '@gatehouse/ui/toast.tsx';
import { useEffect, useEffectEvent } from 'react';
import { useT } from '../phrases.tsx';
import { tenantList } from '../session/cloud-tenants.tsx';
import { latePayments, useLatePayments } from '../session/late-payments.ts';
import { useOpenTenant } from './open-tenant.ts';
import { lookAgain, type PaidPlan, showPlan } from './paid-plan.ts';

/** Times are milliseconds: often at first, then ever more seldom. */
const [firstPause, longestPause, growth] = [2000, 60_000, 1.2];

/** Brings what was paid for late into the console, and says so. */
export const LatePayments = () => useLatePayments().map(id => <LatePayment key={id} sessionId={id} />);

const LatePayment = ({ sessionId }: { sessionId: string }) => {
  const t = useT();
  const toast = useToast();
  const openTenant = useOpenTenant();
  const announce = useEffectEvent(async (paid: PaidPlan) => {
    const isNew = !tenantList.has(paid.tenantId);
    await showPlan(paid);
    const name = tenantList.nameOf(paid.tenantId) ?? '';
    // Replaces the notice that the payment has not arrived.
    const options = { id: sessionId };
    const action = { label: t('tenants.switch'), onClick: () => openTenant(paid.tenantId) };
    if (isNew) toast.success(t('tenants.created', { name }), { ...options, actions: [action] });
    else toast.success(t('checkout.upgraded'), options);
  });
  useEffect(() => {
    let pause = firstPause;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const look = async () => {
      const found = await lookAgain(sessionId);
      if (isOver) return;
      if (found === 'open') {
        pause = Math.min(longestPause, pause * growth);
        timer = setTimeout(look, pause);
        return;
      }
      if (found !== 'over') await announce(found);
      latePayments.remove(sessionId);
    };
    timer = setTimeout(look, pause);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [sessionId]);
  return null;
};
