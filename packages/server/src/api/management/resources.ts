import { generateId } from '@gatehouse/contract/ids.ts';
import type { resources as rows } from '@gatehouse/contract/resources.ts';
import { resourceSearchFields } from '@gatehouse/contract/search.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inOrder } from '../../domain/listing.ts';
import { namedResource } from '../../domain/management-aliases.ts';
import { audienceOf } from '../../domain/management-audience.ts';
import { fetchSearchedPage } from '../../domain/search.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';

export const resources: Handlers<typeof rows> = {
  async list({ db, query, page, sort = 'createdAt' }) {
    const resources = await fetchSearchedPage(
      db.selectFrom('resources').selectAll().$call(inOrder(sort)),
      query,
      page,
      { view: 'searchableResources', fields: resourceSearchFields },
    );
    if (!query.includeScopes || resources.items.length === 0) return resources;
    const scopes = await db
      .selectFrom('scopes')
      .selectAll()
      .where(
        'resourceId',
        'in',
        resources.items.map(({ id }) => id),
      )
      .orderBy('name')
      .execute();
    return {
      ...resources,
      items: resources.items.map(resource => ({
        ...resource,
        scopes: scopes.filter(({ resourceId }) => resourceId === resource.id),
      })),
    };
  },

  async create({ tx, body }) {
    const resource = await tx.insert('resources', { id: generateId(), ...body });
    return { ...resource, scopes: [] };
  },

  read: ({ db, params, tenant, services }) => findResource(db, idOf(params.id, tenant, services)),

  async update({ tx, db, params, body, tenant, services }) {
    await requireOwnResource(db, params.id, tenant, services);
    const resource = await tx.update('resources', { id: params.id }, body);
    if (!resource) throw new RequestError('entity.not_exists');
    return resource;
  },

  async delete({ tx, db, params, tenant, services }) {
    await requireOwnResource(db, params.id, tenant, services, 'resource.cannot_delete_management_api');
    await tx.delete('resources', { id: params.id });
  },

  async setDefault({ tx, db, params, body, tenant, services }) {
    const { id } = await findResource(db, idOf(params.id, tenant, services));
    // There is at most one: the index that says so must not be hit on the way.
    if (body.isDefault) await tx.update('resources', { isDefault: true }, { isDefault: false });
    const resource = await tx.update('resources', { id }, { isDefault: body.isDefault });
    if (!resource) throw new RequestError('entity.not_exists');
    return resource;
  },

  async listScopes({ db, params, query, page, tenant, services }) {
    const { id } = await findResource(db, idOf(params.resourceId, tenant, services));
    return fetchSearchedPage(
      db.selectFrom('scopes').selectAll().where('resourceId', '=', id).orderBy('createdAt').orderBy('name'),
      query,
      page,
    );
  },

  async createScope({ tx, db, params, body, tenant, services }) {
    await requireOwnResource(db, params.resourceId, tenant, services);
    return tx.insert('scopes', { id: generateId(), resourceId: params.resourceId, ...body });
  },

  async updateScope({ tx, db, params, body, tenant, services }) {
    await requireOwnResource(db, params.resourceId, tenant, services);
    const scope = await tx.update('scopes', { id: params.scopeId, resourceId: params.resourceId }, body);
    if (!scope) throw new RequestError('entity.not_exists');
    return scope;
  },

  async deleteScope({ tx, db, params, tenant, services }) {
    await requireOwnResource(db, params.resourceId, tenant, services);
    const deleted = await tx.delete('scopes', { id: params.scopeId, resourceId: params.resourceId });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },
};

const findResource = async (db: Kysely<Tables>, id: string) => {
  const resource = await db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirst();
  if (!resource) throw new RequestError('entity.not_exists_with_id', { data: { name: 'resource', id } });
  return resource;
};

/** The management API is ours: changing it could lock all administrators out. */
const requireOwnResource = async (
  db: Kysely<Tables>,
  id: string,
  tenant: Tenant,
  services: Services,
  code:
    | 'resource.cannot_modify_management_api'
    | 'resource.cannot_delete_management_api' = 'resource.cannot_modify_management_api',
) => {
  const { indicator } = await findResource(db, idOf(id, tenant, services));
  if (indicator === audienceOf(services.env, tenant.id)) throw new RequestError(code);
};

const idOf = (id: string, tenant: Tenant, { env }: Services) => namedResource(audienceOf(env, tenant.id), id);
