import { tenantMembers } from '@gatehouse/contract/tenant-members.ts';
import type { Tenant } from '@gatehouse/contract/tenants.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { CirclePause, CreditCard } from 'lucide-react';
import { useRead } from '../api.ts';
import { useT } from '../phrases.tsx';
import { useAccount } from '../session/account.ts';
import { contactLinks } from '../shell/contact.ts';
import { useCustomerPortal } from './customer-portal.ts';
import { useLeaveTenant } from './goodbye.ts';

/** What stands in the place of a suspended tenant's screens. */
export const Suspended = ({ tenant }: { tenant: Tenant }) => {
  const t = useT();
  const owes = tenant.openInvoices.length > 0;
  const isManager = useIsManager(tenant.id);
  return (
    <EmptyState
      isPage
      icon={<CirclePause aria-hidden />}
      title={t('suspended.title')}
      more={t('suspended.help')}
      action={
        <Row justify="center">
          {owes && isManager && <PayNow tenantId={tenant.id} />}
          <Button
            variant={owes && isManager ? 'secondary' : 'primary'}
            href={contactLinks.email}
            target="_blank"
          >
            {t('suspended.contact')}
          </Button>
          {isManager === false && <Leave tenant={tenant} />}
        </Row>
      }
    >
      {t('suspended.text')}
    </EmptyState>
  );
};

const useIsManager = (tenantId: string) => {
  const { data: account } = useAccount();
  const { data: scopes } = useRead(
    tenantMembers.listScopes,
    { params: { tenantId, userId: account?.id ?? '' } },
    { door: 'cloud', enabled: account !== undefined },
  );
  return scopes?.some(({ name }) => name === 'manage:tenant');
};

/** Whoever manages the tenant and pays what is open has it back at once. */
const PayNow = ({ tenantId }: { tenantId: string }) => {
  const t = useT();
  const portal = useCustomerPortal(tenantId, `/${tenantId}`);
  return (
    <Button variant="primary" icon={<CreditCard />} isLoading={portal.isOpening} onClick={portal.open}>
      {t('notices.overdue.action')}
    </Button>
  );
};

/** Its settings are out of reach, and an account with a tenant that owes something cannot be deleted. */
const Leave = ({ tenant }: { tenant: Tenant }) => {
  const t = useT();
  const leaving = useLeaveTenant(tenant);
  return (
    <Button isLoading={leaving.isPending} onClick={() => void leaving.start()}>
      {t('tenant_settings.leave.action')}
    </Button>
  );
};
