import type { IncomingMessage } from 'node:http';
import { adminTenantId, defaultTenantId } from '@gatehouse/contract/dialect.ts';
import type { Environment } from '../env.ts';
import { hostnameOf } from './forwarded.ts';

type Addresses = Pick<
  Environment,
  'ENDPOINT' | 'ADMIN_ENDPOINT' | 'GATEHOUSE_EDITION' | 'GATEHOUSE_TENANTS_BY'
>;

/** The address of a tenant. In the cloud edition each tenant but the default one has its own host or path. */
export const endpointOf = (env: Addresses, tenantId: string) => {
  if (tenantId === adminTenantId) return env.ADMIN_ENDPOINT;
  if (env.GATEHOUSE_EDITION === 'oss' || tenantId === defaultTenantId) return env.ENDPOINT;
  return env.GATEHOUSE_TENANTS_BY === 'path'
    ? `${env.ENDPOINT}/t/${tenantId}`
    : endpointAt(env, `${tenantId}.${new URL(env.ENDPOINT).hostname}`);
};

export const consoleAddress = ({
  ADMIN_ENDPOINT,
  GATEHOUSE_EDITION,
}: Pick<Addresses, 'ADMIN_ENDPOINT' | 'GATEHOUSE_EDITION'>) =>
  GATEHOUSE_EDITION === 'cloud' ? ADMIN_ENDPOINT : `${ADMIN_ENDPOINT}/console`;

/** The tenant endpoint under another name: custom domains come through the same proxy, at the same port. */
export const endpointAt = ({ ENDPOINT }: Pick<Addresses, 'ENDPOINT'>, hostname: string) => {
  const url = new URL(ENDPOINT);
  url.hostname = hostname;
  return url.origin;
};

/** The hosts of the product itself; names below them are not for tenants to take. */
export const ownHostnames = ({
  ENDPOINT,
  ADMIN_ENDPOINT,
  PROTECTED_APPS_DOMAIN,
}: Pick<Environment, 'ENDPOINT' | 'ADMIN_ENDPOINT' | 'PROTECTED_APPS_DOMAIN'>) => [
  ...[ENDPOINT, ADMIN_ENDPOINT].map(address => new URL(address).hostname),
  ...(PROTECTED_APPS_DOMAIN ? [PROTECTED_APPS_DOMAIN] : []),
];

export const isBelow = (hostname: string, parents: readonly string[]) =>
  parents.some(parent => hostname === parent || hostname.endsWith(`.${parent}`));

const ownNames = new WeakMap<Addresses, string>();

/** The host of the tenant endpoint; asked for with every request, and read once. */
const ownHostname = (env: Addresses) => {
  const name = ownNames.get(env) ?? new URL(env.ENDPOINT).hostname;
  ownNames.set(env, name);
  return name;
};

/** Returns the tenant that owns this host name, or `undefined` for foreign hosts. */
export const tenantIdOf = (env: Addresses, hostname: string) => {
  const own = ownHostname(env);
  if (hostname === own) return defaultTenantId;
  const hasHosts = env.GATEHOUSE_EDITION === 'cloud' && env.GATEHOUSE_TENANTS_BY === 'host';
  return hasHosts && hostname.endsWith(`.${own}`) ? hostname.slice(0, -own.length - 1) : undefined;
};

const pathTenants = new WeakMap<IncomingMessage, string>();

/**
 * Takes the tenant off the path of a request, where tenants have paths: what follows it is the same for all. At the domain
 * of one tenant no other one answers.
 */
export const readTenantPath = (env: Addresses, request: IncomingMessage) => {
  if (env.GATEHOUSE_EDITION !== 'cloud' || env.GATEHOUSE_TENANTS_BY !== 'path') return;
  if (hostnameOf(request) !== ownHostname(env)) return;
  const url = request.url ?? '';
  // RFC 8414 (section 3.1) puts the path of an issuer last.
  const [, known, id, rest] = /^(\/\.well-known\/[\w-]+)?\/t\/([a-z0-9]+)(?=[/?]|$)(.*)$/s.exec(url) ?? [];
  if (id === undefined) return;
  pathTenants.set(request, id);
  const below = `${known ?? ''}${rest}`;
  request.url = below.startsWith('/') ? below : `/${below}`;
};

export const tenantInPath = (request: IncomingMessage) => pathTenants.get(request);
