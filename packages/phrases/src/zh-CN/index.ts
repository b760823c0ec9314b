// Written by `node scripts/phrases.mjs index`.
import console from './console.json' with { type: 'json' };
import kit from './kit.json' with { type: 'json' };

export const phrases = {
  account: () => import('./account.json', { with: { type: 'json' } }),
  audit: () => import('./audit.json', { with: { type: 'json' } }),
  connectors: () => import('./connectors.json', { with: { type: 'json' } }),
  console: () => Promise.resolve({ default: console }),
  'console/api-resources': () => import('./console/api-resources.json', { with: { type: 'json' } }),
  'console/applications': () => import('./console/applications.json', { with: { type: 'json' } }),
  'console/audit-logs': () => import('./console/audit-logs.json', { with: { type: 'json' } }),
  'console/certificates': () => import('./console/certificates.json', { with: { type: 'json' } }),
  'console/cloud': () => import('./console/cloud.json', { with: { type: 'json' } }),
  'console/configuration': () => import('./console/configuration.json', { with: { type: 'json' } }),
  'console/connectors': () => import('./console/connectors.json', { with: { type: 'json' } }),
  'console/customize-jwt': () => import('./console/customize-jwt.json', { with: { type: 'json' } }),
  'console/dashboard': () => import('./console/dashboard.json', { with: { type: 'json' } }),
  'console/drafts': () => import('./console/drafts.json', { with: { type: 'json' } }),
  'console/enterprise-sso': () => import('./console/enterprise-sso.json', { with: { type: 'json' } }),
  'console/fields': () => import('./console/fields.json', { with: { type: 'json' } }),
  'console/get-started': () => import('./console/get-started.json', { with: { type: 'json' } }),
  'console/glossary': () => import('./console/glossary.json', { with: { type: 'json' } }),
  'console/live-sign-ins': () => import('./console/live-sign-ins.json', { with: { type: 'json' } }),
  'console/logs': () => import('./console/logs.json', { with: { type: 'json' } }),
  'console/mfa': () => import('./console/mfa.json', { with: { type: 'json' } }),
  'console/organization-template': () =>
    import('./console/organization-template.json', { with: { type: 'json' } }),
  'console/organizations': () => import('./console/organizations.json', { with: { type: 'json' } }),
  'console/palette': () => import('./console/palette.json', { with: { type: 'json' } }),
  'console/profile': () => import('./console/profile.json', { with: { type: 'json' } }),
  'console/roles': () => import('./console/roles.json', { with: { type: 'json' } }),
  'console/security': () => import('./console/security.json', { with: { type: 'json' } }),
  'console/security-notices': () => import('./console/security-notices.json', { with: { type: 'json' } }),
  'console/sign-in-experience': () => import('./console/sign-in-experience.json', { with: { type: 'json' } }),
  'console/signing-keys': () => import('./console/signing-keys.json', { with: { type: 'json' } }),
  'console/test-sign-in': () => import('./console/test-sign-in.json', { with: { type: 'json' } }),
  'console/time-travel': () => import('./console/time-travel.json', { with: { type: 'json' } }),
  'console/users': () => import('./console/users.json', { with: { type: 'json' } }),
  'console/webhooks': () => import('./console/webhooks.json', { with: { type: 'json' } }),
  'demo-app': () => import('./demo-app.json', { with: { type: 'json' } }),
  errors: () => import('./errors.json', { with: { type: 'json' } }),
  experience: () => import('./experience.json', { with: { type: 'json' } }),
  kit: () => Promise.resolve({ default: kit }),
  messages: () => import('./messages.json', { with: { type: 'json' } }),
  person: () => import('./person.json', { with: { type: 'json' } }),
};

export const glossary = () => import('./glossary.json', { with: { type: 'json' } });
