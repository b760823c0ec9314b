import type { Tenant, TenantTag } from '@gatehouse/contract/tenants.ts';
import { WideOnly } from '@gatehouse/ui/app-shell.tsx';
import { BarText } from '@gatehouse/ui/bar-text.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { Dot } from '@gatehouse/ui/dot.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Menu } from '@gatehouse/ui/menu.tsx';
import type { MenuItem } from '@gatehouse/ui/menu-props.ts';
import { Check, ChevronsUpDown, MailOpen, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useT } from '../phrases.tsx';
import { useTenants } from '../session/tenants.tsx';
import { usePendingInvitations } from './invitations.ts';
import { useOpenTenant } from './open-tenant.ts';
import { useRegionName } from './regions.tsx';
import { useTenantCreation } from './tenant-creation.ts';
import { EnvironmentTag, PlanBadge, StatusTag } from './tenant-tags.tsx';
import type { Invitation } from './use-answer.ts';

const CreateTenant = lazy(() =>
  import('./create-tenant.tsx').then(module => ({ default: module.CreateTenant })),
);

/** More are not seen at a glance. */
const manyTenants = 6;

const InvitationDialog = lazy(() =>
  import('./invitation-dialog.tsx').then(module => ({ default: module.InvitationDialog })),
);

/** The tenant that is open, and the way to the others. */
export const TenantSelector = ({ tenantId }: { tenantId: string }) => {
  const t = useT();
  const regionNameOf = useRegionName();
  const tenants = useTenants();
  const invitations = usePendingInvitations() ?? [];
  const openTenant = useOpenTenant();
  const creation = useTenantCreation();
  const [answering, setAnswering] = useState<Invitation>();
  const current = tenants.find(({ id }) => id === tenantId);
  if (!current) return null;

  const itemOf = (tenant: Tenant): MenuItem => ({
    label: tenant.name,
    detail: (
      <Row gap={2}>
        {regionNameOf(tenant.regionName)}
        <EnvironmentTag tag={tenant.tag} />
      </Row>
    ),
    aside: (
      <>
        <StatusTag tenant={tenant} />
        <PlanBadge tenant={tenant} />
        {tenant.id === tenantId && <Check role="img" aria-label={t('tenants.is_current')} />}
      </>
    ),
    onSelect: () => openTenant(tenant.id),
  });
  const groupOf = (tag: TenantTag): MenuItem[] => {
    const found = tenants.filter(tenant => tenant.tag === tag);
    if (found.length === 0) return [];
    return [{ kind: 'group', heading: t(`tenants.tags.${tag}`), items: found.map(itemOf) }];
  };
  const items: MenuItem[] = [
    ...groupOf('production'),
    ...groupOf('development'),
    ...(invitations.length > 0 ? [{ kind: 'separator' } as const] : []),
    ...invitations.map(
      (invitation): MenuItem => ({
        label: invitation.tenantName,
        detail: invitation.inviterName
          ? t('invitations.from', { name: invitation.inviterName })
          : t('invitations.join'),
        icon: <MailOpen />,
        aside: <EnvironmentTag tag={invitation.tenantTag} />,
        onSelect: () => setAnswering(invitation),
      }),
    ),
  ];
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button variant="quiet" title={t('tenants.switch')}>
            <Row gap={2}>
              <BarText>{current.name}</BarText>
              <WideOnly>
                <EnvironmentTag tag={current.tag} />
              </WideOnly>
              {invitations.length > 0 && <Dot label={t('tenants.has_invitations')} />}
              <ChevronsUpDown aria-hidden />
            </Row>
          </Button>
        }
        items={items}
        long={{
          label: t('tenants.switch'),
          hasSearch: tenants.length > manyTenants,
          footer: [{ label: t('tenants.create'), icon: <Plus />, onSelect: creation.open }],
        }}
      />
      <Suspense>
        {creation.isCreating && <CreateTenant onClose={creation.close} />}
        {answering && <InvitationDialog invitation={answering} onClose={() => setAnswering(undefined)} />}
      </Suspense>
    </>
  );
};
