import { Page, PageHeader, PageTabs } from '@gatehouse/ui/page-header.tsx';
import { Outlet, useLocation } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { MembershipGate, useMembership } from '../../session/membership.tsx';

/** Self-hosted: there are members, and neither plans nor other tenants. */
export const OwnSettingsLayout = () => (
  <MembershipGate permission="read:member">
    <Tabs />
  </MembershipGate>
);

const Tabs = () => {
  const t = useT();
  const { pathname } = useLocation();
  const { may } = useMembership();
  const abilities = useAbilities();
  const tabs = [
    'members',
    ...(abilities.may('bundles:read') ? (['configuration'] as const) : []),
    ...(may('manage:tenant') && may('write:data') ? (['console-sign-in'] as const) : []),
  ] as const;
  return (
    <Page>
      <PageHeader title={t('areas.tenant_settings')} description={t('tenant_settings.own_subtitle')} />
      <PageTabs
        label={t('areas.tenant_settings')}
        tabs={tabs.map(tab => ({
          href: paths.tenantSettings(tab),
          label: t(tab === 'console-sign-in' ? 'console_sign_in.title' : `tenant_settings.tabs.${tab}`),
          isCurrent: pathname.split('/')[2] === tab,
        }))}
      />
      <Outlet />
    </Page>
  );
};
