import type { Organization, OrganizationRole } from '@gatehouse/contract/organizations.ts';
import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';
import { featuredUsers, readFeatured } from './featured.ts';
import { fetchPage } from './listing.ts';
import { asUnknownRelated, type RelationDelta, unknownRelated } from './relations.ts';

export const presentOrganization = (row: Selectable<Tables['organizations']>) => row as Organization;
export const presentOrganizationRole = (row: Selectable<Tables['organizationRoles']>) =>
  row as unknown as OrganizationRole;

export const findOrganization = async (db: Kysely<Tables>, id: string) => {
  const organization = await db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!organization)
    throw new RequestError('entity.not_exists_with_id', { data: { name: 'organization', id } });
  return presentOrganization(organization);
};

/** The organization that something is about to hang from. */
export const requireOrganization = (db: Kysely<Tables>, id: string) =>
  findOrganization(db, id).catch(asUnknownRelated);

/** Roles of users are for users, roles of machines for machines. */
export const requireOrganizationRoles = async (
  db: Kysely<Tables>,
  ids: readonly string[],
  type: OrganizationRole['type'],
) => {
  if (ids.length === 0) return;
  const roles = await db
    .selectFrom('organizationRoles')
    .select(['id', 'type'])
    .where('id', 'in', ids)
    .execute();
  const unknown = ids.filter(id => !roles.some(role => role.id === id));
  if (unknown.length) throw unknownRelated({ data: { organizationRoleIds: unknown } });
  if (roles.some(role => role.type !== type)) throw new RequestError('entity.db_constraint_violated');
};

type RoleHolders = {
  organizationJitRoles: { organizationId: string };
  organizationUserRoles: { organizationId: string; userId: string };
  organizationApplicationRoles: { organizationId: string; applicationId: string };
};

/** The roles in one of the tables that hold them, for one holder. */
export const listHeldRoles = async <T extends keyof RoleHolders>(
  db: Kysely<Tables>,
  table: T,
  holder: RoleHolders[T],
  page: { size: number; offset: number } | undefined,
) => {
  const found = await fetchPage(
    db
      .selectFrom('organizationRoles')
      .selectAll()
      .where('id', 'in', heldRoleIds(db, table, holder))
      .orderBy('name')
      .orderBy('id'),
    page,
  );
  return { ...found, items: found.items.map(presentOrganizationRole) };
};

const heldRoleIds = (db: Kysely<Tables>, table: keyof RoleHolders, holder: Record<string, string>) => {
  // The query builder cannot follow a table that is only known as a union.
  let query = (db as unknown as Kysely<Record<string, Record<string, string>>>)
    .selectFrom(table as string)
    .select('organizationRoleId');
  for (const [column, value] of Object.entries(holder)) query = query.where(column, '=', value);
  return query as unknown as SelectQueryBuilder<Tables, keyof Tables, { organizationRoleId: string }>;
};

const memberTables = {
  user: { table: 'organizationUsers', column: 'userId', told: 'UserIds' },
  application: { table: 'organizationApplications', column: 'applicationId', told: 'ApplicationIds' },
} as const;

export const isMember = async (
  db: Kysely<Tables>,
  kind: keyof typeof memberTables,
  organizationId: string,
  memberId: string,
) => {
  const { table, column } = memberTables[kind];
  const { rows } = await sql`
    select from ${sql.table(table)}
    where organization_id = ${organizationId} and ${sql.ref(column)} = ${memberId}`.execute(db);
  return rows.length > 0;
};

export const requireMember = async (...asked: Parameters<typeof isMember>) => {
  if (!(await isMember(...asked))) throw new RequestError('organization.require_membership');
};

/** Webhooks hear who came and who went. */
export const tellMembership = (
  tx: Write,
  kind: keyof typeof memberTables,
  organizationId: string,
  { added, removed }: RelationDelta,
) => {
  const { told } = memberTables[kind];
  tx.emit('Organization.Membership.Updated', {
    organizationId,
    ...(added.length ? { [`added${told}`]: added } : {}),
    ...(removed.length ? { [`removed${told}`]: removed } : {}),
  });
};

/** The roles that members hold in an organization, by member: one query for a whole page of them. */
export const rolesOfMembers = async (
  db: Kysely<Tables>,
  organizationId: string,
  kind: 'user' | 'application',
  memberIds: string[],
) => {
  if (memberIds.length === 0) return () => [];
  const held =
    kind === 'user'
      ? db
          .selectFrom('organizationUserRoles')
          .select(['userId as memberId', 'organizationRoleId'])
          .where('organizationId', '=', organizationId)
          .where('userId', 'in', memberIds)
      : db
          .selectFrom('organizationApplicationRoles')
          .select(['applicationId as memberId', 'organizationRoleId'])
          .where('organizationId', '=', organizationId)
          .where('applicationId', 'in', memberIds);
  const rows = await db
    .selectFrom(held.as('held'))
    .innerJoin('organizationRoles as role', 'role.id', 'held.organizationRoleId')
    .select(['held.memberId', 'role.id', 'role.name'])
    .orderBy('role.name')
    .execute();
  const byMember = Map.groupBy(rows, row => row.memberId);
  return (memberId: string) => (byMember.get(memberId) ?? []).map(({ id, name }) => ({ id, name }));
};

/** For each organization: how many members it has, and the first few of them. */
export const membersOfOrganizations = async (
  db: Kysely<Tables>,
  organizationIds: string[],
  { mayReadUsers }: { mayReadUsers: boolean },
) => {
  const members = await readFeatured(
    db,
    { table: 'organizationUsers', owner: 'organizationId', member: 'userId', first: 'createdAt' },
    organizationIds,
    featuredUsers(db, mayReadUsers),
  );
  return (organizationId: string) => {
    const { total, members: featured } = members(organizationId);
    return { usersCount: total, featuredUsers: featured };
  };
};
