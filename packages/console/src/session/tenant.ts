import {
  adminTenantId,
  defaultTenantId,
  tenantOrganizationId,
  tenantPlaceholder,
} from '@gatehouse/contract/dialect.ts';
import { reservedSegments } from '@gatehouse/contract/reserved-segments.ts';
import { basePath, bootstrap, isCloud } from '../bootstrap.ts';
import { accessTokenFor, organizationTokenFor } from './client.ts';

const reserved = new Set<string>(reservedSegments);

/** The first path segment of the screens that are about the console itself, self-hosted. */
export const consoleSignInSegment = 'console-sign-in';

/** The tenant that a path (without the base path) speaks of; the self-hosted edition has one, and that of its console. */
export const tenantIdOf = (path: string, edition = bootstrap.edition): string | undefined => {
  if (edition === 'oss') return isOfConsole(path) ? adminTenantId : bootstrap.tenantId;
  const segment = path.split('/')[1];
  return segment && !reserved.has(segment) ? segment : undefined;
};

const isOfConsole = (path: string) => path.split('/')[1] === consoleSignInSegment;

export const addressedTenantId = () => tenantIdOf(window.location.pathname.slice(basePath.length));

export const currentTenantId = () => addressedTenantId() ?? bootstrap.tenantId;

/** The endpoint of the tenant in the URL, where its users sign in. */
export const tenantEndpoint = () => {
  const tenantId = currentTenantId();
  if (tenantId === adminTenantId) return bootstrap.adminEndpoint;
  return tenantId === defaultTenantId
    ? bootstrap.tenantEndpoint
    : bootstrap.endpointPattern.replace(tenantPlaceholder, tenantId);
};

/** The API reference at the console's own origin, where requests can be tried with its session. */
export const apiReference = () =>
  `${bootstrap.adminEndpoint}/api/docs${isCloud ? `?tenant=${currentTenantId()}` : ''}`;

/** The identifier of its management API. */
export const tenantAudience = () => bootstrap.audiencePattern.replace(tenantPlaceholder, currentTenantId());

/** The base URL of a tenant's management API, and the access token for it. */
export const managementDoor = (tenantId: string) => {
  if (isCloud) {
    return {
      baseUrl: `${window.location.origin}/m/${tenantId}/api`,
      token: () => organizationTokenFor(tenantOrganizationId(tenantId)),
    };
  }
  if (tenantId === adminTenantId) {
    return {
      baseUrl: `${bootstrap.adminEndpoint}/m/${adminTenantId}/api`,
      token: () => organizationTokenFor(tenantOrganizationId(defaultTenantId)),
    };
  }
  if (tenantId !== defaultTenantId) throw new Error('Only the default tenant is supported in OSS.');
  return {
    baseUrl: `${bootstrap.tenantEndpoint}/api`,
    token: () => accessTokenFor(bootstrap.managementAudience),
  };
};
