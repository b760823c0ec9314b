import type { Application } from '@gatehouse/contract/applications.ts';
import type { organizations as rows } from '@gatehouse/contract/organizations.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { contains, fetchPage } from '../../domain/listing.ts';
import {
  findOrganization,
  listHeldRoles,
  requireMember,
  requireOrganizationRoles,
  rolesOfMembers,
  tellMembership,
} from '../../domain/organizations.ts';
import { addRelated } from '../../domain/relations.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { relate } from './relate.ts';

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

/** Only machine-to-machine applications become members: others act for a user, who has a membership. */
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

type Params = { id: string };
type MemberParams = { id: string; applicationId: string };

const requireParent = (db: Kysely<Tables>, { id, applicationId }: MemberParams) =>
  requireMember(db, 'application', id, applicationId);

const members = relate({
  relation: ({ id }: Params) =>
    ({ table: 'organizationApplications', parent: { organizationId: id }, column: 'applicationId' }) as const,
  ids: 'applicationIds',
  child: 'applicationId',
  requireParent: (db, { id }) => findOrganization(db, id),
  async resolve({ db, body }) {
    await requireMachines(db, body.applicationIds);
    return body.applicationIds;
  },
  tell: (tx, { id }, delta) => tellMembership(tx, 'application', id, delta),
});

const rolesOfMember = ({ id, applicationId }: MemberParams) =>
  ({
    table: 'organizationApplicationRoles',
    parent: { organizationId: id, applicationId },
    column: 'organizationRoleId',
  }) as const;

const memberRoles = relate({
  relation: rolesOfMember,
  ids: 'organizationRoleIds',
  child: 'organizationRoleId',
  requireParent,
  async resolve({ db, body }) {
    await requireOrganizationRoles(db, body.organizationRoleIds, 'MachineToMachine');
    return body.organizationRoleIds;
  },
});

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

  addApplications: members.add,
  replaceApplications: members.replace,
  removeApplication: members.remove,

  async assignRolesToApplications({ tx, db, params, body }) {
    await requireOrganizationRoles(db, body.organizationRoleIds, 'MachineToMachine');
    for (const applicationId of new Set(body.applicationIds)) {
      await requireMember(db, 'application', params.id, applicationId);
      await addRelated(tx, rolesOfMember({ id: params.id, applicationId }), body.organizationRoleIds);
    }
  },

  async listApplicationRoles({ db, params, page }) {
    await requireParent(db, params);
    const { id: organizationId, applicationId } = params;
    return listHeldRoles(db, 'organizationApplicationRoles', { organizationId, applicationId }, page);
  },

  addApplicationRoles: memberRoles.add,
  replaceApplicationRoles: memberRoles.replace,
  removeApplicationRole: memberRoles.remove,
};
