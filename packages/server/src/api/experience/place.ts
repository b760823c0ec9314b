import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { generateSecret } from '@gatehouse/contract/ids.ts';
import { type Place, placeDays } from '../../domain/sign-in/risks.ts';
import { placeHeadersOf, whereaboutsOf } from '../../domain/sign-in/whereabouts.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { cookiePrefix } from '../../oidc/cookie-names.ts';
import { pathOf } from '../../oidc/path-of.ts';
import type { StepContext } from './step.ts';

const keptForSeconds = placeDays * 24 * 60 * 60;

/** Where the request comes from: the device by the cookie of an earlier sign-in, the country by a trusted proxy. */
export const placeOf = ({ tenant, services, request }: StepContext): Place => {
  const { country } = whereaboutsOf(request.headers, placeHeadersOf(services.env));
  return { device: readCookie(request.headers.cookie, cookieName(tenant)), country };
};

/** Marks the browser, so that it is known next time. Always by a new value: one that it came with may be known to others. */
export const markDevice = (context: StepContext) => {
  const device = generateSecret();
  const { tenant, reply } = context;
  const cookie = [
    `${cookieName(tenant)}=${device}`,
    `path=${pathOf(tenant) || '/'}`,
    `max-age=${keptForSeconds}`,
    'samesite=lax',
    'httponly',
    ...(tenant.endpoint.startsWith('https:') ? ['secure'] : []),
  ];
  reply.header('set-cookie', cookie.join('; '));
  return device;
};

/** `localhost` shares its cookies among ports, and the console's tenant lives on another one. */
const cookieName = (tenant: Tenant) =>
  `${cookiePrefix(tenant)}${tenant.id === adminTenantId ? '_admin' : ''}_device`;

const readCookie = (header: string | undefined, name: string) =>
  header
    ?.split('; ')
    .find(cookie => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);
