import type { organizations as rows } from '@gatehouse/contract/organizations.ts';
import type { Kysely } from 'kysely';
import type { Write } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { contains, fetchPage } from '../../domain/listing.ts';
import {
  findOrganization,
  presentOrganizationRole,
  requireOrganizationRoles,
  rolesOfMembers,
} from '../../domain/organizations.ts';
import { addRelated, type RelationDelta, removeRelated, replaceRelated } from '../../domain/relations.ts';
import { RequestError } from '../../domain/request-error.ts';
import { presentUser } from '../../domain/users.ts';
import type { Handlers } from '../../http/implement.ts';

type MemberRows = Pick<
  typeof rows,
  | 'listUsers'
  | 'addUsers'
  | 'replaceUsers'
  | 'removeUser'
  | 'assignRolesToUsers'
  | 'listUserRoles'
  | 'addUserRoles'
  | 'replaceUserRoles'
  | 'removeUserRole'
  | 'listUserScopes'
>;

export const organizationMembers: Handlers<MemberRows> = {
  async listUsers({ db, params, query, page }) {
    await findOrganization(db, params.id);
    const { q, organizationRoleId } = query;
    const found = await fetchPage(
      db
        .selectFrom('users')
        .innerJoin('organizationUsers as member', 'member.userId', 'users.id')
        .selectAll('users')
        .where('member.organizationId', '=', params.id)
        .$if(Boolean(q), list => list.where(contains(searchedColumns, q ?? '')))
        .$if(organizationRoleId !== undefined, list =>
          list.where('users.id', 'in', eb =>
            eb
              .selectFrom('organizationUserRoles')
              .select('userId')
              .where('organizationId', '=', params.id)
              .where('organizationRoleId', '=', organizationRoleId ?? ''),
          ),
        )
        .orderBy('member.createdAt', 'desc')
        .orderBy('member.userId'),
      page,
    );
    const userIds = found.items.map(({ id }) => id);
    const rolesOf = await rolesOfMembers(db, params.id, 'user', userIds);
    const items = found.items.map(user => ({ ...presentUser(user), organizationRoles: rolesOf(user.id) }));
    return { ...found, items };
  },

  async addUsers({ tx, db, params, body }) {
    await findOrganization(db, params.id);
    tellMembership(tx, params.id, await addRelated(tx, members(params.id), body.userIds));
    return body;
  },

  async replaceUsers({ tx, db, params, body }) {
    await findOrganization(db, params.id);
    tellMembership(tx, params.id, await replaceRelated(tx, members(params.id), body.userIds));
  },

  async removeUser({ tx, params }) {
    tellMembership(tx, params.id, await removeRelated(tx, members(params.id), params.userId));
  },

  async assignRolesToUsers({ tx, db, params, body }) {
    await requireOrganizationRoles(db, body.organizationRoleIds, 'User');
    for (const userId of new Set(body.userIds)) {
      await requireMember(db, params.id, userId);
      await addRelated(tx, memberRoles(params.id, userId), body.organizationRoleIds);
    }
  },

  async listUserRoles({ db, params, page }) {
    await requireMember(db, params.id, params.userId);
    const found = await fetchPage(
      db
        .selectFrom('organizationRoles')
        .innerJoin('organizationUserRoles as held', 'held.organizationRoleId', 'organizationRoles.id')
        .selectAll('organizationRoles')
        .where('held.organizationId', '=', params.id)
        .where('held.userId', '=', params.userId)
        .orderBy('organizationRoles.name'),
      page,
    );
    return { ...found, items: found.items.map(presentOrganizationRole) };
  },

  async addUserRoles({ tx, db, params, body }) {
    await requireMember(db, params.id, params.userId);
    const organizationRoleIds = await roleIdsOf(db, body);
    await addRelated(tx, memberRoles(params.id, params.userId), organizationRoleIds);
    return { organizationRoleIds };
  },

  async replaceUserRoles({ tx, db, params, body }) {
    await requireMember(db, params.id, params.userId);
    await replaceRelated(tx, memberRoles(params.id, params.userId), await roleIdsOf(db, body));
  },

  async removeUserRole({ tx, db, params }) {
    await requireMember(db, params.id, params.userId);
    await removeRelated(tx, memberRoles(params.id, params.userId), params.organizationRoleId);
  },

  async listUserScopes({ db, params }) {
    await requireMember(db, params.id, params.userId);
    return db
      .selectFrom('organizationScopes')
      .selectAll()
      .where('id', 'in', eb =>
        eb
          .selectFrom('organizationRoleScopes as granted')
          .innerJoin('organizationUserRoles as held', 'held.organizationRoleId', 'granted.organizationRoleId')
          .select('granted.organizationScopeId')
          .where('held.organizationId', '=', params.id)
          .where('held.userId', '=', params.userId),
      )
      .orderBy('name')
      .execute();
  },
};

const searchedColumns = [
  'users.id',
  'users.username',
  'users.primaryEmail',
  'users.primaryPhone',
  'users.name',
];

const members = (organizationId: string) =>
  ({ table: 'organizationUsers', parent: { organizationId }, column: 'userId' }) as const;

const memberRoles = (organizationId: string, userId: string) =>
  ({
    table: 'organizationUserRoles',
    parent: { organizationId, userId },
    column: 'organizationRoleId',
  }) as const;

const tellMembership = (tx: Write, organizationId: string, { added, removed }: RelationDelta) =>
  tx.emit('Organization.Membership.Updated', {
    organizationId,
    ...(added.length ? { addedUserIds: added } : {}),
    ...(removed.length ? { removedUserIds: removed } : {}),
  });

const requireMember = async (db: Kysely<Tables>, organizationId: string, userId: string) => {
  const member = await db
    .selectFrom('organizationUsers')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!member) throw new RequestError('organization.require_membership');
};

const roleIdsOf = async (
  db: Kysely<Tables>,
  body: { organizationRoleIds?: string[]; organizationRoleNames?: string[] },
) => {
  const { organizationRoleIds = [], organizationRoleNames: names = [] } = body;
  const named = names.length
    ? await db.selectFrom('organizationRoles').select(['id', 'name']).where('name', 'in', names).execute()
    : [];
  const unknown = names.filter(name => !named.some(role => role.name === name));
  if (unknown.length)
    throw new RequestError('organization.role_names_not_found', { data: { names: unknown } });
  const ids = [...organizationRoleIds, ...named.map(({ id }) => id)];
  await requireOrganizationRoles(db, ids, 'User');
  return ids;
};
