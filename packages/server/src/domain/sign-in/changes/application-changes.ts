import { applicationAccess } from '@gatehouse/contract/application-access.ts';
import { applications } from '@gatehouse/contract/applications.ts';
import { organizations } from '@gatehouse/contract/organizations.ts';
import { userRoles } from '@gatehouse/contract/user-access.ts';
import {
  type Asked,
  type Candidate,
  type Facts,
  type Known,
  type Organization,
  withApplication,
  withMfaOrganizations,
} from './facts.ts';

type Application = NonNullable<Known['application']>;

/** Changes that an application admits the user by. */
export const applicationChanges = ({ userId, application }: Known): Candidate[] =>
  application ? [...admissions(userId, application), ...loosenings(application)] : [];

const isShutOut = ({ surroundings }: Facts) => surroundings.application?.isAdmitted === false;

/** One matching rule is enough to be admitted. */
const admission = (change: Candidate['change'], requests: Asked[], joined?: Organization): Candidate => ({
  change,
  make: facts => {
    if (!isShutOut(facts)) return undefined;
    const admitted = withApplication(facts, { isAdmitted: true });
    const isNew = joined?.isMfaRequired && !facts.mfaOrganizations.some(({ id }) => id === joined.id);
    return {
      facts: isNew ? withMfaOrganizations(admitted, [...facts.mfaOrganizations, joined]) : admitted,
      requests,
    };
  },
});

const join = (userId: string, { id }: Organization): Asked => ({
  row: organizations.addUsers,
  params: { id },
  body: { userIds: [userId] },
});

const admissions = (
  userId: string,
  { id, rules, roles, organizations: offered, organizationRoles }: Application,
): Candidate[] => [
  admission({ kind: 'admit_user', setting: 'accessControl' }, [
    {
      row: applicationAccess.replace,
      params: { applicationId: id },
      body: { ...rules, userIds: [...rules.userIds, userId] },
    },
  ]),
  ...roles.map(role =>
    admission({ kind: 'assign_role', setting: 'user', object: role }, [
      { row: userRoles.assignRoles, params: { userId }, body: { roleIds: [role.id] } },
    ]),
  ),
  ...offered.map(organization =>
    admission(
      { kind: 'add_to_organization', setting: 'user', object: named(organization) },
      [join(userId, organization)],
      organization,
    ),
  ),
  ...organizationRoles.map(({ organization, role, isMember }) =>
    admission(
      { kind: 'assign_organization_role', setting: 'user', object: role, organization: named(organization) },
      [
        ...(isMember ? [] : [join(userId, organization)]),
        {
          row: organizations.addUserRoles,
          params: { id: organization.id, userId },
          body: { organizationRoleIds: [role.id] },
        },
      ],
      organization,
    ),
  ),
];

const named = ({ id, name }: Organization) => ({ id, name });

const loosenings = ({ id, metadata }: Application): Candidate[] => [
  {
    change: { kind: 'open_application', setting: 'accessControl' },
    make: facts =>
      isShutOut(facts)
        ? {
            facts: withApplication(facts, { isAdmitted: true }),
            requests: [
              { row: applications.update, params: { id }, body: { appLevelAccessControlEnabled: false } },
            ],
          }
        : undefined,
  },
  {
    change: { kind: 'lower_level', setting: 'securityProfile' },
    make: facts => {
      if (!facts.surroundings.application?.minimumAcr) return undefined;
      const { minimumAcr: _, ...customClientMetadata } = metadata;
      return {
        facts: withApplication(facts, { minimumAcr: undefined }),
        requests: [{ row: applications.update, params: { id }, body: { customClientMetadata } }],
      };
    },
  },
];
