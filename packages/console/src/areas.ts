import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import {
  AppWindow,
  Building2,
  ChartColumn,
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
import { apiResourceRoutes } from './areas/api-resources/routes.ts';
import { applicationRoutes } from './areas/applications/routes.ts';
import { auditLogRoutes } from './areas/audit-logs/routes.ts';
import { connectorRoutes } from './areas/connectors/routes.ts';
import { customizeJwtRoutes } from './areas/customize-jwt/routes.ts';
import { dashboardRoutes } from './areas/dashboard/routes.ts';
import { enterpriseSsoRoutes } from './areas/enterprise-sso/routes.ts';
import { getStartedRoutes } from './areas/get-started/routes.ts';
import { mfaRoutes } from './areas/mfa/routes.ts';
import { organizationTemplateRoutes } from './areas/organization-template/routes.ts';
import { organizationRoutes } from './areas/organizations/routes.ts';
import { roleRoutes } from './areas/roles/routes.ts';
import { securityRoutes } from './areas/security/routes.ts';
import { signInExperienceRoutes } from './areas/sign-in-experience/routes.ts';
import { signingKeyRoutes } from './areas/signing-keys/routes.ts';
import { ownSettingsRoutes, tenantSettingsRoutes } from './areas/tenant-settings/routes.ts';
import { userRoutes } from './areas/users/routes.ts';
import { webhookRoutes } from './areas/webhooks/routes.ts';
import { consoleSignInSegments } from './console-sign-in.ts';
import type { AreaNamespace, Key } from './phrases.tsx';
import type { Screen } from './screen.ts';

export type Section = 'overview' | 'authentication' | 'authorization' | 'users' | 'developer' | 'tenant';

export type Area = {
  section: Section;
  /** The first path segment below the tenant. */
  segment: string;
  title: Key;
  icon: LucideIcon;
  /** The second key of the `g` shortcut. */
  shortcut: string;
  permission?: ManagementPermission;
  edition?: 'cloud' | 'oss';
  routes: readonly Screen[];
  /** Words of its own, which come with its screens. */
  phrases?: AreaNamespace;
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
    phrases: 'console/get-started',
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
    phrases: 'console/dashboard',
  },
  {
    section: 'authentication',
    segment: 'applications',
    title: 'areas.applications',
    icon: AppWindow,
    shortcut: 'a',
    permission: 'applications:read',
    routes: applicationRoutes,
    phrases: 'console/applications',
  },
  {
    section: 'authentication',
    segment: 'sign-in-experience',
    title: 'areas.sign_in_experience',
    icon: LayoutTemplate,
    shortcut: 'e',
    permission: 'sign-in-experience:read',
    routes: signInExperienceRoutes,
    phrases: 'console/sign-in-experience',
  },
  {
    section: 'authentication',
    segment: 'mfa',
    title: 'areas.mfa',
    icon: Fingerprint,
    shortcut: 'm',
    permission: 'sign-in-experience:read',
    routes: mfaRoutes,
    phrases: 'console/mfa',
  },
  {
    section: 'authentication',
    segment: 'connectors',
    title: 'areas.connectors',
    icon: Plug,
    shortcut: 'c',
    permission: 'connectors:read',
    routes: connectorRoutes,
    phrases: 'console/connectors',
  },
  {
    section: 'authentication',
    segment: 'enterprise-sso',
    title: 'areas.enterprise_sso',
    icon: Building2,
    shortcut: 's',
    permission: 'sso-connectors:read',
    routes: enterpriseSsoRoutes,
    phrases: 'console/enterprise-sso',
  },
  {
    section: 'authentication',
    segment: 'security',
    title: 'areas.security',
    icon: ShieldCheck,
    shortcut: 'y',
    permission: 'sign-in-experience:read',
    routes: securityRoutes,
    phrases: 'console/security',
  },
  {
    section: 'authorization',
    segment: 'api-resources',
    title: 'areas.api_resources',
    icon: Server,
    shortcut: 'i',
    permission: 'resources:read',
    routes: apiResourceRoutes,
    phrases: 'console/api-resources',
  },
  {
    section: 'authorization',
    segment: 'roles',
    title: 'areas.roles',
    icon: Tags,
    shortcut: 'r',
    permission: 'roles:read',
    routes: roleRoutes,
    phrases: 'console/roles',
  },
  {
    section: 'authorization',
    segment: 'organization-template',
    title: 'areas.organization_template',
    icon: SquareAsterisk,
    shortcut: 't',
    permission: 'organizations:read',
    routes: organizationTemplateRoutes,
    phrases: 'console/organization-template',
    guide: 'organizations',
  },
  {
    section: 'users',
    segment: 'organizations',
    title: 'areas.organizations',
    icon: UsersRound,
    shortcut: 'o',
    permission: 'organizations:read',
    routes: organizationRoutes,
    phrases: 'console/organizations',
  },
  {
    section: 'users',
    segment: 'users',
    title: 'areas.users',
    icon: Users,
    shortcut: 'u',
    permission: 'users:read',
    routes: userRoutes,
    phrases: 'console/users',
  },
  {
    section: 'developer',
    segment: 'signing-keys',
    title: 'areas.signing_keys',
    icon: KeyRound,
    shortcut: 'k',
    permission: 'configs:read',
    routes: signingKeyRoutes,
    phrases: 'console/signing-keys',
  },
  {
    section: 'developer',
    segment: 'customize-jwt',
    title: 'areas.customize_jwt',
    icon: Signature,
    shortcut: 'j',
    permission: 'configs:read',
    routes: customizeJwtRoutes,
    phrases: 'console/customize-jwt',
  },
  {
    section: 'developer',
    segment: 'webhooks',
    title: 'areas.webhooks',
    icon: Webhook,
    shortcut: 'w',
    permission: 'hooks:read',
    routes: webhookRoutes,
    phrases: 'console/webhooks',
  },
  {
    section: 'developer',
    segment: 'audit-logs',
    title: 'areas.audit_logs',
    icon: ScrollText,
    shortcut: 'l',
    permission: 'logs:read',
    routes: auditLogRoutes,
    phrases: 'console/audit-logs',
  },
  {
    section: 'tenant',
    segment: 'tenant-settings',
    title: 'areas.tenant_settings',
    icon: Settings,
    shortcut: ',',
    edition: 'cloud',
    routes: tenantSettingsRoutes,
    guide: 'tenants-and-members',
  },
  {
    section: 'tenant',
    segment: 'tenant-settings',
    title: 'areas.tenant_settings',
    icon: Settings,
    shortcut: ',',
    edition: 'oss',
    routes: ownSettingsRoutes,
    phrases: 'console/cloud',
    guide: 'tenants-and-members',
  },
] as const satisfies readonly Area[];

export const visibleAreas = (edition: 'oss' | 'cloud'): readonly Area[] =>
  areas.filter((area: Area) => area.edition === undefined || area.edition === edition);

export const consoleSignInAreas = consoleSignInSegments.flatMap(({ segment }) =>
  areas.flatMap(area => (area.segment === segment ? [{ ...(area as Area), segment }] : [])),
);

/** Where the docs speak of an area; their first page where it is none. */
export const guideOf = (area: Area | undefined) => area?.guide ?? area?.segment ?? 'getting-started';

/** Where a tenant's root leads: the first item of the sidebar. */
export const firstAreaOf = (visible: readonly Area[], tenantId: string | undefined) => {
  if (!tenantId) throw new Error('Tenant ID not found');
  const first = visible[0];
  if (!first) throw new Error('First sidebar item not found');
  return first.segment;
};
