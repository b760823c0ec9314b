import type { management } from '@gatehouse/contract/apis.ts';
import type { Handlers } from '../../http/implement.ts';
import { accountCenters } from './account-center.ts';
import { applicationAccess } from './application-access.ts';
import { applicationConsent } from './application-consent.ts';
import { applicationSignInExperiences } from './application-sign-in-experience.ts';
import { applications } from './applications.ts';
import { builtInEmail } from './built-in-email.ts';
import { captchaProviders } from './captcha-provider.ts';
import { changes } from './changes.ts';
import { cimd } from './cimd.ts';
import { clientRegistrations } from './client-registration.ts';
import { configs } from './configs.ts';
import { actions } from './configs-actions.ts';
import { jwtCustomizers } from './configs-jwt-customizer.ts';
import { oidcConfigs } from './configs-oidc.ts';
import { configurationControl } from './configuration-control.ts';
import { connectorActions } from './connector-actions.ts';
import { connectorFactories } from './connector-factories.ts';
import { connectors } from './connectors.ts';
import { customPhrases } from './custom-phrases.ts';
import { customProfileFields } from './custom-profile-fields.ts';
import { dashboard } from './dashboard.ts';
import { developmentMailbox } from './development-mailbox.ts';
import { domains } from './domains.ts';
import { emailTemplates } from './email-templates.ts';
import { hooks } from './hooks.ts';
import { idpInitiatedAuth } from './idp-initiated-auth.ts';
import { jobs } from './jobs.ts';
import { liveSignIns } from './live-sign-ins.ts';
import { logStreams } from './log-streams.ts';
import { logs } from './logs.ts';
import { oneTimeTokens } from './one-time-tokens.ts';
import { organizationInvitations } from './organization-invitations.ts';
import { organizationJit } from './organization-jit.ts';
import { organizationRoles } from './organization-roles.ts';
import { organizationScopes } from './organization-scopes.ts';
import { organizations } from './organizations.ts';
import { protectedApps } from './protected-apps.ts';
import { resources } from './resources.ts';
import { roles } from './roles.ts';
import { samlApplications } from './saml-applications.ts';
import { secrets } from './secrets.ts';
import { sentinelActivities } from './sentinel-activities.ts';
import { signInExperience } from './sign-in-exp.ts';
import { signIns } from './sign-ins.ts';
import { ssoConnectors } from './sso-connectors.ts';
import { ssoEncryptionKeys } from './sso-encryption-keys.ts';
import { ssoSigningKeys } from './sso-signing-keys.ts';
import { subjectTokens } from './subject-tokens.ts';
import { testSignIns } from './test-sign-ins.ts';
import { userAssets } from './user-assets.ts';
import { userJobs } from './user-jobs.ts';
import { users } from './users.ts';
import { verificationCodes } from './verification-codes.ts';

type Management = typeof management;

type ManagementHandlers = {
  [Area in Exclude<keyof Management, 'bundles' | 'draftPreviews' | 'drafts'>]: Handlers<Management[Area]>;
};

/** The management API as a table: each area of the contract and its handlers. Bundles and drafts call them, and are beside them. */
export const managementHandlers: ManagementHandlers = {
  accountCenters,
  actions,
  applicationAccess,
  applicationConsent,
  applications,
  applicationSignInExperiences,
  builtInEmail,
  captchaProviders,
  changes,
  cimd,
  clientRegistrations,
  configs,
  configurationControl,
  connectorActions,
  testSignIns,
  connectorFactories,
  connectors,
  customPhrases,
  customProfileFields,
  dashboard,
  developmentMailbox,
  domains,
  emailTemplates,
  hooks,
  idpInitiatedAuth,
  jobs,
  jwtCustomizers,
  liveSignIns,
  logs,
  logStreams,
  oidcConfigs,
  oneTimeTokens,
  organizationInvitations,
  organizationJit,
  organizationRoles,
  organizations,
  organizationScopes,
  protectedApps,
  resources,
  roles,
  samlApplications,
  secrets,
  sentinelActivities,
  signInExperience,
  signIns,
  ssoConnectors,
  ssoEncryptionKeys,
  ssoSigningKeys,
  subjectTokens,
  userAssets,
  userJobs,
  users,
  verificationCodes,
};
