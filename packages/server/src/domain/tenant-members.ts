import { adminTenantId, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { type TenantPermission, type TenantRole, tenantRoles } from '@gatehouse/contract/scopes.ts';
import type { TenantMember } from '@gatehouse/contract/tenant-members.ts';
import type { Kysely } from 'kysely';
import type { Write } from '../database/database.ts';
import { oneAtATime } from '../database/statement-settings.ts';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';
import { addRelated, replaceRelated } from './relations.ts';
import { revokeInvitationsOf } from './revoked-invitations.ts';
import { isShutOut } from './standing.ts';
import { administratorRoleId, organizationRoleId } from './tenants.ts';

/** The members of a tenant are the members of an organization in the admin tenant; all of this happens there. */
export const addMember = async (tx: Write, tenantId: string, userId: string, role: TenantRole) => {
  const organizationId = tenantOrganizationId(tenantId);
  await addRelated(tx, { table: 'organizationUsers', parent: { organizationId }, column: 'userId' }, [
    userId,
  ]);
  const held = { organizationId, userId };
  await addRelated(tx, { table: 'organizationUserRoles', parent: held, column: 'organizationRoleId' }, [
    organizationRoleId(role),
  ]);
};

export const setMemberRole = async (tx: Write, tenantId: string, userId: string, role: TenantRole) => {
  await requireOtherAdministrator(tx.db, tenantId, role === 'admin' ? undefined : userId);
  await requireMember(tx.db, tenantId, userId);
  if (role !== 'admin') await revokeInvitationsOf(tx, userId, tenantId);
  const parent = { organizationId: tenantOrganizationId(tenantId), userId };
  await replaceRelated(tx, { table: 'organizationUserRoles', parent, column: 'organizationRoleId' }, [
    organizationRoleId(role),
  ]);
};

export const removeMember = async (tx: Write, tenantId: string, userId: string) => {
  await requireOtherAdministrator(tx.db, tenantId, userId);
  await requireMember(tx.db, tenantId, userId);
  await revokeInvitationsOf(tx, userId, tenantId);
  await tx.delete('organizationUsers', { organizationId: tenantOrganizationId(tenantId), userId });
  // Administrators that were created manually also have a role with the management API.
  await tx.delete('usersRoles', { userId, roleId: administratorRoleId(tenantId) });
};

/**
 * A member's actions on others are decided by the permissions of that moment. Removals take the same lock: a member who
 * is removed at the same time can no longer invite or promote. Suspensions wait for it, too.
 */
export const requireHeld = async (
  db: Kysely<Tables>,
  tenantId: string,
  { kind, id: userId }: { kind: string; id: string },
  permission: TenantPermission,
) => {
  if (kind !== 'user') return;
  const held = await oneAtATime(administratorsOf(tenantId), () =>
    db
      .selectFrom('organizationUserRoles as held')
      .innerJoin('users', 'users.id', 'held.userId')
      .select(['held.organizationRoleId', 'users.isSuspended', 'users.deletionDueAt'])
      .where('held.organizationId', '=', tenantOrganizationId(tenantId))
      .where('held.userId', '=', userId)
      .forShare('users')
      .execute(),
  );
  const roles = presentRoles(held.filter(role => !isShutOut(role)).map(role => role.organizationRoleId));
  const isHeld = roles.some(({ name }) => tenantRoles[name].some(each => each === permission));
  if (!isHeld) throw new RequestError('auth.forbidden');
};

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
  const held = await db
    .selectFrom('organizationUserRoles')
    .select(['userId', 'organizationRoleId'])
    .where('organizationId', '=', organizationId)
    .execute();
  return people.map(person => ({
    ...person,
    organizationRoles: presentRoles(
      held.filter(({ userId }) => userId === person.id).map(role => role.organizationRoleId),
    ),
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

/** The roles by the names that they have in every tenant. */
export const presentRoles = (roleIds: readonly string[]) =>
  roleNames.filter(name => roleIds.includes(organizationRoleId(name))).map(name => ({ id: name, name }));

const administratorsOf = (tenantId: string) => `administrators of ${tenantId}`;
const roleNames = Object.keys(tenantRoles) as TenantRole[];
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
