import type { roles as rows } from '@gatehouse/contract/roles.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { namedScope } from '../../domain/management-aliases.ts';
import { audienceOf } from '../../domain/management-audience.ts';
import { changeRelated } from '../../domain/relations.ts';
import { lockRoles, requireOwnRole, requireScopes } from '../../domain/roles.ts';
import { fetchSearchedPage } from '../../domain/search.ts';
import type { Handlers } from '../../http/implement.ts';

type PermissionRows = Pick<typeof rows, 'listPermissions' | 'changePermissions'>;

/** The permissions of many roles at once: read by the page, written in one change that one undo takes back. */
export const rolePermissions: Handlers<PermissionRows> = {
  async listPermissions({ db, query, page }) {
    const { type } = query;
    const found = await fetchSearchedPage(
      db
        .selectFrom('roles')
        .select(['tenantId', 'id', 'name', 'description', 'type', 'isDefault'])
        .$if(type !== undefined, q => q.where('type', '=', type ?? 'User'))
        .orderBy('name')
        .orderBy('id'),
      query,
      page,
      { view: 'searchableRoles' },
    );
    const scopeIds = await scopeIdsOf(
      db,
      found.items.map(({ id }) => id),
    );
    return { ...found, items: found.items.map(role => ({ ...role, scopeIds: scopeIds(role.id) })) };
  },

  async changePermissions({ tx, db, body, tenant, services }) {
    const audience = audienceOf(services.env, tenant.id);
    const named = (ids: readonly string[] = []) => ids.map(id => namedScope(audience, id));
    const roles = await lockRoles(db, 'roles', body.roles);
    for (const { role, addScopeIds, removeScopeIds } of roles) {
      requireOwnRole(role.id);
      const add = named(addScopeIds);
      await requireScopes(db, add, role.type, audience);
      const relation = { table: 'rolesScopes', parent: { roleId: role.id }, column: 'scopeId' } as const;
      const { added, removed } = await changeRelated(tx, relation, { add, remove: named(removeScopeIds) });
      if (added.length + removed.length) tx.emit('Role.Scopes.Updated', { roleId: role.id });
    }
    tx.objects(
      'role',
      roles.map(({ role }) => role),
    );
  },
};

const scopeIdsOf = async (db: Kysely<Tables>, roleIds: readonly string[]) => {
  if (roleIds.length === 0) return () => [];
  const rows = await db
    .selectFrom('rolesScopes')
    .select(['roleId', 'scopeId'])
    .where('roleId', 'in', roleIds)
    .orderBy('scopeId')
    .execute();
  const byRole = Map.groupBy(rows, ({ roleId }) => roleId);
  return (roleId: string) => (byRole.get(roleId) ?? []).map(({ scopeId }) => scopeId);
};
