import type { Kind } from './kind.ts';
import { apiResources } from './kinds/api-resources.ts';
import { applications } from './kinds/applications.ts';
import { connectors } from './kinds/connectors.ts';
import { enterpriseSso } from './kinds/enterprise-sso.ts';
import { organizationPermissions, organizationRoles } from './kinds/organization-template.ts';
import { accountCenter, customText, emailTemplates, profileFields } from './kinds/pages.ts';
import { roles } from './kinds/roles.ts';
import { signInScripts, tokenScripts } from './kinds/scripts.ts';
import { captcha, customDomains, logStreams, tokenSettings } from './kinds/settings.ts';
import { signInExperience } from './kinds/sign-in-experience.ts';
import { webhooks } from './kinds/webhooks.ts';

/** Everything that a bundle holds. What is referred to comes before what refers to it. */
export const bundleKinds: readonly Kind[] = [
  apiResources,
  organizationPermissions,
  roles,
  organizationRoles,
  applications,
  connectors,
  enterpriseSso,
  profileFields,
  customText,
  captcha,
  signInExperience,
  accountCenter,
  emailTemplates,
  tokenSettings,
  tokenScripts,
  signInScripts,
  webhooks,
  logStreams,
  customDomains,
];
