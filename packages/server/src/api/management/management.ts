import { management } from '@gatehouse/contract/apis.ts';
import type { FastifyInstance } from 'fastify';
import { createGrantGuard } from '../../domain/grants.ts';
import { type Gate, implement, implementDirect } from '../../http/implement.ts';
import { audienceOf } from '../../http/services.ts';
import { accountCenters } from './account-center.ts';
import { applicationAccess } from './application-access.ts';
import { applicationConsent } from './application-consent.ts';
import { applicationSignInExperiences } from './application-sign-in-experience.ts';
import { applications } from './applications.ts';
import { builtInEmail } from './built-in-email.ts';
import { captchaProviders } from './captcha-provider.ts';
import { changes } from './changes.ts';
import { cimd } from './cimd.ts';
import { configs } from './configs.ts';
import { actions } from './configs-actions.ts';
import { jwtCustomizers } from './configs-jwt-customizer.ts';
import { oidcConfigs } from './configs-oidc.ts';
import { connectorActions } from './connector-actions.ts';
import { connectorFactories } from './connector-factories.ts';
import { connectors } from './connectors.ts';
import { customPhrases } from './custom-phrases.ts';
import { customProfileFields } from './custom-profile-fields.ts';
import { dashboard } from './dashboard.ts';
import { developmentMailbox } from './development-mailbox.ts';
import { domains } from './domains.ts';
import { emailTemplates } from './email-templates.ts';
import { hookRequests } from './hook-requests.ts';
import { hooks } from './hooks.ts';
import { idpInitiatedAuth } from './idp-initiated-auth.ts';
import { jobs } from './jobs.ts';
import { logStreamRequests, logStreams } from './log-streams.ts';
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
import { samlKeys } from './saml-keys.ts';
import { actionTrials, customizerTrials } from './script-trials.ts';
import { secrets } from './secrets.ts';
import { sentinelActivities } from './sentinel-activities.ts';
import { signInExperience, signInExperienceChecks } from './sign-in-exp.ts';
import { ssoConnectorDetails, ssoConnectors } from './sso-connectors.ts';
import { ssoSigningKeyCreation, ssoSigningKeys } from './sso-signing-keys.ts';
import { subjectTokens } from './subject-tokens.ts';
import { userAssets } from './user-assets.ts';
import { userErasure } from './user-erasure.ts';
import { userJobs } from './user-jobs.ts';
import { userLinks } from './user-links.ts';
import { userPasswords } from './user-passwords.ts';
import { userPersonalData } from './user-personal-data.ts';
import { users } from './users.ts';
import { verificationCodes } from './verification-codes.ts';

/** The management API as a table: each area of the contract and its handlers. */
export const mountManagement = (server: FastifyInstance, open: Omit<Gate, 'guard'>) => {
  const gate: Gate = {
    ...open,
    guard: (caller, { id: tenantId }) =>
      createGrantGuard(caller, { tenantId, audience: audienceOf(open.services.env, tenantId) }),
  };
  const {
    changes: changeRows,
    connectorActions: connectorActionRows,
    domains: domainRows,
    jobs: backgroundRows,
    protectedApps: siteRows,
    ssoConnectors: ssoRows,
    ssoSigningKeys: signingKeyRows,
    samlApplications: samlRows,
    userAssets: assetRows,
    userJobs: jobRows,
    verificationCodes: codeRows,
    ...areas
  } = management;
  const {
    actions: actionRows,
    hooks: hookRows,
    jwtCustomizers: customizerRows,
    logStreams: streamRows,
    signInExperience: signInRows,
    users: userRows,
    ...plainAreas
  } = areas;
  const { test: testAction, try: tryAction, ...otherActionRows } = actionRows;
  const { test: testCustomizer, try: tryCustomizer, ...otherCustomizerRows } = customizerRows;
  const { replay, test, ...otherHookRows } = hookRows;
  const { replay: replayStream, test: testStream, ...otherStreamRows } = streamRows;
  const {
    cancelDeletion,
    create,
    erase,
    export: exportUser,
    linkIdentity,
    updatePassword,
    verifyPassword,
    ...otherUserRows
  } = userRows;
  const { checkPassword, uploadCustomUi, ...otherSignInRows } = signInRows;
  const { read: readSso, update: updateSso, ...otherSsoRows } = ssoRows;
  const { create: createSigningKey, ...otherSigningKeyRows } = signingKeyRows;
  const { create: createSaml, createSecret, ...otherSamlRows } = samlRows;
  implement(
    server,
    {
      ...plainAreas,
      actions: otherActionRows,
      jwtCustomizers: otherCustomizerRows,
      hooks: otherHookRows,
      logStreams: otherStreamRows,
      samlApplications: otherSamlRows,
      signInExperience: otherSignInRows,
      ssoConnectors: otherSsoRows,
      ssoSigningKeys: otherSigningKeyRows,
      users: otherUserRows,
    },
    {
      accountCenters,
      actions,
      applicationAccess,
      applicationConsent,
      applications,
      applicationSignInExperiences,
      builtInEmail,
      captchaProviders,
      cimd,
      configs,
      connectorFactories,
      connectors,
      customPhrases,
      customProfileFields,
      dashboard,
      developmentMailbox,
      emailTemplates,
      hooks,
      idpInitiatedAuth,
      jwtCustomizers,
      logs,
      logStreams,
      oidcConfigs,
      oneTimeTokens,
      organizationInvitations,
      organizationJit,
      organizationRoles,
      organizations,
      organizationScopes,
      resources,
      roles,
      samlApplications,
      secrets,
      sentinelActivities,
      signInExperience,
      ssoConnectors,
      ssoSigningKeys,
      subjectTokens,
      users,
    },
    gate,
  );
  // Handlers that hash, make keys, run scripts, ask others or receive files open their own transactions.
  implementDirect(
    server,
    {
      actions: { test: testAction, try: tryAction },
      changes: changeRows,
      connectorActions: connectorActionRows,
      domains: domainRows,
      protectedApps: siteRows,
      hooks: { replay, test },
      jobs: backgroundRows,
      jwtCustomizers: { test: testCustomizer, try: tryCustomizer },
      logStreams: { replay: replayStream, test: testStream },
      samlApplications: { create: createSaml, createSecret },
      signInExperience: { checkPassword, uploadCustomUi },
      ssoConnectors: { read: readSso, update: updateSso },
      ssoSigningKeys: { create: createSigningKey },
      userAssets: assetRows,
      userJobs: jobRows,
      verificationCodes: codeRows,
      users: {
        cancelDeletion,
        create,
        erase,
        export: exportUser,
        linkIdentity,
        updatePassword,
        verifyPassword,
      },
    },
    {
      actions: actionTrials,
      changes,
      connectorActions,
      domains,
      protectedApps,
      hooks: hookRequests,
      jobs,
      jwtCustomizers: customizerTrials,
      logStreams: logStreamRequests,
      samlApplications: samlKeys,
      signInExperience: signInExperienceChecks,
      ssoConnectors: ssoConnectorDetails,
      ssoSigningKeys: ssoSigningKeyCreation,
      userAssets,
      userJobs,
      verificationCodes,
      users: { ...userErasure, ...userLinks, ...userPasswords, ...userPersonalData },
    },
    gate,
  );
};
