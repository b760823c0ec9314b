import type { CustomClientMetadata } from '@gatehouse/contract/client-metadata.ts';
import type { MfaVerification } from '@gatehouse/contract/mfa.ts';
import type { StuckReason } from '@gatehouse/contract/sign-in-changes.ts';
import { isPasswordExpired } from '@gatehouse/contract/sign-in-policies.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { readAccessControl } from '../../application-access.ts';
import type { UserRow } from '../../user-row.ts';
import type { Attempt } from '../check.ts';
import { ssoConnectorsOf } from '../email-rules.ts';
import type { Facts, Known } from './facts.ts';

type Application = { id: string; name: string; customClientMetadata: unknown };
type Asked = {
  user: UserRow;
  attempt: Attempt;
  application?: Application;
  surroundings: Facts['surroundings'];
  stuckOn?: StuckReason;
};

/** Of the objects in the rules of an application, so many of a kind are suggested. */
const mostOffered = 5;

/** Reads what the changes are made from. */
export const loadFacts = async (
  db: Kysely<Tables>,
  { user, attempt, application, surroundings, stuckOn }: Asked,
): Promise<{ known: Known; facts: Facts }> => {
  const { passwordExpiration } = surroundings.configuration;
  const password = { changedAt: user.passwordChangedAt, isExpired: false };
  const known: Known = {
    userId: user.id,
    factorIds: (user.mfaVerifications as MfaVerification[]).map(({ id }) => id),
    isExpiredByHand: !isPasswordExpired(passwordExpiration, password, Date.now()),
    ...(application ? { application: await describeAccess(db, application, user.id) } : {}),
    ...(stuckOn ? { stuckOn } : {}),
  };
  // A wrong password stops the user before any rule is asked.
  const refusals =
    stuckOn === 'session.invalid_credentials' ? [...attempt.refusals, stuckOn] : attempt.refusals;
  const facts: Facts = {
    surroundings,
    attempt: { ...attempt, refusals },
    mfaOrganizations: await listMfaOrganizations(db, user.id),
    ssoConnectors: await listSsoConnectors(
      db,
      ssoConnectorsOf(surroundings.configuration, user.primaryEmail ?? ''),
    ),
  };
  return { known, facts };
};

const listMfaOrganizations = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('organizationUsers')
    .innerJoin('organizations', 'organizations.id', 'organizationUsers.organizationId')
    .select(['organizations.id', 'organizations.name'])
    .where('organizationUsers.userId', '=', userId)
    .where('organizations.isMfaRequired', '=', true)
    .orderBy('organizations.name')
    .limit(mostOffered)
    .execute();

const listSsoConnectors = async (db: Kysely<Tables>, ids: readonly string[]) => {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('ssoConnectors')
    .select(['id', 'connectorName', 'domains'])
    .where('id', 'in', ids)
    .orderBy('connectorName')
    .execute();
  return found.map(({ id, connectorName, domains }) => ({ id, name: connectorName, domains }));
};

/** A user without access lacks every object in the rules. */
const describeAccess = async (
  db: Kysely<Tables>,
  { id, name, customClientMetadata }: Application,
  userId: string,
): Promise<NonNullable<Known['application']>> => {
  const roles = await db
    .selectFrom('applicationAccessUserRoles as rule')
    .innerJoin('roles', 'roles.id', 'rule.roleId')
    .select(['roles.id', 'roles.name'])
    .where('rule.applicationId', '=', id)
    .where('roles.type', '=', 'User')
    .orderBy('roles.name')
    .limit(mostOffered)
    .execute();
  const organizations = await db
    .selectFrom('applicationAccessOrganizations as rule')
    .innerJoin('organizations', 'organizations.id', 'rule.organizationId')
    .select(['organizations.id', 'organizations.name', 'organizations.isMfaRequired'])
    .where('rule.applicationId', '=', id)
    .orderBy('organizations.name')
    .limit(mostOffered)
    .execute();
  return {
    id,
    name,
    metadata: customClientMetadata as CustomClientMetadata,
    rules: await readAccessControl(db, id),
    roles,
    organizations,
    organizationRoles: await listOrganizationRoles(db, id, userId),
  };
};

const listOrganizationRoles = async (db: Kysely<Tables>, applicationId: string, userId: string) => {
  const found = await db
    .selectFrom('applicationAccessOrganizationRoles as rule')
    .innerJoin('organizations', 'organizations.id', 'rule.organizationId')
    .innerJoin('organizationRoles as role', 'role.id', 'rule.organizationRoleId')
    .leftJoin('organizationUsers as member', join =>
      join.onRef('member.organizationId', '=', 'rule.organizationId').on('member.userId', '=', userId),
    )
    .select([
      'organizations.id',
      'organizations.name',
      'organizations.isMfaRequired',
      'role.id as roleId',
      'role.name as roleName',
      'member.userId as memberId',
    ])
    .where('rule.applicationId', '=', applicationId)
    .where('role.type', '=', 'User')
    .orderBy('organizations.name')
    .orderBy('role.name')
    .limit(mostOffered)
    .execute();
  return found.map(({ id, name, isMfaRequired, roleId, roleName, memberId }) => ({
    organization: { id, name, isMfaRequired },
    role: { id: roleId, name: roleName },
    isMember: memberId !== null,
  }));
};
