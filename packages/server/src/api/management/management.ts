import { management } from '@gatehouse/contract/apis.ts';
import type { FastifyInstance } from 'fastify';
import { type Gate, implement, implementDirect } from '../../http/implement.ts';
import { accountCenters } from './account-center.ts';
import { applicationAccess } from './application-access.ts';
import { applicationConsent } from './application-consent.ts';
import { applicationSignInExperiences } from './application-sign-in-experience.ts';
import { applications } from './applications.ts';
import { captchaProviders } from './captcha-provider.ts';
import { changes } from './changes.ts';
import { configs } from './configs.ts';
import { oidcConfigs } from './configs-oidc.ts';
import { customPhrases } from './custom-phrases.ts';
import { customProfileFields } from './custom-profile-fields.ts';
import { dashboard } from './dashboard.ts';
import { domains } from './domains.ts';
import { emailTemplates } from './email-templates.ts';
import { hooks } from './hooks.ts';
import { logs } from './logs.ts';
import { oneTimeTokens } from './one-time-tokens.ts';
import { organizationInvitations } from './organization-invitations.ts';
import { organizationJit } from './organization-jit.ts';
import { organizationRoles } from './organization-roles.ts';
import { organizationScopes } from './organization-scopes.ts';
import { organizations } from './organizations.ts';
import { resources } from './resources.ts';
import { roles } from './roles.ts';
import { secrets } from './secrets.ts';
import { sentinelActivities } from './sentinel-activities.ts';
import { signInExperience } from './sign-in-exp.ts';
import { subjectTokens } from './subject-tokens.ts';
import { userAssets } from './user-assets.ts';
import { userPasswords } from './user-passwords.ts';
import { users } from './users.ts';

/** The management API as a table: each area of the contract and its handlers. */
export const mountManagement = (server: FastifyInstance, gate: Gate) => {
  const { changes: changeRows, userAssets: assetRows, users: userRows, ...areas } = management;
  const { create, updatePassword, verifyPassword, ...otherUserRows } = userRows;
  implement(
    server,
    { ...areas, users: otherUserRows },
    {
      accountCenters,
      applicationAccess,
      applicationConsent,
      applications,
      applicationSignInExperiences,
      captchaProviders,
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
      signInExperience,
      subjectTokens,
      users,
    },
    gate,
  );
  implementDirect(
    server,
    { changes: changeRows, userAssets: assetRows, users: { create, updatePassword, verifyPassword } },
    { changes, userAssets, users: userPasswords },
    gate,
  );
};
