import { defaultTenantId, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { tenantRoles } from '@gatehouse/contract/scopes.ts';
import type { tenantMembers } from '@gatehouse/contract/tenant-members.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { keyOf, queryClient, refreshForTenant, send } from '../api.ts';
import { isCloud } from '../bootstrap.ts';
import { lightRow } from '../request.ts';
import type { HeldPermission } from './abilities.ts';
import { session } from './client.ts';
import { currentTenantId } from './tenant.ts';

const listScopes = lightRow<typeof tenantMembers.listScopes>({
  method: 'get',
  path: '/tenants/:tenantId/members/:userId/scopes',
  permission: 'manage:tenant:self',
});

type OwnPermissions = {
  /** As the sign-in knew them; empty for people who are no members. */
  roles: readonly string[] | undefined;
  /** The current permissions of the role. Undefined until they are known. */
  permissions: readonly HeldPermission[] | undefined;
};

const scopesOf = (tenantId: string, userId: string) => {
  const input = { params: { tenantId, userId } };
  return { queryKey: keyOf(listScopes, input, 'cloud'), queryFn: () => send(listScopes, input, 'cloud') };
};

const ofAdministrators = tenantRoles.admin.map(name => ({ name }));

/**
 * The role of the signed-in person in a tenant. Self-hosted, administrators are known by their ID token, so that they
 * wait for nothing. Those who have another role since see what it allows as soon as the server has answered.
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
  const { data } = useQuery({
    ...scopesOf(tenantId ?? '', person?.id ?? ''),
    enabled: person !== undefined && tenantId !== undefined && (isCloud || roles?.length !== 0),
    placeholderData: isKnown ? ofAdministrators : undefined,
    refetchOnWindowFocus: 'always',
    meta: { hideErrors: true },
  });
  return { roles, permissions: data };
};

/** Answers were for the tenant of before, or for the role that the person had in it. */
export const useRefreshOnChange = (
  tenantId: string | undefined,
  permissions: readonly HeldPermission[] | undefined,
) => {
  const known = permissions
    ?.map(({ name, isLimited }) => (isLimited ? `${name}*` : name))
    .toSorted()
    .join(' ');
  const shown = useRef({ tenantId, known });
  useEffect(() => {
    const before = shown.current;
    const isSameTenant = before.tenantId === tenantId;
    shown.current = { tenantId, known: known ?? (isSameTenant ? before.known : undefined) };
    const hasOtherRole = before.known !== undefined && known !== undefined && before.known !== known;
    if (!isSameTenant || hasOtherRole) void refreshForTenant();
  }, [tenantId, known]);
};

/** The current permissions of the person, as far as they can be read. The screens follow them after a refusal. */
export const readOwnPermissions = async () => {
  const { sub: userId } = await session.getIdTokenClaims();
  const scopes = scopesOf(isCloud ? currentTenantId() : defaultTenantId, userId);
  const held = await queryClient.fetchQuery({ ...scopes, staleTime: 0 }).catch(() => undefined);
  return held?.map(({ name }) => name);
};
