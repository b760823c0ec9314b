import type { BundleChange } from '@gatehouse/contract/bundles.ts';
import type { Key } from '../../../phrases.tsx';

/** The area of the console in which the objects of a folder, or of a file at the top, are edited. */
const areaOfFolder: Readonly<Record<string, Key>> = {
  applications: 'areas.applications',
  'sign-in-experience': 'areas.sign_in_experience',
  'custom-text': 'areas.sign_in_experience',
  'profile-fields': 'areas.sign_in_experience',
  connectors: 'areas.connectors',
  'email-templates': 'areas.connectors',
  'enterprise-sso': 'areas.enterprise_sso',
  captcha: 'areas.security',
  'account-center': 'areas.security',
  'api-resources': 'areas.api_resources',
  roles: 'areas.roles',
  'organization-template': 'areas.organization_template',
  'customize-jwt': 'areas.customize_jwt',
  'sign-in-scripts': 'areas.customize_jwt',
  tokens: 'areas.customize_jwt',
  webhooks: 'areas.webhooks',
  'log-streams': 'areas.audit_logs',
  'custom-domains': 'tenant_settings.tabs.domains',
};

const order = [...new Set(Object.values(areaOfFolder))];

const folderOf = (path: string) => path.replace(/[/.].*$/, '');

/** In the order of the sidebar. */
export const groupByArea = (changes: readonly BundleChange[]) =>
  [...Map.groupBy(changes, ({ path }) => areaOfFolder[folderOf(path)] ?? 'areas.tenant_settings')].sort(
    ([one], [other]) => order.indexOf(one) - order.indexOf(other),
  );

/** A domain belongs to one tenant, so it is never carried over unasked. */
export const isOfOneTenant = (path: string) => folderOf(path) === 'custom-domains';

/** A role needs the permissions of its API resource, also where the resource is only changed. */
export const isResource = (path: string) => folderOf(path) === 'api-resources';
