import { applications } from './applications.ts';
import { changes } from './changes.ts';
import { dashboard } from './dashboard.ts';
import type { Api } from './endpoint.ts';
import { experience as experienceRows, interactionRows } from './experience.ts';
import { logs } from './logs.ts';
import { me as meRows } from './me.ts';
import { oidcConfigs } from './oidc-configs.ts';
import { organizationInvitations } from './organization-invitations.ts';
import { organizationJit } from './organization-jit.ts';
import { organizationRoles } from './organization-roles.ts';
import { organizationScopes } from './organization-scopes.ts';
import { organizations } from './organizations.ts';
import { resources } from './resources.ts';
import { roles } from './roles.ts';
import { setup as setupRows } from './setup.ts';
import { signInExperienceRows } from './sign-in-experience.ts';
import { tenants } from './tenants.ts';
import { personalAccessTokens, userRoles, userSessions } from './user-access.ts';
import { userFactors, userIdentities } from './user-identities.ts';
import { users } from './users.ts';
import { wellKnown as wellKnownRows } from './well-known.ts';

/** The APIs of the product, each as `{ area: rows }`. */
export const management = {
  applications,
  changes,
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
  signInExperience: signInExperienceRows,
  users: {
    ...users,
    ...userRoles,
    ...personalAccessTokens,
    ...userSessions,
    ...userIdentities,
    ...userFactors,
  },
} satisfies Api;

export const me = { me: meRows } satisfies Api;
export const cloud = { tenants } satisfies Api;
export const experience = { experience: experienceRows, interaction: interactionRows } satisfies Api;
export const wellKnown = { wellKnown: wellKnownRows } satisfies Api;
export const setup = { setup: setupRows } satisfies Api;

/** What comes before the paths of each API. The me API lives on the admin tenant only. */
export const mountPoints = {
  management: '/api',
  me: '',
  cloud: '/api',
  experience: '/api',
  wellKnown: '/api',
  setup: '/api',
} as const;
