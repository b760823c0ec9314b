import { Page, PageHeader, PageTabs } from '@gatehouse/ui/page-header.tsx';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useCurrentTenant } from '../../cloud/current-tenant.ts';
import { GoTo } from '../../go-to.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { tenantSettingsAddresses } from './addresses.ts';

/** The sign-in page of the console itself is set up in the self-hosted edition, which has a layout of its own. */
const tabs = tenantSettingsAddresses.at.tenantSettings.tabs.filter(tab => tab !== 'console-sign-in');

/** Plans and invoices are for those who manage a tenant that can have any. */
export const usePaysForTenant = () => {
  const { tenant, may } = useCurrentTenant();
  return tenant.tag !== 'development' && may('manage:billing');
};

export const TenantSettingsLayout = () => {
  const t = useT();
  const { pathname } = useLocation();
  const pays = usePaysForTenant();
  const { may } = useCurrentTenant();
  const abilities = useAbilities();
  const isShown = {
    settings: may('read:data'),
    members: true,
    domains: abilities.may('domains:read'),
    configuration: abilities.may('bundles:read'),
    subscription: pays,
    'billing-history': pays,
  };
  const shown = tabs.filter(tab => isShown[tab]);
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
  const pays = usePaysForTenant();
  const first = may('manage:tenant') ? 'settings' : pays ? 'subscription' : 'members';
  return <GoTo href={paths.tenantSettings(first)} />;
};
