import { planName } from '@gatehouse/contract/plans.ts';
import { subscriptions } from '@gatehouse/contract/subscriptions.ts';
import { addOnPrice } from '@gatehouse/phrases/formats.ts';
import { shortDate } from '@gatehouse/phrases/formatters.ts';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useMutation } from '@tanstack/react-query';
import { send, useWrite } from '../../api.ts';
import { useCurrentTenant } from '../../cloud/current-tenant.ts';
import { useTranslation } from '../../phrases.tsx';
import { tenantList } from '../../session/cloud-tenants.tsx';

/** To an equivalent plan, after saying what it costs. */
export const useSwitchPlan = () => {
  const { t, language } = useTranslation();
  const confirm = useConfirm();
  const toast = useToast();
  const { tenant } = useCurrentTenant();
  const params = { tenantId: tenant.id };
  const { mutateAsync: preview } = useMutation({
    mutationFn: (skuId: string) => send(subscriptions.previewSwitch, { params, query: { skuId } }, 'cloud'),
  });
  const { mutateAsync: change } = useWrite(subscriptions.switch, { door: 'cloud' });
  return async (skuId: string) => {
    const { nextInvoice } = await preview(skuId);
    const label = t('subscription.moves.switch', { plan: planName(skuId) });
    const [isConfirmed] = await confirm({
      title: label,
      body: t('subscription.switch_text', {
        price: addOnPrice(nextInvoice.total, language),
        date: shortDate(nextInvoice.date, language, 'UTC'),
      }),
      confirmLabel: label,
    });
    if (!isConfirmed) return;
    await change({ params, body: { skuId } });
    await tenantList.refresh();
    toast.success(t('checkout.downgraded'));
  };
};
