import { isPaidPlan, planIds, planName } from '@gatehouse/contract/plans.ts';
import { tenantMembers } from '@gatehouse/contract/tenant-members.ts';
import type { Tenant } from '@gatehouse/contract/tenants.ts';
import { unpaidTotal } from '@gatehouse/phrases/formats.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { CirclePause, CreditCard } from 'lucide-react';
import { useEffect } from 'react';
import { useRead } from '../api.ts';
import { canBeReached, contactLink } from '../contact.ts';
import { useT, useTranslation } from '../phrases.tsx';
import { useAccount } from '../session/account.ts';
import { tenantList } from '../session/cloud-tenants.tsx';
import { useCustomerPortal } from './customer-portal.ts';
import { useGiveUpPlan } from './give-up-plan.tsx';
import { useDeleteTenant, useLeaveTenant } from './goodbye.ts';
import { PlanBadge } from './tenant-tags.tsx';

/** Replaces a suspended tenant's screens. Its settings cannot be opened, so members pay, leave or delete it here. */
export const Suspended = ({ tenant }: { tenant: Tenant }) => {
  const t = useT();
  const isManager = useIsManager(tenant.id);
  const owes = tenant.openInvoices.length > 0;
  useNews();
  return (
    <EmptyState
      isPage
      icon={<CirclePause aria-hidden />}
      title={t('suspended.title')}
      more={t('suspended.help')}
      action={
        <Stack gap={4}>
          {isManager && <Debts tenant={tenant} />}
          <Row justify="center">
            {owes && isManager && <PayNow tenantId={tenant.id} />}
            {canBeReached && (
              <Button
                variant={owes && isManager ? 'secondary' : 'primary'}
                href={contactLink}
                target="_blank"
              >
                {t('suspended.contact')}
              </Button>
            )}
            {isManager && isPaidPlan(tenant.planId) && <GiveUpPlan tenantId={tenant.id} />}
            {isManager && <Delete tenant={tenant} />}
            {isManager === false && <Leave tenant={tenant} />}
          </Row>
        </Stack>
      }
    >
      {t('suspended.text')}
    </EmptyState>
  );
};

/** Shows a payment, made here or by another administrator, without a reload. */
const useNews = () =>
  useEffect(() => {
    const timer = setInterval(() => void tenantList.refresh(), newsEveryMs);
    return () => clearInterval(timer);
  }, []);

const newsEveryMs = 10_000;

const useIsManager = (tenantId: string) => {
  const { data: account } = useAccount();
  const { data: scopes } = useRead(
    tenantMembers.listScopes,
    { params: { tenantId, userId: account?.id ?? '' } },
    { door: 'cloud', enabled: account !== undefined },
  );
  return scopes?.some(({ name }) => name === 'manage:tenant');
};

const Debts = ({ tenant }: { tenant: Tenant }) => {
  const { t, language } = useTranslation();
  const { openInvoices } = tenant;
  return (
    <Row justify="center" gap={2}>
      <PlanBadge tenant={tenant} />
      {openInvoices.length > 0 && (
        <>
          <Text tone="soft">{t('invoices.statuses.open')}</Text>
          <Text isStrong>{unpaidTotal(openInvoices, language)}</Text>
        </>
      )}
    </Row>
  );
};

/** Administrators who pay the open invoice reactivate the tenant immediately. */
const PayNow = ({ tenantId }: { tenantId: string }) => {
  const t = useT();
  const portal = useCustomerPortal(tenantId, `/${tenantId}`);
  return (
    <Button variant="primary" icon={<CreditCard />} isLoading={portal.isOpening} onClick={portal.open}>
      {t('notices.overdue.action')}
    </Button>
  );
};

/** No further month is charged; what is open stays open. */
const GiveUpPlan = ({ tenantId }: { tenantId: string }) => {
  const t = useT();
  const { start, isPending } = useGiveUpPlan(tenantId);
  return (
    <Button isLoading={isPending} onClick={() => void start().catch(() => undefined)}>
      {t('subscription.moves.downgrade', { plan: planName(planIds.free) })}
    </Button>
  );
};

const Delete = ({ tenant }: { tenant: Tenant }) => {
  const t = useT();
  const deletion = useDeleteTenant(tenant);
  return (
    <Button variant="danger" isLoading={deletion.isPending} onClick={() => void deletion.start()}>
      {t('tenant_settings.delete.action')}
    </Button>
  );
};

/** An account with a tenant that owes something cannot be deleted. */
const Leave = ({ tenant }: { tenant: Tenant }) => {
  const t = useT();
  const leaving = useLeaveTenant(tenant);
  return (
    <Button isLoading={leaving.isPending} onClick={() => void leaving.start()}>
      {t('tenant_settings.leave.action')}
    </Button>
  );
};
