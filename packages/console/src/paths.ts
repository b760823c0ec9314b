import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { type Address, type Addresses, segmentsOf, type Tabbed, type TabOf } from './addresses.ts';
import { apiResourceAddresses } from './areas/api-resources/addresses.ts';
import { applicationAddresses } from './areas/applications/addresses.ts';
import { auditLogAddresses } from './areas/audit-logs/addresses.ts';
import { connectorAddresses } from './areas/connectors/addresses.ts';
import { customizeJwtAddresses } from './areas/customize-jwt/addresses.ts';
import { draftAddresses } from './areas/drafts/addresses.ts';
import { enterpriseSsoAddresses } from './areas/enterprise-sso/addresses.ts';
import { organizationTemplateAddresses } from './areas/organization-template/addresses.ts';
import { organizationAddresses } from './areas/organizations/addresses.ts';
import { roleAddresses } from './areas/roles/addresses.ts';
import { securityAddresses } from './areas/security/addresses.ts';
import { signInExperienceAddresses } from './areas/sign-in-experience/addresses.ts';
import { tenantSettingsAddresses } from './areas/tenant-settings/addresses.ts';
import { userAddresses } from './areas/users/addresses.ts';
import { webhookAddresses } from './areas/webhooks/addresses.ts';
import { basePath, isCloud } from './bootstrap.ts';
import { addressedTenantId, consoleSignInSegment } from './session/tenant.ts';

type Params<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? [...Params<Head>, ...Params<Tail>]
  : Path extends `$${string}`
    ? [value: string]
    : [];

/** A link takes the parameters of its address in their order. Without a tab it goes to the first one. */
type Link<A extends Address> = A extends Tabbed
  ? (...params: [...Params<A['path']>, tab?: TabOf<A>]) => string
  : A extends string
    ? (...params: Params<A>) => string
    : never;

const linksTo = <At extends Addresses>({ segment, at }: { segment: string; at: At }) =>
  Object.fromEntries(
    Object.entries(at).map(([name, address]) => [
      name,
      (...params: string[]) => inTenant(`/${[segment, ...fill(address, params)].join('/')}`),
    ]),
  ) as { [Name in keyof At]: Link<At[Name]> };

const fill = (address: Address, params: readonly string[]) => {
  const isTabbed = typeof address !== 'string';
  const rest = [...params];
  const segments = segmentsOf(isTabbed ? address.path : address).map(part =>
    part.startsWith('$') ? (rest.shift() ?? '') : part,
  );
  return isTabbed ? [...segments, rest[0] ?? address.tabs[0]] : segments;
};

/** As the browser shows it. */
const inTenant = (path: string) => {
  const tenantId = addressedTenantId();
  if (isCloud) return tenantId ? `/${tenantId}${path}` : path;
  return tenantId === adminTenantId ? inConsoleSignIn(path) : `${basePath}${path}`;
};

const inConsoleSignIn = (path: string) => `${basePath}/${consoleSignInSegment}${path}`;

const links = {
  ...linksTo(apiResourceAddresses),
  ...linksTo(applicationAddresses),
  ...linksTo(auditLogAddresses),
  ...linksTo(connectorAddresses),
  ...linksTo(customizeJwtAddresses),
  ...linksTo(draftAddresses),
  ...linksTo(enterpriseSsoAddresses),
  ...linksTo(organizationTemplateAddresses),
  ...linksTo(organizationAddresses),
  ...linksTo(roleAddresses),
  ...linksTo(securityAddresses),
  ...linksTo(signInExperienceAddresses),
  ...linksTo(tenantSettingsAddresses),
  ...linksTo(userAddresses),
  ...linksTo(webhookAddresses),
};

/** Every address inside the console, as the browser shows it. Screens build links here and nowhere else. */
export const paths = {
  ...links,
  home: () => basePath || '/',
  welcome: () => `${basePath}/welcome`,
  callback: () => `${basePath}/callback`,
  profile: () => `${basePath}/profile`,
  profileStep: (
    step: 'verify-password' | 'change-password' | 'change-username' | 'link-email' | 'verification-code',
  ) => `${basePath}/profile/${step}`,
  handleSocial: () => `${basePath}/handle-social`,
  area: (segment: string) => inTenant(`/${segment}`),
  consoleSignIn: (segment: string) => inConsoleSignIn(`/${segment}`),
  leaveConsoleSignIn: () => `${basePath}/tenant-settings/console-sign-in`,
  moveToProduction: () => withQuery(links.tenantSettings('settings'), { move: 'production' }),
  /** In the tenant that changes. */
  promotion: (from: string, to: string) => withQuery(`/${to}/tenant-settings/configuration`, { from }),
  createApplication: (query: { guide?: string; type?: string; search?: string } = {}) =>
    withQuery(links.createApplication(), query),
  apiResourceGuide: (id: string, guideId = 'express') => links.apiResourceGuide(id, guideId),
  change: (id: string | undefined) => withQuery(links.changes(), id ? { open: id } : {}),
  usersNamed: (name: string) =>
    withQuery(links.users(), { where: `username.exact=${encodeURIComponent(name)}` }),
  signInPhrases: (language: string) => withQuery(links.signInExperience('content'), { language }),
};

const withQuery = (path: string, query: Record<string, string>) => {
  const search = new URLSearchParams(query).toString();
  return search ? `${path}?${search}` : path;
};
