import { planName, skuOfPlan } from '@gatehouse/contract/plans.ts';
import { addOnPrice, planPrice } from '@gatehouse/phrases/formats.ts';
import { shortDate } from '@gatehouse/phrases/formatters.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { CreditCard } from 'lucide-react';
import { useCurrentTenant } from '../../cloud/current-tenant.ts';
import { useCustomerPortal } from '../../cloud/customer-portal.ts';
import { paths } from '../../paths.ts';
import { useTranslation } from '../../phrases.tsx';

/** The plan, its period, and what comes next. */
export const CurrentPlan = () => {
  const { t, language } = useTranslation();
  const { tenant, subscription } = useCurrentTenant();
  const { planId, isCancelled, upcomingInvoice, billing } = subscription;
  const portal = useCustomerPortal(tenant.id, paths.tenantSettings('subscription'));
  const [start, end] = [subscription.currentPeriodStart, subscription.currentPeriodEnd].map(time =>
    shortDate(time, language, 'UTC'),
  ) as [string, string];
  const isOverdue = tenant.openInvoices.length > 0;
  const isCharged = billing === 'current';
  const manage = (
    <Button icon={<CreditCard />} isLoading={portal.isOpening} onClick={portal.open}>
      {t('subscription.manage_payment')}
    </Button>
  );
  return (
    <Card
      title={t('subscription.current', { plan: planName(planId) })}
      actions={billing !== 'never' && !isOverdue && manage}
    >
      {isOverdue && (
        <Callout
          tone="danger"
          title={t(isCharged ? 'subscription.overdue' : 'notices.overdue.title')}
          action={manage}
        >
          {isCharged && t('subscription.overdue_text')}
        </Callout>
      )}
      {isCancelled && (
        <Callout tone="warning" title={t('subscription.cancelled', { date: end })}>
          {t('subscription.cancelled_text')}
        </Callout>
      )}
      <KeyValueList
        items={[
          {
            key: t('subscription.cycle'),
            value: t(isCancelled ? 'subscription.cycle_ending' : 'subscription.cycle_text', { start, end }),
          },
          {
            key: t('subscription.price'),
            value: t('subscription.price_text', {
              price: planPrice(skuOfPlan(planId).unitPrice ?? 0, language),
            }),
          },
          ...(upcomingInvoice
            ? [{ key: t('subscription.next_invoice'), value: addOnPrice(upcomingInvoice.total, language) }]
            : []),
        ]}
      />
    </Card>
  );
};
