import type { X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { RequestError } from '../request-error.ts';
import type { MessageParameter } from './message-parameter.ts';
import { verifyMessage, verifyQuery } from './verify-request.ts';

/** A signed request has five; inflated, an address of 8 KB could have a thousand times as many. */
const maximumBytes = 32 * 1024;

/** A message of the other side: deflated in an address, plain in a form (SAML bindings, sections 3.4 and 3.5). */
export type Received = { parameter: MessageParameter; message: string } & (
  | { binding: 'redirect' /** As it was sent, with its signature. */; query: string }
  | { binding: 'post' }
);

type Parameters = { SAMLRequest?: string; SAMLResponse?: string; RelayState?: string };

/**
 * The parameters of an address, read from the very text whose signature is verified: what another reader finds in the
 * address, say behind a second `?` or a `#`, was not signed.
 */
export const readAddress = (url = ''): Parameters & { query: string } => {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const values = new URLSearchParams(query);
  const read = (name: keyof Parameters) => {
    const [value, ...others] = values.getAll(name);
    if (others.length > 0) throw new RequestError('application.saml.invalid_saml_request');
    return value;
  };
  return {
    query,
    SAMLRequest: read('SAMLRequest'),
    SAMLResponse: read('SAMLResponse'),
    RelayState: read('RelayState'),
  };
};

/** The message as it came: nothing of it is verified. */
export const unpack = ({ message, binding }: Received) =>
  orRefuse(() => {
    const bytes = Buffer.from(message, 'base64');
    // Passport deflates what it posts, too, unless it is told not to.
    const isPlain = binding === 'post' && /^\s*</.test(bytes.toString('utf8').replace(/^\uFEFF/, ''));
    const xml = isPlain ? bytes : inflateRawSync(bytes, { maxOutputLength: maximumBytes });
    return xml.toString('utf8');
  });

/** Returns the signed part of a message, or nothing if it has no signature. An invalid signature is refused. */
export const readSigned = (
  received: Received,
  certificates: readonly X509Certificate[],
): string | undefined => {
  if (received.binding === 'post') return orRefuse(() => verifyMessage(unpack(received), certificates));
  return verifyQuery(received.query, received.parameter, certificates) ? unpack(received) : undefined;
};

export const orRefuse = <Result>(work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw new RequestError('application.saml.invalid_saml_request', { cause: error });
  }
};
