import { defaultTenantId, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { loadAreaPhrases } from '../phrases.tsx';
import { Loading } from '../shell/loading.tsx';
import { session } from './client.ts';

const NotAMember = lazy(async () => {
  const [module] = await Promise.all([import('../cloud/not-a-member.tsx'), loadAreaPhrases('console/cloud')]);
  return { default: module.NotAMember };
});

/**
 * Self-hosted: lets members of the one tenant in. The token of the sign-in says who is one, so that this asks the server
 * for nothing; who has been removed since is refused by the server.
 */
export const OwnTenant = ({ children }: { children: ReactNode }) => {
  const [isMember, setIsMember] = useState<boolean>();
  useEffect(() => {
    session.getIdTokenClaims().then(
      ({ organization_roles: roles = [] }) =>
        setIsMember(roles?.some(role => role.startsWith(`${tenantOrganizationId(defaultTenantId)}:`))),
      // A broken token is told by the first request that needs one.
      () => setIsMember(true),
    );
  }, []);
  if (isMember === undefined) return <Loading />;
  if (isMember) return children;
  return (
    <Suspense fallback={<Loading />}>
      <NotAMember />
    </Suspense>
  );
};
