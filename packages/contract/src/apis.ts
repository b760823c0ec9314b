import { accountCenters } from './account-center.ts';
import { applicationAccess } from './application-access.ts';
import { applicationConsent } from './application-consent.ts';
import { applicationSignInExperiences } from './application-sign-in-experience.ts';
import { applications } from './applications.ts';
import { captchaProviders } from './captcha.ts';
import { changes } from './changes.ts';
import { configs } from './configs.ts';
import { customPhrases } from './custom-phrases.ts';
import { dashboard } from './dashboard.ts';
import { domains } from './domains.ts';
import { emailTemplates } from './email-templates.ts';
import type { Api } from './endpoint.ts';
import { experience as experienceRows, interactionRows } from './experience.ts';
import { hooks } from './hooks.ts';
import { logs } from './logs.ts';
import { me as meRows } from './me.ts';
import { oidcConfigs } from './oidc-configs.ts';
import { oneTimeTokens } from './one-time-tokens.ts';
import { organizationInvitations } from './organization-invitations.ts';
import { organizationJit } from './organization-jit.ts';
import { organizationRoles } from './organization-roles.ts';
import { organizationScopes } from './organization-scopes.ts';
import { organizations } from './organizations.ts';
import { customProfileFields } from './profile-field-rows.ts';
import { resources } from './resources.ts';
import { roles } from './roles.ts';
import { secrets } from './secrets.ts';
import { sentinelActivities } from './sentinel.ts';
import { setup as setupRows } from './setup.ts';
import { signInExperienceRows } from './sign-in-experience.ts';
import { subjectTokens } from './subject-tokens.ts';
import { tenants } from './tenants.ts';
import { personalAccessTokens, userRoles, userSessions } from './user-access.ts';
import { userAssets } from './user-assets.ts';
import { userFactors, userIdentities } from './user-identities.ts';
import { users } from './users.ts';
import { wellKnown as wellKnownRows } from './well-known.ts';

/** The APIs of the product, each as `{ area: rows }`. */
export const management = {
  accountCenters,
  applicationAccess,
  applicationConsent,
  applications,
  applicationSignInExperiences,
  captchaProviders,
  changes,
  configs,
  customPhrases,
  customProfileFields,
  dashboard,
  domains,
  emailTemplates,
  hooks,
  logs,
  oidcConfigs,
  oneTimeTokens,
  organizationInvitations,
  organizationJit,
  organizationRoles,
  organizations,
  organizationScopes,
  resources,
  roles,
  secrets,
  sentinelActivities,
  signInExperience: signInExperienceRows,
  subjectTokens,
  userAssets,
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
