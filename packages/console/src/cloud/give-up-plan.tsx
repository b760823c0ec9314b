import { planIds, planName } from '@gatehouse/contract/plans.ts';
import { subscriptions } from '@gatehouse/contract/subscriptions.ts';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import type { ReactNode } from 'react';
import { useWrite } from '../api.ts';
import { useT } from '../phrases.tsx';
import { tenantList } from '../session/cloud-tenants.tsx';

/** Back to the free plan, after a question. `more` is what else there is to know before. */
export const useGiveUpPlan = (tenantId: string, more?: ReactNode) => {
  const t = useT();
  const confirm = useConfirm();
  const toast = useToast();
  const { mutateAsync: cancel, isPending } = useWrite(subscriptions.cancel, { door: 'cloud' });
  const start = async () => {
    const plan = planName(planIds.free);
    const [isConfirmed] = await confirm({
      title: t('subscription.downgrade_title', { plan }),
      body: (
        <Stack gap={3}>
          <Text>{t('subscription.downgrade_text')}</Text>
          {more}
        </Stack>
      ),
      confirmLabel: t('subscription.moves.downgrade', { plan }),
      isDanger: true,
    });
    if (!isConfirmed) return;
    await cancel({ params: { tenantId } });
    await tenantList.refresh();
    toast.success(t('checkout.downgraded'));
  };
  return { start, isPending };
};
