import type account from './en/account.json';
import type audit from './en/audit.json';
import type apiResources from './en/console/api-resources.json';
import type applications from './en/console/applications.json';
import type auditLogs from './en/console/audit-logs.json';
import type cloud from './en/console/cloud.json';
import type connectors from './en/console/connectors.json';
import type customizeJwt from './en/console/customize-jwt.json';
import type dashboard from './en/console/dashboard.json';
import type enterpriseSso from './en/console/enterprise-sso.json';
import type getStarted from './en/console/get-started.json';
import type mfa from './en/console/mfa.json';
import type organizationTemplate from './en/console/organization-template.json';
import type organizations from './en/console/organizations.json';
import type profile from './en/console/profile.json';
import type roles from './en/console/roles.json';
import type security from './en/console/security.json';
import type signInExperience from './en/console/sign-in-experience.json';
import type signingKeys from './en/console/signing-keys.json';
import type users from './en/console/users.json';
import type webhooks from './en/console/webhooks.json';
import type console from './en/console.json';
import type demoApp from './en/demo-app.json';
import type errors from './en/errors.json';
import type experience from './en/experience.json';
import type kit from './en/kit.json';
import type messages from './en/messages.json';
import type { fallbackLanguage } from './languages.ts';

export type Namespaces = {
  account: typeof account;
  audit: typeof audit;
  console: typeof console;
  'demo-app': typeof demoApp;
  'console/audit-logs': typeof auditLogs;
  'console/connectors': typeof connectors;
  'console/customize-jwt': typeof customizeJwt;
  'console/dashboard': typeof dashboard;
  'console/applications': typeof applications;
  'console/enterprise-sso': typeof enterpriseSso;
  'console/get-started': typeof getStarted;
  'console/api-resources': typeof apiResources;
  'console/cloud': typeof cloud;
  'console/profile': typeof profile;
  'console/mfa': typeof mfa;
  'console/organization-template': typeof organizationTemplate;
  'console/organizations': typeof organizations;
  'console/roles': typeof roles;
  'console/security': typeof security;
  'console/sign-in-experience': typeof signInExperience;
  'console/signing-keys': typeof signingKeys;
  'console/users': typeof users;
  'console/webhooks': typeof webhooks;
  errors: typeof errors;
  experience: typeof experience;
  kit: typeof kit;
  messages: typeof messages;
};
export type Namespace = keyof Namespaces;
type Loaders = { [N in Namespace]: () => Promise<{ default: Namespaces[N] }> };

/** One row a language. Each file is its own chunk in the browser. */
const loaders: Readonly<Record<typeof fallbackLanguage, Loaders>> & Partial<Record<string, Loaders>> = {
  en: {
    account: () => import('./en/account.json', { with: { type: 'json' } }),
    audit: () => import('./en/audit.json', { with: { type: 'json' } }),
    console: () => import('./en/console.json', { with: { type: 'json' } }),
    'demo-app': () => import('./en/demo-app.json', { with: { type: 'json' } }),
    'console/audit-logs': () => import('./en/console/audit-logs.json', { with: { type: 'json' } }),
    'console/connectors': () => import('./en/console/connectors.json', { with: { type: 'json' } }),
    'console/customize-jwt': () => import('./en/console/customize-jwt.json', { with: { type: 'json' } }),
    'console/dashboard': () => import('./en/console/dashboard.json', { with: { type: 'json' } }),
    'console/applications': () => import('./en/console/applications.json', { with: { type: 'json' } }),
    'console/enterprise-sso': () => import('./en/console/enterprise-sso.json', { with: { type: 'json' } }),
    'console/get-started': () => import('./en/console/get-started.json', { with: { type: 'json' } }),
    'console/api-resources': () => import('./en/console/api-resources.json', { with: { type: 'json' } }),
    'console/cloud': () => import('./en/console/cloud.json', { with: { type: 'json' } }),
    'console/profile': () => import('./en/console/profile.json', { with: { type: 'json' } }),
    'console/mfa': () => import('./en/console/mfa.json', { with: { type: 'json' } }),
    'console/organization-template': () =>
      import('./en/console/organization-template.json', { with: { type: 'json' } }),
    'console/organizations': () => import('./en/console/organizations.json', { with: { type: 'json' } }),
    'console/roles': () => import('./en/console/roles.json', { with: { type: 'json' } }),
    'console/security': () => import('./en/console/security.json', { with: { type: 'json' } }),
    'console/sign-in-experience': () =>
      import('./en/console/sign-in-experience.json', { with: { type: 'json' } }),
    'console/signing-keys': () => import('./en/console/signing-keys.json', { with: { type: 'json' } }),
    'console/users': () => import('./en/console/users.json', { with: { type: 'json' } }),
    'console/webhooks': () => import('./en/console/webhooks.json', { with: { type: 'json' } }),
    errors: () => import('./en/errors.json', { with: { type: 'json' } }),
    experience: () => import('./en/experience.json', { with: { type: 'json' } }),
    kit: () => import('./en/kit.json', { with: { type: 'json' } }),
    messages: () => import('./en/messages.json', { with: { type: 'json' } }),
  },
};

/** The phrases of a language, or the English ones while it has none. */
export const loadPhrases = async <N extends Namespace>(
  language: string,
  namespace: N,
): Promise<Namespaces[N]> => {
  const { default: phrases } = await (Object.hasOwn(loaders, language) ? loaders[language]! : loaders.en)[
    namespace
  ]();
  return phrases;
};
