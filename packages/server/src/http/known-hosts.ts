import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Tenants } from '../domain/tenant-registry.ts';
import type { Environment } from '../env.ts';
import { RequestError } from '../request-error.ts';
import { refuse, toRequestError } from './errors.ts';
import { hostnameOf, isLoopback } from './forwarded.ts';
import { tenantIdOf } from './tenant-address.ts';

type Dependencies = { env: Environment; tenants: Pick<Tenants, 'atDomain'> };

/** Asked by machines that know the process by its address, not by its name. */
const nameless = /^\/(healthz|readyz|metrics|tls\/ask)(\?|$)/;

/**
 * Admits requests for the hosts of this listener. Afterwards `host` and `x-forwarded-proto` are those of the configured
 * endpoint, whatever the request said, so every address that is made from a request is one of ours.
 */
export const createHostCheck = ({ env, tenants }: Dependencies, isAdmin: boolean) => {
  const endpoint = new URL(isAdmin ? env.ADMIN_ENDPOINT : env.ENDPOINT);
  const port = endpoint.port ? `:${endpoint.port}` : '';
  const isOwn = (hostname: string) =>
    isAdmin ? hostname === endpoint.hostname : tenantIdOf(env, hostname) !== undefined;
  const isAlias = (hostname: string) =>
    env.GATEHOUSE_OTHER_HOSTS.includes(hostname) || (isLoopback(endpoint.hostname) && isLoopback(hostname));

  const canonicalName = async (hostname: string) => {
    if (isOwn(hostname)) return hostname;
    if (isAlias(hostname)) return endpoint.hostname;
    return !isAdmin && (await tenants.atDomain(hostname)) ? hostname : undefined;
  };

  /** Answers with 421 (RFC 9110 section 15.5.20) and gives `false` for a host that is not ours. */
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { headers, url = '' } = request;
    const name = await canonicalName(hostnameOf(request)).catch(toRequestError);
    if (typeof name === 'string') {
      headers.host = `${name}${port}`;
      headers['x-forwarded-proto'] = endpoint.protocol.slice(0, -1);
      return true;
    }
    if (nameless.test(url)) return true;
    await refuse(request, response, name ?? new RequestError('request.unknown_host'));
    return false;
  };
};
