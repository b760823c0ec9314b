import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { billingPermission, isTenantPermission, type TenantPermission } from '@gatehouse/contract/scopes.ts';
import { tenantMembers } from '@gatehouse/contract/tenant-members.ts';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react';
import { useRead } from '../api.ts';
import { bootstrap } from '../bootstrap.ts';
import { Loading } from '../loading.tsx';
import { NotFound } from '../not-found.tsx';
import { useAccount } from './account.ts';
import { forgetAccessTokens, isSecondFactorNeeded, organizationScopes, signInAnew } from './client.ts';

export type Duty = TenantPermission | typeof billingPermission;

type Membership = { tenantId: string; may: (permission: Duty) => boolean };

/** Plan and payment are a part of managing the tenant. */
export const allows = (permissions: readonly string[], duty: Duty) =>
  permissions.includes(duty) || (duty === billingPermission && permissions.includes('manage:tenant'));

const MembershipContext = createContext<Membership | undefined>(undefined);

export const MembershipProvider = MembershipContext.Provider;

/** The tenant whose members are shown, and what the signed-in person may do with them. */
export const useMembership = () => {
  const membership = use(MembershipContext);
  if (!membership) throw new Error('MembershipProvider is missing.');
  return membership;
};

/**
 * The user's permissions in a tenant, as the server reports them. A token with other permissions is renewed before
 * the tenant opens.
 */
export const useMemberScopes = (tenantId: string, { onNone }: { onNone?: () => void } = {}) => {
  const [door, setDoor] = useState<'open' | 'factor'>();
  const { data: account } = useAccount();
  const { data, error } = useRead(
    tenantMembers.listScopes,
    { params: { tenantId, userId: account?.id ?? '' } },
    { door: 'cloud', enabled: account !== undefined },
  );
  if (error && !data) throw error;
  const leave = useEffectEvent(() => onNone?.());
  const granted = data?.map(({ name }) => name).join(' ');
  useEffect(() => {
    if (granted === undefined) return;
    if (granted === '') return leave();
    renewDifferingToken(tenantId, granted.split(' ')).then(
      () => setDoor('open'),
      // Other failures are reported by the requests that meet them.
      error => setDoor(isSecondFactorNeeded(error) ? 'factor' : 'open'),
    );
  }, [granted, tenantId]);
  return { scopes: data?.map(({ name }) => name), held: data, door };
};

/** Tokens carry some of the permissions of a role. The server reads the others from the role. */
const renewDifferingToken = async (tenantId: string, allowed: readonly string[]) => {
  const granted = allowed.filter(isTenantPermission);
  const held = await organizationScopes(tenantOrganizationId(tenantId));
  if (granted.some(scope => !held.includes(scope))) return signInAnew();
  if (held.some(scope => !allowed.includes(scope))) return forgetAccessTokens();
};

type MembershipGateProps = { permission: TenantPermission; children: ReactNode };

/** Self-hosted: lets members of the one tenant to what only some of them may do. */
export const MembershipGate = ({ permission, children }: MembershipGateProps) => {
  const { tenantId } = bootstrap;
  const { scopes, door } = useMemberScopes(tenantId);
  if (scopes && !scopes.includes(permission)) return <NotFound />;
  if (!scopes || !door) return <Loading />;
  return (
    <MembershipProvider value={{ tenantId, may: wanted => allows(scopes, wanted) }}>
      {children}
    </MembershipProvider>
  );
};
