import { limitedAreas } from '@gatehouse/contract/limited-requests.ts';
import { isBuiltInRole, type MemberRole, memberRoles } from '@gatehouse/contract/member-roles.ts';
import { listFormat } from '@gatehouse/phrases/formatters.ts';
import { memberOf } from '../../api.ts';
import { isCloud } from '../../bootstrap.ts';
import { useTranslation } from '../../phrases.tsx';
import { useMembership } from '../../session/membership.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';

/** The roles that members of the tenant can have, and a sentence about each. */
export const useMemberRoles = () => {
  const { t, language } = useTranslation();
  const { tenantId } = useMembership();
  const { data, failure } = useReadOrFailure(
    memberRoles.list,
    { params: { tenantId } },
    { door: memberOf(tenantId) },
  );
  const limitsOf = ({ limits }: MemberRole) => {
    if (!limits) return undefined;
    const counts = limitedAreas.flatMap(area =>
      limits[area].length > 0
        ? [t(`tenant_members.own_role.limited_${area}`, { count: limits[area].length })]
        : [],
    );
    return t('tenant_members.own_role.limited', { objects: listFormat(language).format(counts) });
  };
  const describe = (role: MemberRole) => {
    const { id, description } = role;
    if (!isBuiltInRole(id)) return [description, limitsOf(role)].filter(Boolean).join(' · ') || undefined;
    if (!isCloud && (id === 'admin' || id === 'collaborator'))
      return t(`tenant_members.own_role_texts.${id}`);
    return t(`tenant_members.role_texts.${id}`);
  };
  return { roles: data ?? [], isLoading: data === undefined, failure, describe };
};
