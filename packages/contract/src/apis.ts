import { account as accountRows } from './account.ts';
import { accountAccess } from './account-access.ts';
import { accountCenters } from './account-center.ts';
import { accountFactors } from './account-factors.ts';
import { accountLock } from './account-lock.ts';
import { accountOutside } from './account-outside.ts';
import { accountPersonalData } from './account-personal-data.ts';
import { verifications } from './account-verifications.ts';
import { actions } from './actions.ts';
import { applicationAccess } from './application-access.ts';
import { applicationConsent } from './application-consent.ts';
import { applicationSignInExperiences } from './application-sign-in-experience.ts';
import { applications } from './applications.ts';
import { builtInEmail } from './built-in-email.ts';
import { bundles, promotions } from './bundles.ts';
import { captchaProviders } from './captcha.ts';
import { changes } from './changes.ts';
import { checkouts } from './checkout.ts';
import { cimd } from './cimd.ts';
import { clientRegistrations } from './client-registration.ts';
import { cloudAccount } from './cloud-account.ts';
import { configs } from './configs.ts';
import { configurationControl } from './configuration-control.ts';
import { connectorActions } from './connector-actions.ts';
import { connectorFactories, connectors } from './connectors.ts';
import { customPhrases } from './custom-phrases.ts';
import { dashboard } from './dashboard.ts';
import { developmentMailbox } from './development-mailbox.ts';
import { domains } from './domains.ts';
import { accountDraftPreviews, draftPreviews } from './draft-previews.ts';
import { drafts } from './drafts.ts';
import { emailTemplates } from './email-templates.ts';
import type { Api } from './endpoint.ts';
import { experience as experienceRows, interactionRows } from './experience.ts';
import { experienceOutside } from './experience-outside.ts';
import { experienceProfile } from './experience-profile.ts';
import { experienceFactors, experienceProofs } from './experience-verifications.ts';
import { hasura } from './hasura.ts';
import { hooks } from './hooks.ts';
import { idpInitiatedAuth } from './idp-initiated-auth.ts';
import { jobs } from './jobs.ts';
import { jwtCustomizers } from './jwt-customizers.ts';
import { latestRelease } from './latest-release.ts';
import { liveSignIns } from './live-sign-ins.ts';
import { logStreams } from './log-streams.ts';
import { logs } from './logs.ts';
import { me as meRows } from './me.ts';
import { meSocial } from './me-social.ts';
import { memberRoles } from './member-roles.ts';
import { oidcConfigs } from './oidc-configs.ts';
import { oneTimeTokens } from './one-time-tokens.ts';
import { organizationInvitations } from './organization-invitations.ts';
import { organizationJit } from './organization-jit.ts';
import { organizationRoles } from './organization-roles.ts';
import { organizationScopes } from './organization-scopes.ts';
import { organizations } from './organizations.ts';
import { customProfileFields } from './profile-field-rows.ts';
import { protectedApps } from './protected-apps.ts';
import { resources } from './resources.ts';
import { roles } from './roles.ts';
import { samlApplications } from './saml-applications.ts';
import { secrets } from './secrets.ts';
import { sentinelActivities } from './sentinel.ts';
import { setup as setupRows } from './setup.ts';
import { signInChanges } from './sign-in-changes.ts';
import { signInCheck } from './sign-in-check.ts';
import { signInExperienceRows } from './sign-in-experience.ts';
import { signIns } from './sign-ins.ts';
import { ssoEncryptionKeys, ssoSigningKeys } from './sso-connector-keys.ts';
import { ssoConnectors } from './sso-connectors.ts';
import { subjectTokens, userSubjectTokens } from './subject-tokens.ts';
import { subscriptions } from './subscriptions.ts';
import { receivedInvitations, sentInvitations, tenantMembers } from './tenant-members.ts';
import { tenants } from './tenants.ts';
import { testSignIns } from './test-sign-ins.ts';
import { tokenCheck } from './token-check.ts';
import { personalAccessTokens, userRoles, userSessions } from './user-access.ts';
import { userAssets } from './user-assets.ts';
import { userFactors, userIdentities, userLinks } from './user-identities.ts';
import { userJobs } from './user-jobs.ts';
import { userPasswords } from './user-passwords.ts';
import { userPersonalData } from './user-personal-data.ts';
import { users } from './users.ts';
import { verificationCodes } from './verification-codes.ts';
import { experiencePasskeySignIn, experiencePasskeys } from './web-authn.ts';
import { wellKnown as wellKnownRows } from './well-known.ts';

/** The APIs of the product, each as `{ area: rows }`. */
export const management = {
  actions,
  accountCenters,
  applicationAccess,
  applicationConsent,
  applications,
  applicationSignInExperiences,
  builtInEmail,
  bundles,
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
  draftPreviews,
  drafts,
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
  signInExperience: signInExperienceRows,
  signIns,
  ssoConnectors,
  ssoEncryptionKeys,
  ssoSigningKeys,
  subjectTokens,
  userAssets,
  userJobs,
  verificationCodes,
  users: {
    ...users,
    ...userPersonalData,
    ...userPasswords,
    ...userRoles,
    ...personalAccessTokens,
    ...userSessions,
    ...userSubjectTokens,
    ...userIdentities,
    ...userLinks,
    ...userFactors,
    ...signInCheck,
    ...signInChanges,
    ...tokenCheck,
  },
} satisfies Api;

export const account = {
  access: accountAccess,
  outside: accountOutside,
  account: accountRows,
  draftPreviews: accountDraftPreviews,
  factors: accountFactors,
  personalData: accountPersonalData,
  verifications,
} satisfies Api;
export const me = { latestRelease, me: meRows, meSocial } satisfies Api;
/** The people who manage a tenant. Both editions have them. */
export const membership = { memberRoles, receivedInvitations, sentInvitations, tenantMembers } satisfies Api;
export const cloud = {
  ...membership,
  checkouts,
  cloudAccount,
  promotions,
  subscriptions,
  tenants,
} satisfies Api;
export const experience = {
  accountLock,
  experience: experienceRows,
  factors: experienceFactors,
  interaction: interactionRows,
  outside: experienceOutside,
  passkeys: experiencePasskeys,
  passkeySignIn: experiencePasskeySignIn,
  profile: experienceProfile,
  proofs: experienceProofs,
} satisfies Api;
export const wellKnown = { hasura, wellKnown: wellKnownRows } satisfies Api;
export const setup = { setup: setupRows } satisfies Api;

/** The path prefix of each API. The me API exists on the admin tenant only. */
export const mountPoints = {
  account: '/api',
  management: '/api',
  me: '',
  cloud: '/api',
  experience: '/api',
  wellKnown: '/api',
  setup: '/api',
} as const;
