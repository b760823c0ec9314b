import { generateId } from '@gatehouse/contract/ids.ts';
import type { organizationRoles as rows } from '@gatehouse/contract/organization-roles.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { contains, fetchPage } from '../../domain/listing.ts';
import { audienceOf } from '../../domain/management-audience.ts';
import { presentOrganizationRole } from '../../domain/organizations.ts';
import { addRelated, asUnknownRelated, changeRelated } from '../../domain/relations.ts';
import { lockRoles } from '../../domain/roles.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { relate } from './relate.ts';

const findRole = async (db: Kysely<Tables>, id: string) => {
  const role = await db.selectFrom('organizationRoles').selectAll().where('id', '=', id).executeTakeFirst();
  if (!role) throw new RequestError('entity.not_exists_with_id', { data: { name: 'organization role', id } });
  return presentOrganizationRole(role);
};

/** A caller that manages organizations must not be able to grant management of the whole tenant. */
const refuseManagementScopes = async (db: Kysely<Tables>, scopeIds: string[], audience: string) => {
  if (scopeIds.length === 0) return;
  const found = await db
    .selectFrom('scopes')
    .innerJoin('resources', 'resources.id', 'scopes.resourceId')
    .select('scopes.id')
    .where('scopes.id', 'in', scopeIds)
    .where('resources.indicator', '=', audience)
    .execute();
  if (found.length) throw new RequestError('role.management_api_scopes_not_assignable_to_user_role');
};

type Params = { id: string };

const requireParent = (db: Kysely<Tables>, { id }: Params) => findRole(db, id);

const scopesOf = ({ id }: Params) =>
  ({
    table: 'organizationRoleScopes',
    parent: { organizationRoleId: id },
    column: 'organizationScopeId',
  }) as const;

const resourceScopesOf = ({ id }: Params) =>
  ({
    table: 'organizationRoleResourceScopes',
    parent: { organizationRoleId: id },
    column: 'scopeId',
  }) as const;

const scopes = relate({
  relation: scopesOf,
  ids: 'organizationScopeIds',
  child: 'organizationScopeId',
  requireParent,
});

const resourceScopes = relate({
  relation: resourceScopesOf,
  ids: 'scopeIds',
  child: 'scopeId',
  requireParent,
  async resolve({ db, body, tenant, services }) {
    await refuseManagementScopes(db, body.scopeIds, audienceOf(services.env, tenant.id));
    return body.scopeIds;
  },
});

export const organizationRoles: Handlers<typeof rows> = {
  async list({ db, query, page }) {
    const found = await fetchPage(
      db
        .selectFrom('organizationRoles')
        .selectAll()
        .$if(Boolean(query.q), list => list.where(contains(['id', 'name', 'description'], query.q ?? '')))
        .orderBy('createdAt')
        .orderBy('id'),
      page,
    );
    const allowedBy = await scopesOfRoles(
      db,
      found.items.map(({ id }) => id),
    );
    return {
      ...found,
      items: found.items.map(role => ({ ...presentOrganizationRole(role), ...allowedBy(role.id) })),
    };
  },

  async create({ tx, db, body, tenant, services }) {
    const { organizationScopeIds = [], resourceScopeIds = [], ...fields } = body;
    await refuseManagementScopes(db, resourceScopeIds, audienceOf(services.env, tenant.id));
    const role = await tx.insert('organizationRoles', { id: generateId(), ...fields });
    await addRelated(tx, scopesOf(role), organizationScopeIds).catch(asUnknownRelated);
    await addRelated(tx, resourceScopesOf(role), resourceScopeIds).catch(asUnknownRelated);
    return presentOrganizationRole(role);
  },

  read: ({ db, params }) => findRole(db, params.id),

  async update({ tx, params, body }) {
    const role = await tx.update('organizationRoles', { id: params.id }, body);
    if (!role) throw new RequestError('entity.not_exists');
    return presentOrganizationRole(role);
  },

  async delete({ tx, params }) {
    const deleted = await tx.delete('organizationRoles', { id: params.id });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },

  async changePermissions({ tx, db, body, tenant, services }) {
    const audience = audienceOf(services.env, tenant.id);
    const roles = await lockRoles(db, 'organizationRoles', body.roles);
    for (const { role, addScopeIds = [], removeScopeIds = [], ...own } of roles) {
      const { addOrganizationScopeIds = [], removeOrganizationScopeIds = [] } = own;
      await refuseManagementScopes(db, addScopeIds, audience);
      const deltas = [
        await changeRelated(tx, scopesOf(role), {
          add: addOrganizationScopeIds,
          remove: removeOrganizationScopeIds,
        }).catch(asUnknownRelated),
        await changeRelated(tx, resourceScopesOf(role), { add: addScopeIds, remove: removeScopeIds }).catch(
          asUnknownRelated,
        ),
      ];
      if (deltas.some(({ added, removed }) => added.length + removed.length))
        tx.emit('OrganizationRole.Scopes.Updated', { organizationRoleId: role.id });
    }
    tx.objects(
      'organization-role',
      roles.map(({ role }) => role),
    );
  },

  async listScopes({ db, params, page }) {
    await findRole(db, params.id);
    return fetchPage(
      db
        .selectFrom('organizationScopes')
        .innerJoin(
          'organizationRoleScopes as granted',
          'granted.organizationScopeId',
          'organizationScopes.id',
        )
        .selectAll('organizationScopes')
        .where('granted.organizationRoleId', '=', params.id)
        .orderBy('organizationScopes.name'),
      page,
    );
  },

  addScopes: scopes.add,
  replaceScopes: scopes.replace,
  removeScope: scopes.remove,

  async listResourceScopes({ db, params, page }) {
    await findRole(db, params.id);
    return fetchPage(
      db
        .selectFrom('scopes')
        .innerJoin('organizationRoleResourceScopes as granted', 'granted.scopeId', 'scopes.id')
        .selectAll('scopes')
        .where('granted.organizationRoleId', '=', params.id)
        .orderBy('scopes.name')
        .orderBy('scopes.id'),
      page,
    );
  },

  addResourceScopes: resourceScopes.add,
  replaceResourceScopes: resourceScopes.replace,
  removeResourceScope: resourceScopes.remove,
};

/** Loads the scopes of a whole page of roles with two queries. */
const scopesOfRoles = async (db: Kysely<Tables>, roleIds: string[]) => {
  if (roleIds.length === 0) return () => ({ scopes: [], resourceScopes: [] });
  const own = await db
    .selectFrom('organizationRoleScopes as granted')
    .innerJoin('organizationScopes as scope', 'scope.id', 'granted.organizationScopeId')
    .select(['granted.organizationRoleId as roleId', 'scope.id', 'scope.name'])
    .where('granted.organizationRoleId', 'in', roleIds)
    .orderBy('scope.name')
    .execute();
  const ofResources = await db
    .selectFrom('organizationRoleResourceScopes as granted')
    .innerJoin('scopes as scope', 'scope.id', 'granted.scopeId')
    .innerJoin('resources as resource', 'resource.id', 'scope.resourceId')
    .select(['granted.organizationRoleId as roleId', 'scope.id', 'scope.name'])
    .select(['resource.id as resourceId', 'resource.name as resourceName'])
    .where('granted.organizationRoleId', 'in', roleIds)
    .orderBy('scope.name')
    .execute();
  return (roleId: string) => ({
    scopes: own.filter(scope => scope.roleId === roleId).map(({ id, name }) => ({ id, name })),
    resourceScopes: ofResources
      .filter(scope => scope.roleId === roleId)
      .map(({ id, name, resourceId, resourceName }) => ({
        id,
        name,
        resource: { id: resourceId, name: resourceName },
      })),
  });
};
