import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import { beyondLimits, type LimitedRole, type RoleLimits } from '@gatehouse/contract/limited-roles.ts';
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
import { inOtherTenant } from '../database/other-tenant.ts';
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

type OwnRole = AssignableRole & { description: string | null; limits: RoleLimits | null };
type Content = Pick<OwnRole, 'name' | 'description' | 'permissions' | 'limits'>;

/** A role that members of the tenant can have: a built-in one, or one of the tenant's own. */
export const findRole = async (db: Kysely<Tables>, tenantId: string, id: string): Promise<AssignableRole> =>
  isBuiltInRole(id)
    ? { id, name: id, organizationRoleId: idOfBuiltIn(id), permissions: builtInRoles[id] ?? [] }
    : findOwnRole(db, tenantId, id);

export const findOwnRole = async (db: Kysely<Tables>, tenantId: string, id: string): Promise<OwnRole> => {
  const role = await db
    .selectFrom('memberRoles')
    .select(['organizationRoleId', 'name', 'description', 'permissions', 'limited'])
    .where('organizationRoleId', '=', id)
    .where('organizationId', '=', tenantOrganizationId(tenantId))
    .executeTakeFirst();
  if (!role) throw new RequestError('entity.not_found');
  return { id, ...whole(role) };
};

type Stored = { permissions: readonly MemberPermission[]; limited: LimitedRole | null };

/** A role as the API has it: with all of its permissions, and the objects that they are limited to. */
const whole = <Role extends Stored>({ limited, ...role }: Role) => ({
  ...role,
  permissions: [...role.permissions, ...(limited?.permissions ?? [])],
  limits: limited && { applications: limited.applications, organizations: limited.organizations },
});

/** The roles behind organization roles, for invitations. */
export const rolesBehind = async (db: Kysely<Tables>, organizationRoleIds: readonly string[]) => {
  const own = await db
    .selectFrom('memberRoles')
    .select(['organizationRoleId as id', 'organizationRoleId', 'name', 'permissions', 'limited'])
    .where('organizationRoleId', 'in', ['', ...organizationRoleIds])
    .execute();
  const builtIn = builtInRoleNames.map(name => ({
    id: name as string,
    name: name as string,
    organizationRoleId: idOfBuiltIn(name),
    permissions: builtInRoles[name] ?? [],
  }));
  return (roleIds: readonly string[]): AssignableRole[] =>
    [...builtIn, ...own.map(whole)].filter(({ organizationRoleId }) => roleIds.includes(organizationRoleId));
};

export const listRoles = async (
  db: Kysely<Tables>,
  tenantId: string,
  { withBilling }: { withBilling: boolean },
): Promise<MemberRole[]> => {
  const count = await countHolders(db, tenantId);
  const own = await db
    .selectFrom('memberRoles')
    .select(['organizationRoleId', 'name', 'description', 'permissions', 'limited'])
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
        limits: null,
        isBuiltIn: true,
        ...count(idOfBuiltIn(name)),
      })),
    ...own.map(role => presentOwn(whole(role), count)),
  ];
};

export const readOwnRole = async (db: Kysely<Tables>, tenantId: string, id: string): Promise<MemberRole> =>
  presentOwn(await findOwnRole(db, tenantId, id), await countHolders(db, tenantId));

type Count = Awaited<ReturnType<typeof countHolders>>;

const presentOwn = (
  {
    organizationRoleId: id,
    name,
    description,
    permissions,
    limits,
  }: Content & { organizationRoleId: string },
  count: Count,
): MemberRole => ({
  id,
  name,
  description,
  permissions: [...permissions],
  limits,
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
  await requireFit(tx.db, tenantId, content);
  const id = generateId();
  const organizationId = tenantOrganizationId(tenantId);
  // Roles of organizations have names that no two tenants share.
  await tx.insert('organizationRoles', { id, name: `${organizationId}:${id}` });
  await tx.insert('memberRoles', { organizationRoleId: id, organizationId, ...stored(content) });
  await keepScopes(tx, id, content);
  return id;
};

/** Members who lose a permission lose the invitations that they sent, too. */
export const updateRole = async (tx: Write, tenantId: string, before: OwnRole, after: Content) => {
  const { organizationRoleId } = before;
  if (after.name.toLowerCase() !== before.name.toLowerCase())
    await requireFreeName(tx.db, tenantId, after.name);
  await requireFit(tx.db, tenantId, after, before.limits);
  await tx.update('memberRoles', { organizationRoleId }, stored(after));
  await keepScopes(tx, organizationRoleId, after);
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

const stored = ({ name, description, permissions, limits }: Content) => {
  const others = permissions.filter(permission => permission !== everyMember);
  return {
    name: name.trim(),
    description,
    permissions: [everyMember, ...(limits ? [] : new Set(others))] satisfies MemberPermission[],
    limited: limits && { ...limits, permissions: [...new Set(others)] },
  };
};

/** A limited role has nothing that is not limited, and the objects exist that were not among them before. */
const requireFit = async (
  db: Kysely<Tables>,
  tenantId: string,
  { permissions, limits }: Content,
  before: RoleLimits | null = null,
) => {
  if (!limits) return;
  const beyond = beyondLimits(
    permissions.filter(permission => permission !== everyMember),
    limits,
  );
  if (beyond.length > 0) throw new RequestError('role.beyond_limits', { data: { permissions: beyond } });
  await inOtherTenant(db, tenantId, async () => {
    for (const table of ['applications', 'organizations'] as const) {
      const added = limits[table].filter(id => !before?.[table].includes(id));
      if (added.length === 0) continue;
      const known = await db.selectFrom(table).select('id').where('id', 'in', added).execute();
      if (known.length < added.length)
        throw new RequestError('entity.relation_foreign_key_not_found', { status: 422 });
    }
  });
};

/** Tokens of members carry these. */
const keepScopes = async (
  tx: Write,
  organizationRoleId: string,
  { permissions, limits }: Pick<Content, 'permissions' | 'limits'>,
) => {
  const names = [everyMember, ...(limits ? [] : permissions.filter(isTenantPermission))];
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
