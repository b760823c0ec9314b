import { isBuiltInRole, type MemberRole, memberRoles } from '@gatehouse/contract/member-roles.ts';
import { memberOf } from '../../api.ts';
import { isCloud } from '../../bootstrap.ts';
import { useT } from '../../phrases.tsx';
import { useMembership } from '../../session/membership.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';

/** The roles that members of the tenant can have, and a sentence about each. */
export const useMemberRoles = () => {
  const t = useT();
  const { tenantId } = useMembership();
  const { data, failure } = useReadOrFailure(
    memberRoles.list,
    { params: { tenantId } },
    { door: memberOf(tenantId) },
  );
  const describe = ({ id, description }: MemberRole) => {
    if (!isBuiltInRole(id)) return description ?? undefined;
    if (!isCloud && (id === 'admin' || id === 'collaborator'))
      return t(`tenant_members.own_role_texts.${id}`);
    return t(`tenant_members.role_texts.${id}`);
  };
  return { roles: data ?? [], isLoading: data === undefined, failure, describe };
};
