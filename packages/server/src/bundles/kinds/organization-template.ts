import { createOrganizationScope } from '@gatehouse/contract/organizations.ts';
import { roleType } from '@gatehouse/contract/role.ts';
import { z } from 'zod';
import { defineKind } from '../kind.ts';
import { idsOfPermissions, readPermissions, referencesToPermissions } from '../permissions.ts';

const named = {
  name: createOrganizationScope.shape.name,
  description: z.string().nullable().default(null),
};

const permissionSchema = z.strictObject(named);

export const organizationPermissionsFolder = 'organization-template/permissions';

export const organizationPermissions = defineKind<z.infer<typeof permissionSchema>>({
  folder: organizationPermissionsFolder,
  entity: 'organization-scope',
  key: ['name'],
  schema: permissionSchema,

  async read({ db }) {
    const rows = await db
      .selectFrom('organizationScopes')
      .selectAll()
      .orderBy('name')
      .orderBy('id')
      .execute();
    return rows.map(({ id, name, description }) => ({ id, name, fields: { name, description } }));
  },

  create: async ({ call }, fields) => (await call('organizationScopes', 'create', { body: fields })).id,

  async update({ call }, id, fields) {
    await call('organizationScopes', 'update', { params: { id }, body: fields });
  },

  delete: ({ call }, id) => call('organizationScopes', 'delete', { params: { id } }),
});

const roleSchema = z.strictObject({
  ...named,
  type: roleType.default('User'),
  permissions: z.array(z.string()).default([]),
  apiPermissions: z.array(z.string()).default([]),
});

export const organizationRoles = defineKind<z.infer<typeof roleSchema>>({
  folder: 'organization-template/roles',
  entity: 'organization-role',
  key: ['name'],
  sets: ['permissions', 'apiPermissions'],
  schema: roleSchema,

  async read({ db, references }) {
    const rows = await db.selectFrom('organizationRoles').selectAll().orderBy('name').orderBy('id').execute();
    const own = await db.selectFrom('organizationRoleScopes').selectAll().execute();
    const api = await db.selectFrom('organizationRoleResourceScopes').selectAll().execute();
    const nameOf = await readPermissions(db, references);
    return rows.map(({ id, name, description, type }) => ({
      id,
      name,
      fields: {
        name,
        description,
        type,
        permissions: own
          .filter(each => each.organizationRoleId === id)
          .map(each => references.slugOf(organizationPermissionsFolder, each.organizationScopeId) ?? '')
          .sort(),
        apiPermissions: api
          .filter(each => each.organizationRoleId === id)
          .map(({ scopeId }) => nameOf(scopeId))
          .sort(),
      },
    }));
  },

  referencesOf: ({ permissions, apiPermissions }) => [
    ...permissions.map(slug => ({ kind: organizationPermissionsFolder, slug })),
    ...referencesToPermissions(apiPermissions),
  ],

  async create({ call, db, references }, { permissions, apiPermissions, ...fields }) {
    const organizationScopeIds = permissions.map(slug =>
      references.idOf(organizationPermissionsFolder, slug),
    );
    const resourceScopeIds = await idsOfPermissions(db, references, apiPermissions);
    const body = { ...fields, organizationScopeIds, resourceScopeIds };
    return (await call('organizationRoles', 'create', { body })).id;
  },

  async update({ call, db, references }, id, { permissions, apiPermissions, ...fields }) {
    const params = { id };
    await call('organizationRoles', 'update', { params, body: fields });
    const organizationScopeIds = permissions.map(slug =>
      references.idOf(organizationPermissionsFolder, slug),
    );
    await call('organizationRoles', 'replaceScopes', { params, body: { organizationScopeIds } });
    const scopeIds = await idsOfPermissions(db, references, apiPermissions);
    await call('organizationRoles', 'replaceResourceScopes', { params, body: { scopeIds } });
  },

  delete: ({ call }, id) => call('organizationRoles', 'delete', { params: { id } }),
});
