import { planName } from '@gatehouse/contract/plans.ts';
import { groupedNumber, unpaidTotal } from '@gatehouse/phrases/formats.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useBackCloses } from '../../back-closes.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useTranslation } from '../../phrases.tsx';
import { useCurrentTenant } from '../current-tenant.ts';
import { useCustomerPortal } from '../customer-portal.ts';
import type { UrgentNotice } from './urgent-notice.ts';

/** Opens automatically for members who can manage the tenant. */
export const PlanModal = ({ notice, onClose }: { notice: UrgentNotice; onClose: () => void }) => {
  const { t, language } = useTranslation();
  const goTo = useGoTo();
  useBackCloses(onClose);
  const { tenant, subscription, usage, may } = useCurrentTenant();
  const portal = useCustomerPortal(tenant.id, paths.tenantSettings('billing-history'));
  const isManager = may('manage:billing');
  const limit = usage.quota[notice === 'mau_exceeded' ? 'mauLimit' : 'tokenLimit'];
  const act = async () => {
    if (notice === 'overdue') return (await portal.open()) && onClose();
    onClose();
    goTo(paths.tenantSettings('subscription'));
  };
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title={t(`notices.${notice}.title`)}
      actions={
        <>
          <Button onClick={onClose}>{t(isManager ? 'notices.later' : 'general.got_it')}</Button>
          {isManager && (
            <Button variant="primary" isLoading={portal.isOpening} onClick={() => void act()}>
              {t(`notices.${notice}.action`)}
            </Button>
          )}
        </>
      }
    >
      <Text isBlock>
        {t(`notices.${notice}.text`, {
          name: tenant.name,
          plan: planName(subscription.planId),
          total: unpaidTotal(tenant.openInvoices, language),
          limit: groupedNumber(limit ?? 0, language),
        })}
      </Text>
      {!isManager && (
        <Text tone="soft" isBlock>
          {t('notices.ask_administrator')}
        </Text>
      )}
    </Dialog>
  );
};
