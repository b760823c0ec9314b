import type { organizations as rows } from '@gatehouse/contract/organizations.ts';
import { userSearchFields } from '@gatehouse/contract/search.ts';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { fetchPage } from '../../domain/listing.ts';
import {
  findOrganization,
  listHeldRoles,
  requireMember,
  requireOrganizationRoles,
  rolesOfMembers,
  tellMembership,
} from '../../domain/organizations.ts';
import { addRelated } from '../../domain/relations.ts';
import { isFoundIn, searchCondition, searchInTime } from '../../domain/search.ts';
import { presentUser } from '../../domain/users.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { relate } from './relate.ts';

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

type RolesByIdOrName = { organizationRoleIds?: string[]; organizationRoleNames?: string[] };

const roleIdsOf = async (db: Kysely<Tables>, body: RolesByIdOrName) => {
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

type Params = { id: string };
type MemberParams = { id: string; userId: string };

const requireParent = (db: Kysely<Tables>, { id, userId }: MemberParams) =>
  requireMember(db, 'user', id, userId);

const members = relate({
  relation: ({ id }: Params) =>
    ({ table: 'organizationUsers', parent: { organizationId: id }, column: 'userId' }) as const,
  ids: 'userIds',
  child: 'userId',
  requireParent: (db, { id }) => findOrganization(db, id),
  tell: (tx, { id }, delta) => tellMembership(tx, 'user', id, delta),
});

const rolesOfMember = ({ id, userId }: MemberParams) =>
  ({
    table: 'organizationUserRoles',
    parent: { organizationId: id, userId },
    column: 'organizationRoleId',
  }) as const;

const memberRoles = relate({
  relation: rolesOfMember,
  ids: 'organizationRoleIds',
  child: 'organizationRoleId',
  requireParent,
  resolve: ({ db, body }: { db: Kysely<Tables>; body: RolesByIdOrName }) => roleIdsOf(db, body),
});

export const organizationMembers: Handlers<MemberRows> = {
  async listUsers({ db, params, query, page }) {
    await findOrganization(db, params.id);
    const { q, organizationRoleId } = query;
    // First the IDs of the page, then their users: many members are counted and skipped without loading them.
    const found = await searchInTime(() =>
      fetchPage(
        db
          .selectFrom('organizationUsers as member')
          .select('member.userId')
          .where('member.organizationId', '=', params.id)
          .$if(Boolean(q), list =>
            list.where(isFoundIn('searchableUsers', isFound(q ?? ''), 'member.userId')),
          )
          .$if(organizationRoleId !== undefined, list =>
            list.where('member.userId', 'in', eb =>
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
      ),
    );
    const userIds = found.items.map(({ userId }) => userId);
    const users = await db
      .selectFrom('users')
      .selectAll()
      .where(sql<SqlBool>`id = any(${userIds})`)
      .execute();
    const place = new Map(userIds.map((userId, index) => [userId, index]));
    const inOrder = users.toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0));
    const rolesOf = await rolesOfMembers(db, params.id, 'user', userIds);
    const items = inOrder.map(user => ({ ...presentUser(user), organizationRoles: rolesOf(user.id) }));
    return { ...found, items };
  },

  addUsers: members.add,
  replaceUsers: members.replace,
  removeUser: members.remove,

  async assignRolesToUsers({ tx, db, params, body }) {
    await requireOrganizationRoles(db, body.organizationRoleIds, 'User');
    for (const userId of new Set(body.userIds)) {
      await requireMember(db, 'user', params.id, userId);
      await addRelated(tx, rolesOfMember({ id: params.id, userId }), body.organizationRoleIds);
    }
  },

  async listUserRoles({ db, params, page }) {
    await requireParent(db, params);
    const { id: organizationId, userId } = params;
    return listHeldRoles(db, 'organizationUserRoles', { organizationId, userId }, page);
  },

  addUserRoles: memberRoles.add,
  replaceUserRoles: memberRoles.replace,
  removeUserRole: memberRoles.remove,

  async listUserScopes({ db, params }) {
    await requireParent(db, params);
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

const isFound = (q: string) =>
  searchCondition({ search: [q] }, userSearchFields, { indexed: 'searchText' }) ?? sql<SqlBool>`true`;
