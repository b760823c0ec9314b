import { defaultTenantId, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { tenantRoles } from '@gatehouse/contract/scopes.ts';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Loading } from '../loading.tsx';
import { loadAreaPhrases } from '../phrases.tsx';
import { AbilitiesProvider, withoutPlan } from '../session/abilities.ts';
import { session } from '../session/client.ts';

const NotAMember = lazy(async () => {
  const [module] = await Promise.all([import('../cloud/not-a-member.tsx'), loadAreaPhrases('console/cloud')]);
  return { default: module.NotAMember };
});

/**
 * Self-hosted: lets members of the one tenant in. The token of the sign-in says who is one, so that this asks the
 * server for nothing; who has been removed since is refused by the server.
 */
export const OwnTenant = ({ children }: { children: ReactNode }) => {
  const [roles, setRoles] = useState<readonly string[]>();
  useEffect(() => {
    const organization = `${tenantOrganizationId(defaultTenantId)}:`;
    session.getIdTokenClaims().then(
      ({ organization_roles: held }) =>
        setRoles((held ?? []).flatMap(role => role.split(organization)[1] ?? [])),
      // A broken token is reported by the first request that needs one.
      () => setRoles(['collaborator']),
    );
  }, []);
  if (!roles) return <Loading />;
  const permissions = roles.flatMap(role => tenantRoles[role as keyof typeof tenantRoles] ?? []);
  const mayInvite = permissions.some(permission => permission === 'invite:member');
  if (roles.length > 0)
    return <AbilitiesProvider value={{ ...withoutPlan, mayInvite }}>{children}</AbilitiesProvider>;
  return (
    <Suspense fallback={<Loading />}>
      <NotAMember />
    </Suspense>
  );
};
