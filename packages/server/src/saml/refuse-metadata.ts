import { isSecureAddress } from '../outgoing/secure-address.ts';
import { RequestError } from '../request-error.ts';

export const refuseMetadata = (reason: string, cause?: unknown) =>
  new RequestError('application.saml.invalid_metadata', { data: { reason }, cause });

/** Metadata names the keys of a service provider: over plain http, they could be replaced on the way. */
export const requireSecureAddress = (url: string) => {
  if (!isSecureAddress(url)) throw refuseMetadata('Its address does not begin with https://.');
};
