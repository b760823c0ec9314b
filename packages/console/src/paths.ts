import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import type { CustomizedToken } from '@gatehouse/contract/jwt-customizers.ts';
import { basePath, isCloud } from './bootstrap.ts';
import { addressedTenantId, consoleSignInSegment } from './session/tenant.ts';

/** Every address inside the console, as the browser shows it. Screens build links here and nowhere else. */
const inTenant = (path: string) => {
  const tenantId = addressedTenantId();
  if (isCloud) return tenantId ? `/${tenantId}${path}` : path;
  return tenantId === adminTenantId ? inConsoleSignIn(path) : `${basePath}${path}`;
};

const inConsoleSignIn = (path: string) => `${basePath}/${consoleSignInSegment}${path}`;

export type ApplicationTab =
  | 'settings'
  | 'roles'
  | 'logs'
  | 'branding'
  | 'permissions'
  | 'organizations'
  | 'attribute-mapping';
export type RoleTab = 'permissions' | 'users' | 'machine-to-machine-apps' | 'general';
export type EnterpriseSsoTab = 'connection' | 'experience' | 'idp-initiated-auth';
export type WebhookTab = 'settings' | 'recent-requests';
export type ConnectorTab = 'passwordless' | 'social';
export type UserTab = 'settings' | 'roles' | 'logs' | 'organizations';
export type OrganizationTab = 'settings' | 'members' | 'machine-to-machine';
export type TenantSettingsTab =
  | 'settings'
  | 'members'
  | 'domains'
  | 'subscription'
  | 'billing-history'
  | 'console-sign-in';

export const signInExperienceTabs = [
  'branding',
  'sign-up-and-sign-in',
  'collect-user-profile',
  'content',
] as const;
export const securityTabs = ['password-policy', 'captcha', 'blocklist', 'general'] as const;

export const paths = {
  home: () => basePath || '/',
  welcome: () => `${basePath}/welcome`,
  callback: () => `${basePath}/callback`,
  profile: () => `${basePath}/profile`,
  profileStep: (step: 'verify-password' | 'change-password' | 'link-email' | 'verification-code') =>
    `${basePath}/profile/${step}`,
  handleSocial: () => `${basePath}/handle-social`,
  area: (segment: string) => inTenant(`/${segment}`),
  tenantSettings: (tab: TenantSettingsTab) => inTenant(`/tenant-settings/${tab}`),
  moveToProduction: () => inTenant('/tenant-settings/settings?move=production'),
  consoleSignIn: (segment: string) => inConsoleSignIn(`/${segment}`),
  leaveConsoleSignIn: () => `${basePath}/tenant-settings/console-sign-in`,
  tenantInvitations: () => inTenant('/tenant-settings/members/invitations'),
  apiResources: () => inTenant('/api-resources'),
  createApiResource: () => inTenant('/api-resources/create'),
  apiResource: (id: string, tab: 'permissions' | 'general' = 'permissions') =>
    inTenant(`/api-resources/${id}/${tab}`),
  apiResourceGuide: (id: string, guideId = 'api') => inTenant(`/api-resources/${id}/guide/${guideId}`),
  applications: (tab?: 'third-party-applications') =>
    inTenant(tab ? `/applications/${tab}` : '/applications'),
  createApplication: (query: { guide?: string; type?: string; search?: string } = {}) => {
    const search = new URLSearchParams(query).toString();
    return inTenant(`/applications/create${search ? `?${search}` : ''}`);
  },
  application: (id: string, tab: ApplicationTab = 'settings') => inTenant(`/applications/${id}/${tab}`),
  applicationGuide: (id: string, guideId: string, step = 1) =>
    inTenant(`/applications/${id}/guide/${guideId}${step > 1 ? `?step=${step}` : ''}`),
  applicationLog: (id: string, logId: string) => inTenant(`/applications/${id}/logs/${logId}`),
  customizeJwt: (tokenType?: CustomizedToken, action?: 'create' | 'edit') =>
    inTenant(tokenType ? `/customize-jwt/${tokenType}/${action}` : '/customize-jwt'),
  signInScript: (moment: string) => inTenant(`/customize-jwt/sign-in-scripts/${moment}`),
  roles: () => inTenant('/roles'),
  createRole: () => inTenant('/roles/create'),
  role: (id: string, tab: RoleTab = 'permissions') => inTenant(`/roles/${id}/${tab}`),
  users: () => inTenant('/users'),
  usersNamed: (name: string) =>
    inTenant(`/users?where=${encodeURIComponent(`username.exact=${encodeURIComponent(name)}`)}`),
  importUsers: () => inTenant('/users/import'),
  userJobs: () => inTenant('/users/jobs'),
  userJob: (id: string) => inTenant(`/users/jobs/${id}`),
  createUser: () => inTenant('/users/create'),
  userLog: (id: string, logId: string) => inTenant(`/users/${id}/logs/${logId}`),
  socialIdentity: (id: string, target: string) => inTenant(`/users/${id}/social-identities/${target}`),
  ssoIdentity: (id: string, connectorId: string) => inTenant(`/users/${id}/sso-identities/${connectorId}`),
  organizations: () => inTenant('/organizations'),
  createOrganization: () => inTenant('/organizations/create'),
  organization: (id: string, tab: OrganizationTab = 'settings') => inTenant(`/organizations/${id}/${tab}`),
  organizationTemplate: (tab: 'organization-roles' | 'organization-permissions') =>
    inTenant(`/organization-template/${tab}`),
  organizationRole: (id: string, tab: 'permissions' | 'general' = 'permissions') =>
    inTenant(`/organization-template/organization-roles/${id}/${tab}`),
  signInExperience: (tab: (typeof signInExperienceTabs)[number]) => inTenant(`/sign-in-experience/${tab}`),
  signInPhrases: (language: string) => inTenant(`/sign-in-experience/content?language=${language}`),
  profileField: (name: string) => inTenant(`/sign-in-experience/collect-user-profile/fields/${name}`),
  security: (tab: (typeof securityTabs)[number]) => inTenant(`/security/${tab}`),
  captchaGuide: (guideId: string) => inTenant(`/security/captcha/guide/${guideId}`),
  captchaDetails: () => inTenant('/security/captcha/details'),
  connectors: (tab: ConnectorTab) => inTenant(`/connectors/${tab}`),
  createConnector: (tab: ConnectorTab, createType: 'email' | 'sms' | 'social') =>
    inTenant(`/connectors/${tab}/create/${createType}`),
  connectorGuide: (tab: ConnectorTab, factoryId: string) => inTenant(`/connectors/${tab}/guide/${factoryId}`),
  connector: (tab: ConnectorTab, id: string) => inTenant(`/connectors/${tab}/${id}`),
  enterpriseSsoList: () => inTenant('/enterprise-sso'),
  createEnterpriseSso: () => inTenant('/enterprise-sso/create'),
  enterpriseSso: (id: string, tab: EnterpriseSsoTab = 'connection') =>
    inTenant(`/enterprise-sso/${id}/${tab}`),
  webhooks: () => inTenant('/webhooks'),
  createWebhook: () => inTenant('/webhooks/create'),
  webhook: (id: string, tab: WebhookTab = 'settings') => inTenant(`/webhooks/${id}/${tab}`),
  webhookRequest: (id: string, logId: string) => inTenant(`/webhooks/${id}/recent-requests/${logId}`),
  auditLogs: () => inTenant('/audit-logs'),
  changes: () => inTenant('/audit-logs/changes'),
  logStreams: () => inTenant('/audit-logs/streams'),
  createLogStream: () => inTenant('/audit-logs/streams/create'),
  logStream: (id: string) => inTenant(`/audit-logs/streams/${id}`),
  jobs: () => inTenant('/audit-logs/jobs'),
  auditLog: (id: string) => inTenant(`/audit-logs/${id}`),
  user: (id: string, tab: UserTab = 'settings') => inTenant(`/users/${id}/${tab}`),
};
