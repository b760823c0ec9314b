import { checkouts } from '@gatehouse/contract/checkout.ts';
import { type Subscription, subscriptions } from '@gatehouse/contract/subscriptions.ts';
import { queryClient, send } from '../api.ts';
import { HttpError } from '../request.ts';
import { tenantList } from '../session/cloud-tenants.tsx';

export type PaidPlan = { tenantId: string; subscription: Subscription };

/** The plan of the paid tenant once the payment has arrived there. Until then the checkout is open; later it is over. */
const lookForPlan = async (sessionId: string): Promise<PaidPlan | 'open' | 'over'> => {
  const { status, tenantId, skuId } = await send(checkouts.read, { params: { id: sessionId } }, 'cloud');
  if (status !== 'complete' || !tenantId) return status === 'expired' ? 'over' : 'open';
  const subscription = await send(subscriptions.read, { params: { tenantId } }, 'cloud');
  return subscription.planId === skuId ? { tenantId, subscription } : 'open';
};

/** As above, where no answer is no reason to stop asking. */
export const lookAgain = (sessionId: string) =>
  lookForPlan(sessionId).catch((error: unknown) =>
    error instanceof HttpError && error.status === 404 ? 'over' : 'open',
  );

/** Every screen sees the new plan, and the tenant that came with it. */
export const showPlan = async ({ tenantId, subscription }: PaidPlan) => {
  await tenantList.refresh();
  tenantList.patch(tenantId, { planId: subscription.planId, subscription });
  void queryClient.invalidateQueries({ queryKey: ['cloud'] });
};
