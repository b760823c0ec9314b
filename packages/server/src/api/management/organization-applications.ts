import type { Application } from '@gatehouse/contract/applications.ts';
import type { organizations as rows } from '@gatehouse/contract/organizations.ts';
import type { Kysely } from 'kysely';
import type { Write } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { contains, fetchPage } from '../../domain/listing.ts';
import {
  findOrganization,
  presentOrganizationRole,
  requireOrganizationRoles,
  rolesOfMembers,
} from '../../domain/organizations.ts';
import { addRelated, type RelationDelta, removeRelated, replaceRelated } from '../../domain/relations.ts';
import { RequestError } from '../../domain/request-error.ts';
import type { Handlers } from '../../http/implement.ts';

type ApplicationRows = Pick<
  typeof rows,
  | 'listApplications'
  | 'addApplications'
  | 'replaceApplications'
  | 'removeApplication'
  | 'assignRolesToApplications'
  | 'listApplicationRoles'
  | 'addApplicationRoles'
  | 'replaceApplicationRoles'
  | 'removeApplicationRole'
>;

export const organizationApplications: Handlers<ApplicationRows> = {
  async listApplications({ db, params, query, page }) {
    await findOrganization(db, params.id);
    const { q } = query;
    const found = await fetchPage(
      db
        .selectFrom('applications')
        .innerJoin('organizationApplications as member', 'member.applicationId', 'applications.id')
        .selectAll('applications')
        .where('member.organizationId', '=', params.id)
        .$if(Boolean(q), list =>
          list.where(contains(['applications.id', 'applications.name', 'applications.description'], q ?? '')),
        )
        .orderBy('member.createdAt', 'desc')
        .orderBy('member.applicationId'),
      page,
    );
    const applicationIds = found.items.map(({ id }) => id);
    const rolesOf = await rolesOfMembers(db, params.id, 'application', applicationIds);
    const items = found.items.map(({ secret: _, ...application }) => ({
      ...(application as Application),
      organizationRoles: rolesOf(application.id),
    }));
    return { ...found, items };
  },

  async addApplications({ tx, db, params, body }) {
    await findOrganization(db, params.id);
    await requireMachines(db, body.applicationIds);
    tellMembership(tx, params.id, await addRelated(tx, members(params.id), body.applicationIds));
    return body;
  },

  async replaceApplications({ tx, db, params, body }) {
    await findOrganization(db, params.id);
    await requireMachines(db, body.applicationIds);
    tellMembership(tx, params.id, await replaceRelated(tx, members(params.id), body.applicationIds));
  },

  async removeApplication({ tx, params }) {
    tellMembership(tx, params.id, await removeRelated(tx, members(params.id), params.applicationId));
  },

  async assignRolesToApplications({ tx, db, params, body }) {
    await requireOrganizationRoles(db, body.organizationRoleIds, 'MachineToMachine');
    for (const applicationId of new Set(body.applicationIds)) {
      await requireMember(db, params.id, applicationId);
      await addRelated(tx, memberRoles(params.id, applicationId), body.organizationRoleIds);
    }
  },

  async listApplicationRoles({ db, params, page }) {
    await requireMember(db, params.id, params.applicationId);
    const found = await fetchPage(
      db
        .selectFrom('organizationRoles')
        .innerJoin('organizationApplicationRoles as held', 'held.organizationRoleId', 'organizationRoles.id')
        .selectAll('organizationRoles')
        .where('held.organizationId', '=', params.id)
        .where('held.applicationId', '=', params.applicationId)
        .orderBy('organizationRoles.name'),
      page,
    );
    return { ...found, items: found.items.map(presentOrganizationRole) };
  },

  async addApplicationRoles({ tx, db, params, body }) {
    await requireMember(db, params.id, params.applicationId);
    await requireOrganizationRoles(db, body.organizationRoleIds, 'MachineToMachine');
    await addRelated(tx, memberRoles(params.id, params.applicationId), body.organizationRoleIds);
    return body;
  },

  async replaceApplicationRoles({ tx, db, params, body }) {
    await requireMember(db, params.id, params.applicationId);
    await requireOrganizationRoles(db, body.organizationRoleIds, 'MachineToMachine');
    await replaceRelated(tx, memberRoles(params.id, params.applicationId), body.organizationRoleIds);
  },

  async removeApplicationRole({ tx, db, params }) {
    await requireMember(db, params.id, params.applicationId);
    await removeRelated(tx, memberRoles(params.id, params.applicationId), params.organizationRoleId);
  },
};

const members = (organizationId: string) =>
  ({ table: 'organizationApplications', parent: { organizationId }, column: 'applicationId' }) as const;

const memberRoles = (organizationId: string, applicationId: string) =>
  ({
    table: 'organizationApplicationRoles',
    parent: { organizationId, applicationId },
    column: 'organizationRoleId',
  }) as const;

const tellMembership = (tx: Write, organizationId: string, { added, removed }: RelationDelta) =>
  tx.emit('Organization.Membership.Updated', {
    organizationId,
    ...(added.length ? { addedApplicationIds: added } : {}),
    ...(removed.length ? { removedApplicationIds: removed } : {}),
  });

const requireMember = async (db: Kysely<Tables>, organizationId: string, applicationId: string) => {
  const member = await db
    .selectFrom('organizationApplications')
    .select('applicationId')
    .where('organizationId', '=', organizationId)
    .where('applicationId', '=', applicationId)
    .executeTakeFirst();
  if (!member) throw new RequestError('organization.require_membership');
};

/** Only machines join by themselves: other applications act for a user, who has a membership. */
const requireMachines = async (db: Kysely<Tables>, ids: string[]) => {
  if (ids.length === 0) return;
  const others = await db
    .selectFrom('applications')
    .select('id')
    .where('id', 'in', ids)
    .where('type', '<>', 'MachineToMachine')
    .execute();
  if (others.length) throw new RequestError('entity.db_constraint_violated');
};
