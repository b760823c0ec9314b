import { defaultTenantId, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { tenantRoles } from '@gatehouse/contract/scopes.ts';
import type { tenantMembers } from '@gatehouse/contract/tenant-members.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keyOf, send } from '../api.ts';
import { isCloud } from '../bootstrap.ts';
import { lightRow } from '../request.ts';
import { session } from './client.ts';
import { currentTenantId } from './tenant.ts';

const listScopes = lightRow<typeof tenantMembers.listScopes>({
  method: 'get',
  path: '/tenants/:tenantId/members/:userId/scopes',
});

type OwnPermissions = {
  /** As the sign-in knew them; empty for people who are no members. */
  roles: readonly string[] | undefined;
  /** The current permissions of the role. Undefined until they are known. */
  permissions: readonly string[] | undefined;
};

/**
 * The role of the signed-in person in a tenant. Self-hosted, administrators are known by their ID token, so that nothing
 * is requested for them. The server refuses those who have another role since.
 */
export const useOwnPermissions = (tenantId: string | undefined): OwnPermissions => {
  const [person, setPerson] = useState<{ id: string; held: readonly string[] }>();
  useEffect(() => {
    session.getIdTokenClaims().then(
      ({ sub, organization_roles: held }) => setPerson({ id: sub, held: held ?? [] }),
      // A broken token is reported by the first request that needs one.
      () => undefined,
    );
  }, []);
  const prefix = `${tenantOrganizationId(tenantId ?? '')}:`;
  const roles = person?.held.flatMap(role => (role.startsWith(prefix) ? [role.slice(prefix.length)] : []));
  const isKnown = !isCloud && roles?.includes('admin') === true;
  const input = { params: { tenantId: tenantId ?? '', userId: person?.id ?? '' } };
  const { data } = useQuery({
    queryKey: keyOf(listScopes, input, 'cloud'),
    queryFn: () => send(listScopes, input, 'cloud'),
    enabled: person !== undefined && tenantId !== undefined && !isKnown && (isCloud || roles?.length !== 0),
    meta: { hideErrors: true },
  });
  return { roles, permissions: isKnown ? tenantRoles.admin : data?.map(({ name }) => name) };
};

/** Members with a role of single permissions are refused what it lacks. Others may do all that their screens offer. */
export const hasNarrowRole = async () => {
  const { sub: userId } = await session.getIdTokenClaims();
  const params = { tenantId: isCloud ? currentTenantId() : defaultTenantId, userId };
  const held = await send(listScopes, { params }, 'cloud').catch(() => []);
  return held.length > 0 && !held.some(({ name }) => name === 'read:data');
};
