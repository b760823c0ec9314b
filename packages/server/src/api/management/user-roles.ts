import type { Organization } from '@gatehouse/contract/organizations.ts';
import type { Role } from '@gatehouse/contract/role.ts';
import type { userRoles as rows } from '@gatehouse/contract/user-access.ts';
import { fetchSearchedPage } from '../../domain/search.ts';
import { addRoles, heldRoles, missingRoles, requireUserRoles } from '../../domain/user-roles.ts';
import { findUser } from '../../domain/users.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

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
    const found = await fetchSearchedPage(roles, query, page);
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
