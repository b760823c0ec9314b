import { management } from '@gatehouse/contract/apis.ts';
import type { FastifyInstance } from 'fastify';
import { type Gate, implement, implementDirect } from '../../http/implement.ts';
import { applications } from './applications.ts';
import { changes } from './changes.ts';
import { oidcConfigs } from './configs-oidc.ts';
import { dashboard } from './dashboard.ts';
import { logs } from './logs.ts';
import { organizationInvitations } from './organization-invitations.ts';
import { organizationJit } from './organization-jit.ts';
import { organizationRoles } from './organization-roles.ts';
import { organizationScopes } from './organization-scopes.ts';
import { organizations } from './organizations.ts';
import { resources } from './resources.ts';
import { roles } from './roles.ts';
import { signInExperience } from './sign-in-exp.ts';
import { userPasswords } from './user-passwords.ts';
import { users } from './users.ts';

/** The management API as a table: each area of the contract and its handlers. */
export const mountManagement = (server: FastifyInstance, gate: Gate) => {
  const { changes: changeRows, users: userRows, ...areas } = management;
  const { create, updatePassword, verifyPassword, ...otherUserRows } = userRows;
  implement(
    server,
    { ...areas, users: otherUserRows },
    {
      applications,
      dashboard,
      logs,
      oidcConfigs,
      organizationInvitations,
      organizationJit,
      organizationRoles,
      organizations,
      organizationScopes,
      resources,
      roles,
      signInExperience,
      users,
    },
    gate,
  );
  implementDirect(
    server,
    { changes: changeRows, users: { create, updatePassword, verifyPassword } },
    { changes, users: userPasswords },
    gate,
  );
};
