import type { AccessControl, applicationAccess as rows } from '@gatehouse/contract/application-access.ts';
import type { Write } from '../../database/database.ts';
import { readAccessControl, roleRulesOf } from '../../domain/application-access.ts';
import { findApplication } from '../../domain/applications.ts';
import { fetchPage } from '../../domain/listing.ts';
import { presentOrganization } from '../../domain/organizations.ts';
import { replaceRelated } from '../../domain/relations.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

export const applicationAccess: Handlers<typeof rows> = {
  async listOrganizations({ db, params, page }) {
    await findApplication(db, params.id);
    const found = await fetchPage(
      db
        .selectFrom('organizations')
        .innerJoin('organizationApplications as member', 'member.organizationId', 'organizations.id')
        .selectAll('organizations')
        .where('member.applicationId', '=', params.id)
        .orderBy('member.createdAt', 'desc')
        .orderBy('member.organizationId'),
      page,
    );
    const roles = await db
      .selectFrom('organizationApplicationRoles as held')
      .innerJoin('organizationRoles as role', 'role.id', 'held.organizationRoleId')
      .select(['held.organizationId', 'role.id', 'role.name'])
      .where('held.applicationId', '=', params.id)
      .orderBy('role.name')
      .execute();
    const items = found.items.map(organization => ({
      ...presentOrganization(organization),
      organizationRoles: roles
        .filter(role => role.organizationId === organization.id)
        .map(({ id, name }) => ({ id, name })),
    }));
    return { ...found, items };
  },

  async read({ db, params }) {
    await findApplication(db, params.applicationId);
    return readAccessControl(db, params.applicationId);
  },

  async replace({ tx, db, params, body }) {
    const { applicationId } = params;
    await findApplication(db, applicationId);
    await replaceRules(tx, applicationId, body).catch(refuseUnknown);
    return readAccessControl(db, applicationId);
  },
};

/** The dialect says that the rules are wrong, and not that something is missing. */
const refuseUnknown = (error: unknown): never => {
  const isUnknown = error instanceof RequestError && error.code === 'entity.relation_foreign_key_not_found';
  const details = 'A rule names an object that does not exist.';
  throw isUnknown ? new RequestError('request.invalid_input', { status: 422, details, cause: error }) : error;
};

const replaceRules = async (tx: Write, applicationId: string, rules: AccessControl) => {
  const parent = { applicationId };
  await replaceRelated(tx, { table: 'applicationAccessUsers', parent, column: 'userId' }, rules.userIds);
  await replaceRelated(
    tx,
    { table: 'applicationAccessUserRoles', parent, column: 'roleId' },
    rules.userRoleIds,
  );
  await replaceRelated(
    tx,
    { table: 'applicationAccessOrganizations', parent, column: 'organizationId' },
    rules.organizationIds,
  );
  await replaceRoleRules(tx, applicationId, rules.organizationRoleRules);
};

const replaceRoleRules = async (
  tx: Write,
  applicationId: string,
  rules: AccessControl['organizationRoleRules'],
) => {
  const before = await roleRulesOf(tx.db, applicationId);
  const wanted = new Map(rules.map(rule => [rule.organizationId, rule.organizationRoleIds]));
  for (const organizationId of new Set([...before.keys(), ...wanted.keys()])) {
    await replaceRelated(
      tx,
      {
        table: 'applicationAccessOrganizationRoles',
        parent: { applicationId, organizationId },
        column: 'organizationRoleId',
      },
      wanted.get(organizationId) ?? [],
    );
  }
};
