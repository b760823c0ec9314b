import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import {
  AppWindow,
  Building2,
  ChartColumn,
  Diff,
  Fingerprint,
  KeyRound,
  LayoutTemplate,
  type LucideIcon,
  Plug,
  Rocket,
  ScrollText,
  Server,
  Settings,
  ShieldCheck,
  Signature,
  SquareAsterisk,
  Tags,
  Users,
  UsersRound,
  Webhook,
} from 'lucide-react';
import { apiResourceAddresses } from './areas/api-resources/addresses.ts';
import { apiResourceRoutes } from './areas/api-resources/routes.ts';
import { applicationAddresses } from './areas/applications/addresses.ts';
import { applicationRoutes } from './areas/applications/routes.ts';
import { auditLogAddresses } from './areas/audit-logs/addresses.ts';
import { auditLogRoutes } from './areas/audit-logs/routes.ts';
import { connectorAddresses } from './areas/connectors/addresses.ts';
import { connectorRoutes } from './areas/connectors/routes.ts';
import { customizeJwtAddresses } from './areas/customize-jwt/addresses.ts';
import { customizeJwtRoutes } from './areas/customize-jwt/routes.ts';
import { dashboardRoutes } from './areas/dashboard/routes.ts';
import { draftAddresses } from './areas/drafts/addresses.ts';
import { draftRoutes } from './areas/drafts/routes.ts';
import { enterpriseSsoAddresses } from './areas/enterprise-sso/addresses.ts';
import { enterpriseSsoRoutes } from './areas/enterprise-sso/routes.ts';
import { getStartedRoutes } from './areas/get-started/routes.ts';
import { mfaRoutes } from './areas/mfa/routes.ts';
import { organizationTemplateAddresses } from './areas/organization-template/addresses.ts';
import { organizationTemplateRoutes } from './areas/organization-template/routes.ts';
import { organizationAddresses } from './areas/organizations/addresses.ts';
import { organizationRoutes } from './areas/organizations/routes.ts';
import { roleAddresses } from './areas/roles/addresses.ts';
import { roleRoutes } from './areas/roles/routes.ts';
import { securityAddresses } from './areas/security/addresses.ts';
import { securityRoutes } from './areas/security/routes.ts';
import { signInExperienceAddresses } from './areas/sign-in-experience/addresses.ts';
import { signInExperienceRoutes } from './areas/sign-in-experience/routes.ts';
import { signingKeyRoutes } from './areas/signing-keys/routes.ts';
import { tenantSettingsAddresses } from './areas/tenant-settings/addresses.ts';
import { ownSettingsRoutes, tenantSettingsRoutes } from './areas/tenant-settings/routes.ts';
import { userAddresses } from './areas/users/addresses.ts';
import { userRoutes } from './areas/users/routes.ts';
import { webhookAddresses } from './areas/webhooks/addresses.ts';
import { webhookRoutes } from './areas/webhooks/routes.ts';
import { consoleSignInSegments } from './console-sign-in.ts';
import type { paths } from './paths.ts';
import type { AreaNamespace, Key } from './phrases.tsx';
import type { Screen } from './screen.ts';

export type Section = 'overview' | 'authentication' | 'authorization' | 'users' | 'developer' | 'tenant';

export type AreaScreen = { label: Key; href: (to: typeof paths) => string; isCreation?: true };

export type Area = {
  section: Section;
  /** The first path segment below the tenant. */
  segment: string;
  title: Key;
  icon: LucideIcon;
  /** The second key of the `g` shortcut, if it has one. */
  shortcut?: string;
  permission?: ManagementPermission;
  /** The path of the API where its objects are made, if a limited role could make others with the same permission. */
  madeAt?: string;
  edition?: 'cloud' | 'oss';
  routes: readonly Screen[];
  /** The phrases that are loaded with its screens. */
  phrases?: readonly AreaNamespace[];
  /** Screens behind its first page that the command palette lists by name. */
  screens?: readonly AreaScreen[];
  /** Its page of the docs; called as the segment unless said. */
  guide?: string;
};

/** The table that sidebar, router, palette, shortcuts and smoke tests are made from, in the order of the sidebar. */
export const areas = [
  {
    section: 'overview',
    segment: 'get-started',
    title: 'areas.get_started',
    icon: Rocket,
    shortcut: 'g',
    routes: getStartedRoutes,
    phrases: ['console/get-started'],
    guide: 'getting-started',
  },
  {
    section: 'overview',
    segment: 'dashboard',
    title: 'areas.dashboard',
    icon: ChartColumn,
    shortcut: 'd',
    permission: 'dashboard:read',
    routes: dashboardRoutes,
    phrases: ['console/dashboard', 'console/fields'],
  },
  {
    section: 'authentication',
    segment: applicationAddresses.segment,
    title: 'areas.applications',
    icon: AppWindow,
    shortcut: 'a',
    permission: 'applications:read',
    routes: applicationRoutes,
    phrases: ['console/applications', 'console/certificates', 'console/fields', 'console/logs'],
    screens: [
      { label: 'applications.third_party_apps', href: (to: typeof paths) => to.thirdPartyApplications() },
    ],
  },
  {
    section: 'authentication',
    segment: signInExperienceAddresses.segment,
    title: 'areas.sign_in_experience',
    icon: LayoutTemplate,
    shortcut: 'e',
    permission: 'sign-in-experience:read',
    routes: signInExperienceRoutes,
    phrases: ['console/fields', 'console/sign-in-experience'],
    screens: signInExperienceAddresses.at.signInExperience.tabs.map(tab => ({
      label: `sign_in_experience.tabs.${tab}` as const,
      href: (to: typeof paths) => to.signInExperience(tab),
    })),
  },
  {
    section: 'authentication',
    segment: 'mfa',
    title: 'areas.mfa',
    icon: Fingerprint,
    shortcut: 'm',
    permission: 'sign-in-experience:read',
    routes: mfaRoutes,
    phrases: ['console/mfa'],
  },
  {
    section: 'authentication',
    segment: connectorAddresses.segment,
    title: 'areas.connectors',
    icon: Plug,
    shortcut: 'c',
    permission: 'connectors:read',
    routes: connectorRoutes,
    phrases: ['console/connectors', 'console/fields', 'console/security-notices', 'console/test-sign-in'],
    screens: [
      ...connectorAddresses.at.connectors.tabs.map(tab => ({
        label: `connectors.tabs.${tab}` as const,
        href: (to: typeof paths) => to.connectors(tab),
      })),
      {
        label: 'connectors.create',
        href: (to: typeof paths) => to.createConnector('social', 'social'),
        isCreation: true,
      },
    ],
  },
  {
    section: 'authentication',
    segment: enterpriseSsoAddresses.segment,
    title: 'areas.enterprise_sso',
    icon: Building2,
    shortcut: 's',
    permission: 'sso-connectors:read',
    routes: enterpriseSsoRoutes,
    phrases: ['console/certificates', 'console/enterprise-sso', 'console/fields', 'console/test-sign-in'],
    screens: [
      {
        label: 'enterprise_sso.create',
        href: (to: typeof paths) => to.createEnterpriseSso(),
        isCreation: true,
      },
    ],
  },
  {
    section: 'authentication',
    segment: securityAddresses.segment,
    title: 'areas.security',
    icon: ShieldCheck,
    shortcut: 'y',
    permission: 'sign-in-experience:read',
    routes: securityRoutes,
    phrases: ['console/fields', 'console/logs', 'console/security', 'console/security-notices'],
    screens: securityAddresses.at.security.tabs.map(tab => ({
      label: `security.tabs.${tab}` as const,
      href: (to: typeof paths) => to.security(tab),
    })),
  },
  {
    section: 'authorization',
    segment: apiResourceAddresses.segment,
    title: 'areas.api_resources',
    icon: Server,
    shortcut: 'i',
    permission: 'resources:read',
    routes: apiResourceRoutes,
    phrases: ['console/api-resources', 'console/fields'],
  },
  {
    section: 'authorization',
    segment: roleAddresses.segment,
    title: 'areas.roles',
    icon: Tags,
    shortcut: 'r',
    permission: 'roles:read',
    routes: roleRoutes,
    phrases: ['console/fields', 'console/roles'],
    screens: [{ label: 'roles.matrix.title', href: (to: typeof paths) => to.rolePermissionMatrix() }],
  },
  {
    section: 'authorization',
    segment: organizationTemplateAddresses.segment,
    title: 'areas.organization_template',
    icon: SquareAsterisk,
    shortcut: 't',
    permission: 'organizations:read',
    madeAt: '/organization-roles',
    routes: organizationTemplateRoutes,
    phrases: ['console/fields', 'console/organization-template'],
    guide: 'organizations',
    screens: organizationTemplateAddresses.at.organizationTemplate.tabs.map(tab => ({
      label: `organization_template.${tab}` as const,
      href: (to: typeof paths) => to.organizationTemplate(tab),
    })),
  },
  {
    section: 'users',
    segment: organizationAddresses.segment,
    title: 'areas.organizations',
    icon: UsersRound,
    shortcut: 'o',
    permission: 'organizations:read',
    routes: organizationRoutes,
    phrases: ['console/fields', 'console/organizations'],
  },
  {
    section: 'users',
    segment: userAddresses.segment,
    title: 'areas.users',
    icon: Users,
    shortcut: 'u',
    permission: 'users:read',
    routes: userRoutes,
    phrases: ['console/fields', 'console/logs', 'console/users'],
  },
  {
    section: 'developer',
    segment: 'signing-keys',
    title: 'areas.signing_keys',
    icon: KeyRound,
    shortcut: 'k',
    permission: 'configs:read',
    routes: signingKeyRoutes,
    phrases: ['console/fields', 'console/signing-keys'],
  },
  {
    section: 'developer',
    segment: customizeJwtAddresses.segment,
    title: 'areas.customize_jwt',
    icon: Signature,
    shortcut: 'j',
    permission: 'configs:read',
    routes: customizeJwtRoutes,
    phrases: ['console/customize-jwt', 'console/fields'],
  },
  {
    section: 'developer',
    segment: webhookAddresses.segment,
    title: 'areas.webhooks',
    icon: Webhook,
    shortcut: 'w',
    permission: 'hooks:read',
    routes: webhookRoutes,
    phrases: ['console/fields', 'console/webhooks'],
    screens: [{ label: 'webhooks.create', href: (to: typeof paths) => to.createWebhook(), isCreation: true }],
  },
  {
    section: 'developer',
    segment: auditLogAddresses.segment,
    title: 'areas.audit_logs',
    icon: ScrollText,
    shortcut: 'l',
    permission: 'logs:read',
    routes: auditLogRoutes,
    phrases: ['console/audit-logs', 'console/fields', 'console/logs'],
    screens: [
      { label: 'audit_logs.tabs.streams', href: (to: typeof paths) => to.logStreams() },
      { label: 'audit_logs.tabs.jobs', href: (to: typeof paths) => to.jobs() },
    ],
  },
  {
    section: 'tenant',
    segment: draftAddresses.segment,
    title: 'areas.drafts',
    icon: Diff,
    shortcut: 'f',
    permission: 'bundles:read',
    routes: draftRoutes,
    phrases: ['console/drafts', 'console/fields'],
  },
  {
    section: 'tenant',
    segment: tenantSettingsAddresses.segment,
    title: 'areas.tenant_settings',
    icon: Settings,
    shortcut: ',',
    edition: 'cloud',
    routes: tenantSettingsRoutes,
    phrases: ['console/fields'],
    guide: 'tenants-and-members',
    screens: (['members', 'domains'] as const).map(tab => ({
      label: `tenant_settings.tabs.${tab}` as const,
      href: (to: typeof paths) => to.tenantSettings(tab),
    })),
  },
  {
    section: 'tenant',
    segment: tenantSettingsAddresses.segment,
    title: 'areas.tenant_settings',
    icon: Settings,
    shortcut: ',',
    edition: 'oss',
    routes: ownSettingsRoutes,
    phrases: ['console/cloud', 'console/fields'],
    guide: 'tenants-and-members',
    screens: [
      { label: 'tenant_settings.tabs.members', href: (to: typeof paths) => to.tenantSettings('members') },
    ],
  },
] as const satisfies readonly Area[];

export const visibleAreas = (edition: 'oss' | 'cloud'): readonly Area[] =>
  areas.filter((area: Area) => area.edition === undefined || area.edition === edition);

export const consoleSignInAreas = consoleSignInSegments.flatMap(({ segment }) =>
  areas.flatMap(area => (area.segment === segment ? [{ ...(area as Area), segment }] : [])),
);

/** The docs page of an area, or the first page of the docs outside of all areas. */
export const guideOf = (area: Area | undefined) => area?.guide ?? area?.segment ?? 'getting-started';

/** A tenant's root redirects to the first item of the sidebar. */
export const firstAreaOf = (visible: readonly Area[], tenantId: string | undefined) => {
  if (!tenantId) throw new Error('Tenant ID not found');
  const first = visible[0];
  if (!first) throw new Error('First sidebar item not found');
  return first.segment;
};
