import { managementRole } from '@gatehouse/contract/dialect.ts';
import type { Organization } from '@gatehouse/contract/organizations.ts';
import type { Role } from '@gatehouse/contract/roles.ts';
import type { userRoles as rows } from '@gatehouse/contract/user-access.ts';
import type { Kysely } from 'kysely';
import type { Write } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { RequestError } from '../../domain/request-error.ts';
import { fetchSearchedPage } from '../../domain/search.ts';
import { findUser } from '../../domain/users.ts';
import type { Handlers } from '../../http/implement.ts';

export const userRoles: Handlers<typeof rows> = {
  async listRoles({ db, params, query, page }) {
    await findUser(db, params.userId);
    const roles = db
      .selectFrom('roles')
      .selectAll()
      .where('id', 'in', eb =>
        eb.selectFrom('usersRoles').select('roleId').where('userId', '=', params.userId),
      )
      .orderBy('name');
    const found = await fetchSearchedPage(db, roles, query, page);
    return { ...found, items: found.items as Role[] };
  },

  async assignRoles({ tx, db, params, body }) {
    await findUser(db, params.userId);
    await requireUserRoles(db, body.roleIds);
    const addedRoleIds = await missingRoles(db, params.userId, body.roleIds);
    await addRoles(tx, params.userId, addedRoleIds);
    return { roleIds: body.roleIds, addedRoleIds };
  },

  async replaceRoles({ tx, db, params, body }) {
    await findUser(db, params.userId);
    await requireUserRoles(db, body.roleIds);
    const held = await heldRoles(db, params.userId);
    for (const roleId of held.filter(id => !body.roleIds.includes(id))) {
      await tx.delete('usersRoles', { userId: params.userId, roleId });
    }
    await addRoles(tx, params.userId, await missingRoles(db, params.userId, body.roleIds));
    return { roleIds: body.roleIds };
  },

  async removeRole({ tx, params }) {
    const removed = await tx.delete('usersRoles', params);
    if (removed.length === 0) throw new RequestError('entity.not_found');
  },

  async listOrganizations({ db, params }) {
    await findUser(db, params.userId);
    const organizations = await db
      .selectFrom('organizations')
      .selectAll()
      .where('id', 'in', eb =>
        eb.selectFrom('organizationUsers').select('organizationId').where('userId', '=', params.userId),
      )
      .orderBy('name')
      .execute();
    const roles = await db
      .selectFrom('organizationUserRoles as held')
      .innerJoin('organizationRoles as role', 'role.id', 'held.organizationRoleId')
      .select(['held.organizationId', 'role.id', 'role.name'])
      .where('held.userId', '=', params.userId)
      .orderBy('role.name')
      .execute();
    return organizations.map(organization => ({
      ...(organization as Organization),
      organizationRoles: roles.filter(({ organizationId }) => organizationId === organization.id),
    }));
  },
};

const heldRoles = async (db: Kysely<Tables>, userId: string) => {
  const rows = await db.selectFrom('usersRoles').select('roleId').where('userId', '=', userId).execute();
  return rows.map(({ roleId }) => roleId);
};

const missingRoles = async (db: Kysely<Tables>, userId: string, roleIds: string[]) => {
  const held = await heldRoles(db, userId);
  return [...new Set(roleIds)].filter(id => !held.includes(id));
};

const addRoles = (tx: Write, userId: string, roleIds: string[]) =>
  tx.insertMany(
    'usersRoles',
    roleIds.map(roleId => ({ userId, roleId })),
  );

const requireUserRoles = async (db: Kysely<Tables>, ids: string[]) => {
  if (ids.length === 0) return;
  if (ids.includes(managementRole.id)) throw new RequestError('role.internal_role_violation');
  const roles = await db.selectFrom('roles').select(['id', 'type']).where('id', 'in', ids).execute();
  const unknown = ids.filter(id => !roles.some(role => role.id === id));
  if (unknown.length)
    throw new RequestError('entity.relation_foreign_key_not_found', { data: { roleIds: unknown } });
  if (roles.some(({ type }) => type !== 'User')) throw new RequestError('user.invalid_role_type');
};
