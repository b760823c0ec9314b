import type { Application } from '@gatehouse/contract/applications.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { Role } from '@gatehouse/contract/role.ts';
import type { roles as rows } from '@gatehouse/contract/roles.ts';
import { type Selectable, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inOrder } from '../../domain/listing.ts';
import { namedScope } from '../../domain/management-aliases.ts';
import { audienceOf } from '../../domain/management-audience.ts';
import { findRole, requireOwnRole, requireScopes } from '../../domain/roles.ts';
import { fetchSearchedPage } from '../../domain/search.ts';
import type { Handlers } from '../../http/implement.ts';
import { mayRead } from '../../http/reveal.ts';
import { RequestError } from '../../request-error.ts';
import { holdersOfRoles } from './role-holders.ts';
import { rolePermissions } from './role-permissions.ts';
import { roleUsers } from './role-users.ts';

export const roles: Handlers<typeof rows> = {
  ...rolePermissions,
  ...roleUsers,

  async list({ db, caller, query, page, sort = 'createdAt' }) {
    const { type, excludeUserId, excludeApplicationId } = query;
    const found = await fetchSearchedPage(
      db
        .selectFrom('roles')
        .selectAll()
        .$if(type !== undefined, q => q.where('type', '=', type ?? 'User'))
        .$if(excludeUserId !== undefined, q =>
          q.where('id', 'not in', eb =>
            eb
              .selectFrom('usersRoles')
              .select('roleId')
              .where('userId', '=', excludeUserId ?? ''),
          ),
        )
        .$if(excludeApplicationId !== undefined, q =>
          q.where('id', 'not in', eb =>
            eb
              .selectFrom('applicationsRoles')
              .select('roleId')
              .where('applicationId', '=', excludeApplicationId ?? ''),
          ),
        )
        .$call(inOrder(sort)),
      query,
      page,
      { view: 'searchableRoles' },
    );
    const holders = await holdersOfRoles(
      db,
      found.items.map(({ id }) => id),
      { mayReadUsers: mayRead(caller, 'users') },
    );
    return { ...found, items: found.items.map(row => ({ ...present(row), ...holders(row.id) })) };
  },

  async create({ tx, db, body, tenant, services }) {
    const { scopeIds: named = [], ...fields } = body;
    const audience = audienceOf(services.env, tenant.id);
    const scopeIds = named.map(id => namedScope(audience, id));
    await requireScopes(db, scopeIds, fields.type ?? 'User', audience);
    const role = await tx.insert('roles', { id: generateId(), ...fields });
    if (scopeIds.length) {
      await tx.insertMany(
        'rolesScopes',
        scopeIds.map(scopeId => ({ roleId: role.id, scopeId })),
      );
    }
    return present(role);
  },

  read: async ({ db, params }) => present(await findRole(db, params.id)),

  async update({ tx, params, body }) {
    requireOwnRole(params.id);
    const role = await tx.update('roles', { id: params.id }, body);
    if (!role) throw new RequestError('entity.not_exists');
    return present(role);
  },

  async delete({ tx, params }) {
    requireOwnRole(params.id);
    const deleted = await tx.delete('roles', { id: params.id });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },

  async listApplications({ db, params, query, page }) {
    await findRole(db, params.id);
    const found = await fetchSearchedPage(
      db
        .selectFrom('applications')
        .selectAll()
        .where('id', 'in', eb =>
          eb.selectFrom('applicationsRoles').select('applicationId').where('roleId', '=', params.id),
        )
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
      query,
      page,
    );
    return {
      ...found,
      items: found.items.map(({ secret: _, ...application }) => application as Application),
    };
  },

  async assignApplications({ tx, db, params, body }) {
    await findRole(db, params.id);
    await tx.insertMany(
      'applicationsRoles',
      body.applicationIds.map(applicationId => ({ applicationId, roleId: params.id })),
    );
  },

  async removeApplication({ tx, params }) {
    const { id: roleId, applicationId } = params;
    const removed = await tx.delete('applicationsRoles', { roleId, applicationId });
    if (removed.length === 0) throw new RequestError('entity.not_found');
  },

  async listScopes({ db, params, query, page }) {
    await findRole(db, params.id);
    const found = await fetchSearchedPage(
      db
        .selectFrom('scopes')
        .innerJoin('rolesScopes', 'rolesScopes.scopeId', 'scopes.id')
        .innerJoin('resources', 'resources.id', 'scopes.resourceId')
        .selectAll('scopes')
        .select(sql<string>`resources.name`.as('resourceName'))
        .where('rolesScopes.roleId', '=', params.id)
        .orderBy('resourceName')
        .orderBy('scopes.name')
        .orderBy('scopes.id'),
      query,
      page,
      { table: 'scopes' },
    );
    const resources = await db.selectFrom('resources').selectAll().execute();
    return {
      ...found,
      items: found.items.flatMap(scope => {
        const resource = resources.find(({ id }) => id === scope.resourceId);
        return resource ? [{ ...scope, resource }] : [];
      }),
    };
  },

  async assignScopes({ tx, db, params, body, tenant, services }) {
    const role = await findRole(db, params.id);
    requireOwnRole(params.id);
    const audience = audienceOf(services.env, tenant.id);
    const scopeIds = body.scopeIds.map(id => namedScope(audience, id));
    await requireScopes(db, scopeIds, role.type, audience);
    await tx.insertMany(
      'rolesScopes',
      scopeIds.map(scopeId => ({ roleId: params.id, scopeId })),
    );
    return db
      .selectFrom('scopes')
      .selectAll()
      .where('id', 'in', eb => eb.selectFrom('rolesScopes').select('scopeId').where('roleId', '=', params.id))
      .execute();
  },

  async removeScope({ tx, params, tenant, services }) {
    requireOwnRole(params.id);
    const scopeId = namedScope(audienceOf(services.env, tenant.id), params.scopeId);
    const removed = await tx.delete('rolesScopes', { roleId: params.id, scopeId });
    if (removed.length === 0) throw new RequestError('entity.not_found');
  },
};

const present = (row: Selectable<Tables['roles']>) => row as Role & { createdAt: number };
