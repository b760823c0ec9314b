import { adminTenantId, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import type { BuiltInRole } from '@gatehouse/contract/member-roles.ts';
import type { MemberPermission } from '@gatehouse/contract/scopes.ts';
import type { TenantMember } from '@gatehouse/contract/tenant-members.ts';
import type { Kysely } from 'kysely';
import type { Write } from '../database/database.ts';
import { inOtherTenant } from '../database/other-tenant.ts';
import { oneAtATime } from '../database/statement-settings.ts';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';
import type { AssignableRole } from './member-roles.ts';
import { heldRoles, loadMembership } from './membership.ts';
import { addRelated, replaceRelated } from './relations.ts';
import { revokeInvitationsOf } from './revoked-invitations.ts';
import { isShutOut } from './standing.ts';
import { administratorRoleId, organizationRoleId } from './tenants.ts';

/** The members of a tenant are the members of an organization in the admin tenant; all of this happens there. */
export const addMember = async (tx: Write, tenantId: string, userId: string, role: BuiltInRole) => {
  const organizationId = tenantOrganizationId(tenantId);
  await addRelated(tx, { table: 'organizationUsers', parent: { organizationId }, column: 'userId' }, [
    userId,
  ]);
  const held = { organizationId, userId };
  await addRelated(tx, { table: 'organizationUserRoles', parent: held, column: 'organizationRoleId' }, [
    organizationRoleId(role),
  ]);
};

export const setMemberRole = async (
  tx: Write,
  tenantId: string,
  userId: string,
  { id, organizationRoleId }: Pick<AssignableRole, 'id' | 'organizationRoleId'>,
) => {
  const isAdministrator = id === 'admin';
  await requireOtherAdministrator(tx.db, tenantId, isAdministrator ? undefined : userId);
  await requireMember(tx.db, tenantId, userId);
  if (!isAdministrator) {
    await revokeInvitationsOf(tx, userId, tenantId);
    await dropAdministration(tx, tenantId, userId);
  }
  const parent = { organizationId: tenantOrganizationId(tenantId), userId };
  await replaceRelated(tx, { table: 'organizationUserRoles', parent, column: 'organizationRoleId' }, [
    organizationRoleId,
  ]);
};

export const removeMember = async (tx: Write, tenantId: string, userId: string) => {
  await requireOtherAdministrator(tx.db, tenantId, userId);
  await requireMember(tx.db, tenantId, userId);
  await revokeInvitationsOf(tx, userId, tenantId);
  await tx.delete('organizationUsers', { organizationId: tenantOrganizationId(tenantId), userId });
  await dropAdministration(tx, tenantId, userId);
};

/** The first administrator, and those from the command line, also have a role with the whole management API. */
const dropAdministration = (tx: Write, tenantId: string, userId: string) =>
  tx.delete('usersRoles', { userId, roleId: administratorRoleId(tenantId) });

/**
 * A member's actions on others are decided by the permissions of that moment, which are returned. Removals, and changes of
 * roles, take the same lock: a member who is removed at the same time can no longer invite or promote. Suspensions wait for
 * it, too.
 */
export const requireHeld = async (
  db: Kysely<Tables>,
  tenantId: string,
  { kind, id, scopes }: { kind: string; id: string; scopes: ReadonlySet<string> },
  ...oneOf: MemberPermission[]
): Promise<ReadonlySet<string>> => {
  if (kind !== 'user') return scopes;
  const user = await oneAtATime(administratorsOf(tenantId), () =>
    db
      .selectFrom('users')
      .select(['isSuspended', 'deletionDueAt'])
      .where('id', '=', id)
      .forShare()
      .executeTakeFirst(),
  );
  if (!user || isShutOut(user)) throw new RequestError('auth.forbidden');
  const { scopes: current } = await loadMembership(db, tenantOrganizationId(tenantId), { kind, id });
  const held = new Set([...current].filter(permission => scopes.has(permission)));
  if (!oneOf.some(permission => held.has(permission))) throw new RequestError('auth.forbidden');
  return held;
};

/** All permissions of a member's roles, for those who change them. */
export const permissionsOfMember = async (db: Kysely<Tables>, tenantId: string, userId: string) =>
  (await heldRoles(db, tenantOrganizationId(tenantId), [userId])).flatMap(({ permissions, limited }) => [
    ...permissions,
    ...(limited?.permissions ?? []),
  ]);

/** Members must leave a tenant first. The account is locked, so that it joins none meanwhile. */
export const requireNoTenants = async (db: Kysely<Tables>, userId: string) => {
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  if ((await tenantIdsOf(db, userId)).length > 0) throw new RequestError('tenant.account_has_tenants');
};

/** Members and those who are invited. */
export const countMembers = async (db: Kysely<Tables>, tenantId: string) => {
  const organizationId = tenantOrganizationId(tenantId);
  const { taken } = await db
    .selectNoFrom(eb =>
      eb(
        eb
          .selectFrom('organizationUsers')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('tenantId', '=', adminTenantId)
          .where('organizationId', '=', organizationId),
        '+',
        eb
          .selectFrom('organizationInvitations')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('tenantId', '=', adminTenantId)
          .where('organizationId', '=', organizationId)
          .where('status', '=', 'Pending')
          .where('expiresAt', '>', Date.now()),
      )
        .$castTo<number>()
        .as('taken'),
    )
    .executeTakeFirstOrThrow();
  return taken;
};

export const listMembers = async (db: Kysely<Tables>, tenantId: string): Promise<TenantMember[]> => {
  const organizationId = tenantOrganizationId(tenantId);
  const people = await db
    .selectFrom('organizationUsers as member')
    .innerJoin('users', 'users.id', 'member.userId')
    .select(['users.id', 'name', 'username', 'primaryEmail', 'primaryPhone', 'avatar', 'lastSignInAt'])
    .where('member.organizationId', '=', organizationId)
    .orderBy('member.createdAt')
    .orderBy('users.id')
    .execute();
  const held = await heldRoles(db, organizationId);
  return people.map(person => ({
    ...person,
    organizationRoles: held
      .filter(({ userId }) => userId === person.id)
      .map(({ id, name }) => ({ id, name })),
  }));
};

/** The tenants that a user belongs to. */
export const tenantIdsOf = async (db: Kysely<Tables>, userId: string) => {
  const rows = await db
    .selectFrom('organizationUsers')
    .select('organizationId')
    .where('userId', '=', userId)
    .where('organizationId', 'like', `${organizationPrefix}%`)
    .execute();
  return rows.map(({ organizationId }) => organizationId.slice(organizationPrefix.length));
};

const administratorsOf = (tenantId: string) => `administrators of ${tenantId}`;
const organizationPrefix = tenantOrganizationId('');

const requireMember = async (db: Kysely<Tables>, tenantId: string, userId: string) => {
  const member = await db
    .selectFrom('organizationUsers')
    .select('userId')
    .where('organizationId', '=', tenantOrganizationId(tenantId))
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!member) throw new RequestError('entity.not_found');
};

/** One at a time, so that the last two cannot leave together. Suspended administrators could not restore access. */
const requireOtherAdministrator = async (
  db: Kysely<Tables>,
  tenantId: string,
  userId: string | undefined,
) => {
  const administrators = await oneAtATime(administratorsOf(tenantId), () =>
    db
      .selectFrom('organizationUserRoles as held')
      .innerJoin('users', 'users.id', 'held.userId')
      .select(['held.userId', 'users.isSuspended', 'users.deletionDueAt'])
      .where('held.organizationId', '=', tenantOrganizationId(tenantId))
      .where('held.organizationRoleId', '=', organizationRoleId('admin'))
      .execute(),
  );
  const others = administrators.filter(other => other.userId !== userId && !isShutOut(other));
  const isAdministrator = administrators.some(administrator => administrator.userId === userId);
  if (isAdministrator && others.length === 0) throw new RequestError('tenant.last_administrator');
};

/** A single member could no longer change anything where changes need an approval, nor end that rule. */
export const requireApprovers = (db: Kysely<Tables>, tenantId: string) =>
  inOtherTenant(db, adminTenantId, async () => {
    const organizationId = tenantOrganizationId(tenantId);
    const members = await db
      .selectFrom('organizationUsers')
      .innerJoin('users', 'users.id', 'organizationUsers.userId')
      .select('users.id')
      .where('organizationId', '=', organizationId)
      .where('isSuspended', '=', false)
      .where('deletionDueAt', 'is', null)
      .execute();
    // Of no members, no roles can be asked for.
    if (members.length < 2) throw new RequestError('draft.too_few_members');
    const roles = await heldRoles(
      db,
      organizationId,
      members.map(({ id }) => id),
    );
    const able = roles.filter(({ permissions }) =>
      permissions.some(permission => permission === 'write:data' || permission === 'bundles:write'),
    );
    if (new Set(able.map(({ userId }) => userId)).size < 2) throw new RequestError('draft.too_few_members');
  });
