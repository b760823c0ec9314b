import { type Place, placeDays } from '../../domain/sign-in/risks.ts';
import { placeHeadersOf, whereaboutsOf } from '../../domain/sign-in/whereabouts.ts';
import { printCookie, readCookie } from '../../http/cookie-names.ts';
import type { StepContext } from './step-context.ts';

const deviceCookie = '_device';
const keptForSeconds = placeDays * 24 * 60 * 60;

/** The origin of the request: the device from the cookie of an earlier sign-in, the country from a trusted proxy. */
export const placeOf = ({ tenant, services, request }: StepContext): Place => {
  const { country } = whereaboutsOf(request.headers, placeHeadersOf(services.env));
  return { device: readCookie(request.headers.cookie, tenant, deviceCookie), country };
};

/**
 * Marks the browser, once its sign-in is written down, so that it is known next time. Always by a new value: one that it
 * came with may be known to others.
 */
export const markDevice = ({ tenant, reply }: StepContext, device: string) => {
  reply.header('set-cookie', printCookie(tenant, deviceCookie, device, keptForSeconds));
};
