import { Page, PageHeader, PageTabs } from '@gatehouse/ui/page-header.tsx';
import { Outlet, useLocation } from '@tanstack/react-router';
import type { TabOf } from '../../addresses.ts';
import { useCurrentTenant } from '../../cloud/current-tenant.ts';
import { GoTo } from '../../go-to.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import type { tenantSettingsAddresses } from './addresses.ts';

const tabs: readonly Exclude<TabOf<typeof tenantSettingsAddresses.at.tenantSettings>, 'console-sign-in'>[] = [
  'settings',
  'members',
  'domains',
  'configuration',
  'subscription',
  'billing-history',
];

/** Plans and invoices are for those who manage a tenant that can have any. */
export const usePaysForTenant = () => {
  const { tenant, may } = useCurrentTenant();
  return tenant.tag !== 'development' && may('manage:tenant');
};

export const TenantSettingsLayout = () => {
  const t = useT();
  const { pathname } = useLocation();
  const pays = usePaysForTenant();
  const shown = tabs.filter(tab => pays || (tab !== 'subscription' && tab !== 'billing-history'));
  return (
    <Page>
      <PageHeader title={t('areas.tenant_settings')} description={t('tenant_settings.subtitle')} />
      <PageTabs
        label={t('areas.tenant_settings')}
        tabs={shown.map(tab => ({
          href: paths.tenantSettings(tab),
          label: t(`tenant_settings.tabs.${tab}`),
          isCurrent: pathname.split('/')[3] === tab,
        }))}
      />
      <Outlet />
    </Page>
  );
};

export const TenantSettingsIndex = () => {
  const { may } = useCurrentTenant();
  return <GoTo href={paths.tenantSettings(may('manage:tenant') ? 'settings' : 'members')} />;
};
