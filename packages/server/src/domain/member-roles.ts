import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import {
  builtInRoleNames,
  builtInRoles,
  everyMember,
  isBuiltInRole,
  type MemberRole,
} from '@gatehouse/contract/member-roles.ts';
import { isTenantPermission, type MemberPermission } from '@gatehouse/contract/scopes.ts';
import { type Kysely, sql } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';
import { replaceRelated } from './relations.ts';
import { revokeInvitationsOf } from './revoked-invitations.ts';
import { fixedId, organizationRoleId as idOfBuiltIn } from './tenants.ts';

export type AssignableRole = {
  /** As the API names it. */
  id: string;
  organizationRoleId: string;
  name: string;
  permissions: readonly MemberPermission[];
};

type OwnRole = AssignableRole & { description: string | null };
type Content = Pick<OwnRole, 'name' | 'description' | 'permissions'>;

/** A role that members of the tenant can have: a built-in one, or one of the tenant's own. */
export const findRole = async (db: Kysely<Tables>, tenantId: string, id: string): Promise<AssignableRole> =>
  isBuiltInRole(id)
    ? { id, name: id, organizationRoleId: idOfBuiltIn(id), permissions: builtInRoles[id] ?? [] }
    : findOwnRole(db, tenantId, id);

export const findOwnRole = async (db: Kysely<Tables>, tenantId: string, id: string): Promise<OwnRole> => {
  const role = await db
    .selectFrom('memberRoles')
    .select(['organizationRoleId', 'name', 'description', 'permissions'])
    .where('organizationRoleId', '=', id)
    .where('organizationId', '=', tenantOrganizationId(tenantId))
    .executeTakeFirst();
  if (!role) throw new RequestError('entity.not_found');
  return { id, ...role };
};

/** The roles behind organization roles, for invitations. */
export const rolesBehind = async (db: Kysely<Tables>, organizationRoleIds: readonly string[]) => {
  const own = await db
    .selectFrom('memberRoles')
    .select(['organizationRoleId as id', 'organizationRoleId', 'name', 'permissions'])
    .where('organizationRoleId', 'in', ['', ...organizationRoleIds])
    .execute();
  const builtIn = builtInRoleNames.map(name => ({
    id: name as string,
    name: name as string,
    organizationRoleId: idOfBuiltIn(name),
    permissions: builtInRoles[name] ?? [],
  }));
  return (roleIds: readonly string[]): AssignableRole[] =>
    [...builtIn, ...own].filter(({ organizationRoleId }) => roleIds.includes(organizationRoleId));
};

export const listRoles = async (
  db: Kysely<Tables>,
  tenantId: string,
  { withBilling }: { withBilling: boolean },
): Promise<MemberRole[]> => {
  const count = await countHolders(db, tenantId);
  const own = await db
    .selectFrom('memberRoles')
    .select(['organizationRoleId', 'name', 'description', 'permissions'])
    .where('organizationId', '=', tenantOrganizationId(tenantId))
    .orderBy(sql`lower(name)`)
    .execute();
  return [
    ...builtInRoleNames
      .filter(name => withBilling || name !== 'billing')
      .map(name => ({
        id: name,
        name,
        description: null,
        permissions: [...(builtInRoles[name] ?? [])],
        isBuiltIn: true,
        ...count(idOfBuiltIn(name)),
      })),
    ...own.map(role => presentOwn(role, count)),
  ];
};

export const readOwnRole = async (db: Kysely<Tables>, tenantId: string, id: string): Promise<MemberRole> =>
  presentOwn(await findOwnRole(db, tenantId, id), await countHolders(db, tenantId));

type Count = Awaited<ReturnType<typeof countHolders>>;

const presentOwn = (
  { organizationRoleId: id, name, description, permissions }: Content & { organizationRoleId: string },
  count: Count,
): MemberRole => ({
  id,
  name,
  description,
  permissions: [...permissions],
  isBuiltIn: false,
  ...count(id),
});

const countHolders = async (db: Kysely<Tables>, tenantId: string) => {
  const organizationId = tenantOrganizationId(tenantId);
  const { rows } = await sql<{ id: string; memberCount: number; invitationCount: number }>`
    select organization_role_id as id, count(*) filter (where is_member)::int as "memberCount",
      count(*) filter (where not is_member)::int as "invitationCount"
    from (
      select organization_role_id, true as is_member from organization_user_roles
      where organization_id = ${organizationId}
      union all
      select role.organization_role_id, false from organization_invitation_roles role
      join organization_invitations invitation
        on invitation.tenant_id = role.tenant_id and invitation.id = role.invitation_id
      where invitation.organization_id = ${organizationId} and invitation.status = 'Pending'
        and invitation.expires_at > ${new Date()}
    ) held group by 1`.execute(db);
  return (roleId: string) => {
    const { memberCount = 0, invitationCount = 0 } = rows.find(({ id }) => id === roleId) ?? {};
    return { memberCount, invitationCount };
  };
};

export const createRole = async (tx: Write, tenantId: string, content: Content) => {
  await requireFreeName(tx.db, tenantId, content.name);
  const id = generateId();
  const organizationId = tenantOrganizationId(tenantId);
  // Roles of organizations have names that no two tenants share.
  await tx.insert('organizationRoles', { id, name: `${organizationId}:${id}` });
  await tx.insert('memberRoles', { organizationRoleId: id, organizationId, ...stored(content) });
  await keepScopes(tx, id, content.permissions);
  return id;
};

/** Members who lose a permission lose the invitations that they sent, too. */
export const updateRole = async (tx: Write, tenantId: string, before: OwnRole, after: Content) => {
  const { organizationRoleId } = before;
  if (after.name.toLowerCase() !== before.name.toLowerCase())
    await requireFreeName(tx.db, tenantId, after.name);
  await tx.update('memberRoles', { organizationRoleId }, stored(after));
  await keepScopes(tx, organizationRoleId, after.permissions);
  if (before.permissions.every(permission => after.permissions.includes(permission))) return;
  const holders = await tx.db
    .selectFrom('organizationUserRoles')
    .select('userId')
    .where('organizationRoleId', '=', organizationRoleId)
    .orderBy('userId')
    .execute();
  for (const { userId } of holders) await revokeInvitationsOf(tx, userId, tenantId);
};

export const deleteRole = async (tx: Write, tenantId: string, { organizationRoleId }: OwnRole) => {
  const { memberCount, invitationCount } = (await countHolders(tx.db, tenantId))(organizationRoleId);
  if (memberCount + invitationCount > 0) throw new RequestError('tenant.role_in_use');
  await tx.delete('organizationRoles', { id: organizationRoleId });
};

const stored = ({ name, description, permissions }: Content) => ({
  name: name.trim(),
  description,
  permissions: [...new Set<MemberPermission>([everyMember, ...permissions])],
});

/** Tokens of members carry these. */
const keepScopes = async (
  tx: Write,
  organizationRoleId: string,
  permissions: readonly MemberPermission[],
) => {
  const names = [everyMember, ...permissions.filter(isTenantPermission)];
  await replaceRelated(
    tx,
    { table: 'organizationRoleScopes', parent: { organizationRoleId }, column: 'organizationScopeId' },
    [...new Set(names)].map(name => fixedId(`organization-scope:${name}`)),
  );
};

const requireFreeName = async (db: Kysely<Tables>, tenantId: string, name: string) => {
  const taken = await db
    .selectFrom('memberRoles')
    .select('name')
    .where('organizationId', '=', tenantOrganizationId(tenantId))
    .where(sql`lower(name)`, '=', name.trim().toLowerCase())
    .executeTakeFirst();
  if (taken) throw new RequestError('role.name_in_use');
};
