import { acrValues } from '@gatehouse/contract/authentication-levels.ts';
import { resource, scope } from '@gatehouse/contract/resources.ts';
import { z } from 'zod';
import { defineKind, type Writing } from '../kind.ts';
import { apiResourcesFolder } from '../permissions.ts';

const permission = z.strictObject({
  name: scope.shape.name,
  description: z.string().optional(),
  acr: z.enum(acrValues).optional(),
});

const schema = z.strictObject({
  name: resource.shape.name,
  indicator: resource.shape.indicator,
  isDefault: z.boolean().default(false),
  accessTokenTtl: resource.shape.accessTokenTtl.default(3600),
  permissions: z.array(permission).default([]),
});
type Fields = z.infer<typeof schema>;

export const apiResources = defineKind<Fields>({
  folder: apiResourcesFolder,
  entity: 'resource',
  key: ['indicator'],
  fixed: ['indicator'],
  sets: ['permissions'],
  schema,

  async read({ db, audience }) {
    const resources = await db
      .selectFrom('resources')
      .selectAll()
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    const scopes = await db.selectFrom('scopes').selectAll().orderBy('name').execute();
    const byResource = Map.groupBy(scopes, ({ resourceId }) => resourceId);
    return resources.map(({ id, name, indicator, isDefault, accessTokenTtl }) => ({
      id,
      name,
      isBuiltIn: indicator === audience,
      fields: {
        name,
        indicator,
        isDefault,
        accessTokenTtl,
        permissions: (byResource.get(id) ?? []).map(({ name: permissionName, description, acr }) => ({
          name: permissionName,
          ...(description === null ? {} : { description }),
          ...(acr ? { acr } : {}),
        })),
      },
    }));
  },

  async create({ call }, { isDefault, permissions, ...fields }) {
    const { id } = await call('resources', 'create', { body: fields });
    if (isDefault) await call('resources', 'setDefault', { params: { id }, body: { isDefault } });
    for (const each of permissions)
      await call('resources', 'createScope', { params: { resourceId: id }, body: each });
    return id;
  },

  async update(writing, id, { isDefault, permissions, indicator: _, ...fields }, before) {
    const { call } = writing;
    await call('resources', 'update', { params: { id }, body: fields });
    if (isDefault !== before.isDefault)
      await call('resources', 'setDefault', { params: { id }, body: { isDefault } });
    await updatePermissions(writing, id, permissions);
  },

  delete: ({ call }, id) => call('resources', 'delete', { params: { id } }),
});

/** A permission is known by its name, as tokens know it. */
const updatePermissions = async (
  { db, call }: Writing,
  resourceId: string,
  wanted: Fields['permissions'],
) => {
  const held = await db.selectFrom('scopes').selectAll().where('resourceId', '=', resourceId).execute();
  for (const { name, description = null, acr = null } of wanted) {
    const fields = { description, acr };
    const known = held.find(each => each.name === name);
    if (!known) await call('resources', 'createScope', { params: { resourceId }, body: { name, ...fields } });
    else if (known.description !== fields.description || (known.acr ?? null) !== fields.acr)
      await call('resources', 'updateScope', { params: { resourceId, scopeId: known.id }, body: fields });
  }
  for (const { id: scopeId, name } of held)
    if (!wanted.some(each => each.name === name))
      await call('resources', 'deleteScope', { params: { resourceId, scopeId } });
};
