import { managementRole } from '@gatehouse/contract/dialect.ts';
import { role, roleType } from '@gatehouse/contract/role.ts';
import { z } from 'zod';
import { defineKind } from '../kind.ts';
import { idsOfPermissions, readPermissions, referencesToPermissions } from '../permissions.ts';

const schema = z.strictObject({
  name: role.shape.name,
  description: role.shape.description,
  type: roleType.default('User'),
  isDefault: z.boolean().default(false),
  permissions: z.array(z.string()).default([]),
});
type Fields = z.infer<typeof schema>;

export const rolesFolder = 'roles';

export const roles = defineKind<Fields>({
  folder: rolesFolder,
  entity: 'role',
  key: ['name'],
  fixed: ['type'],
  sets: ['permissions'],
  schema,

  async read({ db, references }) {
    const rows = await db.selectFrom('roles').selectAll().orderBy('createdAt').orderBy('id').execute();
    const grants = Map.groupBy(
      await db.selectFrom('rolesScopes').select(['roleId', 'scopeId']).execute(),
      ({ roleId }) => roleId,
    );
    const nameOf = await readPermissions(db, references);
    return rows.map(({ id, name, description, type, isDefault }) => ({
      id,
      name,
      isBuiltIn: id === managementRole.id,
      fields: {
        name,
        description,
        type,
        isDefault,
        permissions: (grants.get(id) ?? []).map(({ scopeId }) => nameOf(scopeId)).sort(),
      },
    }));
  },

  referencesOf: ({ permissions }) => referencesToPermissions(permissions),

  async create({ call, db, references }, { permissions, ...fields }) {
    const scopeIds = await idsOfPermissions(db, references, permissions);
    const { id } = await call('roles', 'create', { body: { ...fields, scopeIds } });
    return id;
  },

  async update({ call, db, references }, id, { permissions, type: _, ...fields }, before) {
    await call('roles', 'update', { params: { id }, body: fields });
    const added = permissions.filter(each => !before.permissions.includes(each));
    const removed = before.permissions.filter(each => !permissions.includes(each));
    const scopeIds = await idsOfPermissions(db, references, added);
    if (scopeIds.length) await call('roles', 'assignScopes', { params: { id }, body: { scopeIds } });
    // Permissions deleted with their API are already gone from the role.
    for (const scopeId of await idsOfPermissions(db, references, removed, { isTolerant: true }))
      await call('roles', 'removeScope', { params: { id, scopeId } });
  },

  delete: ({ call }, id) => call('roles', 'delete', { params: { id } }),
});
