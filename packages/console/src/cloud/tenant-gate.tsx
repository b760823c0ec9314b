import { isWithinQuota } from '@gatehouse/contract/quota.ts';
import { subscriptions } from '@gatehouse/contract/subscriptions.ts';
import type { Tenant } from '@gatehouse/contract/tenants.ts';
import type { CountedUsage } from '@gatehouse/contract/usage.ts';
import { useTitlePart } from '@gatehouse/ui/document-title.tsx';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useRead } from '../api.ts';
import { GoTo } from '../go-to.tsx';
import { useGoTo } from '../link.tsx';
import { Loading } from '../loading.tsx';
import { type Abilities, AbilitiesProvider, abilitiesOf, type HeldPermission } from '../session/abilities.ts';
import { tenantList } from '../session/cloud-tenants.tsx';
import { allows, MembershipProvider, useMemberScopes } from '../session/membership.tsx';
import { useTenants } from '../session/tenants.tsx';
import { PlanLimitContext } from '../templates/quota-notice.tsx';
import { type CurrentTenant, CurrentTenantContext } from './current-tenant.ts';
import { SecondFactorNeeded } from './second-factor-needed.tsx';

const Suspended = lazy(() => import('./suspended.tsx').then(module => ({ default: module.Suspended })));
const PlanLimit = lazy(() =>
  import('./notices/plan-limit.tsx').then(module => ({ default: module.PlanLimit })),
);
const TenantNotices = lazy(() =>
  import('./notices/tenant-notices.tsx').then(module => ({ default: module.TenantNotices })),
);

type TenantGateProps = {
  tenantId: string;
  /** Dialogs and panels above the page. They are inside the gate because they depend on the user's permissions. */
  overlays: ReactNode;
  children: ReactNode;
};

/** Lets the person into a tenant of theirs, once everything that its screens rely on is known. */
export const TenantGate = ({ tenantId, overlays, children }: TenantGateProps) => {
  const tenant = useTenants().find(({ id }) => id === tenantId);
  useTitlePart('tenant', tenant?.name);
  if (!tenant) return <UnknownTenant tenantId={tenantId} />;
  if (tenant.isSuspended)
    return (
      <>
        <Suspense fallback={<Loading />}>
          <Suspended tenant={tenant} />
        </Suspense>
        {overlays}
      </>
    );
  return (
    <Admission key={tenant.id} tenant={tenant}>
      {children}
      {overlays}
    </Admission>
  );
};

/** It may have been created or joined a moment ago or in another tab. Users without access are redirected. */
const UnknownTenant = ({ tenantId }: { tenantId: string }) => {
  const [isForeign, setIsForeign] = useState(false);
  useEffect(() => {
    const look = async () => {
      if (!tenantList.has(tenantId)) await tenantList.refresh();
      setIsForeign(!tenantList.has(tenantId));
    };
    void look();
  }, [tenantId]);
  return isForeign ? <GoTo href="/" /> : <Loading />;
};

const Admission = ({ tenant, children }: { tenant: Tenant; children: ReactNode }) => {
  const input = { params: { tenantId: tenant.id } };
  const door = { door: 'cloud' } as const;
  const subscription = useRead(subscriptions.read, input, door);
  const usage = useRead(subscriptions.usage, input, door);
  const periodic = useRead(subscriptions.periodicUsage, input, door);
  const goTo = useGoTo();
  // Members without any permission are redirected.
  const onNone = () => {
    tenantList.remove(tenant.id);
    goTo('/');
  };
  const { scopes, held, door: gate } = useMemberScopes(tenant.id, { onNone });
  const failure = [subscription, usage, periodic].find(({ data, error }) => error && !data)?.error;
  if (failure) throw failure;
  if (gate === 'factor') return <SecondFactorNeeded />;
  if (!subscription.data || !usage.data || !periodic.data || !scopes?.length || !held || !gate)
    return <Loading />;
  const value: CurrentTenant = {
    tenant,
    subscription: subscription.data,
    usage: usage.data,
    periodic: periodic.data,
    may: permission => allows(scopes, permission),
  };
  return (
    <CurrentTenantContext value={value}>
      <MembershipProvider value={{ tenantId: tenant.id, may: value.may }}>
        <AbilitiesProvider value={abilitiesIn(value, held)}>
          <Suspense>
            <TenantNotices />
          </Suspense>
          <PlanLimitContext value={PlanLimit}>{children}</PlanLimitContext>
        </AbilitiesProvider>
      </MembershipProvider>
    </CurrentTenantContext>
  );
};

const abilitiesIn = ({ usage }: CurrentTenant, held: readonly HeldPermission[]): Abilities => ({
  ...abilitiesOf(held),
  hasRoom: (feature, used = Number(usage.usage[feature as keyof CountedUsage] ?? 0)) =>
    isWithinQuota({ limit: usage.quota[feature], usage: used, isStrict: true }),
});
