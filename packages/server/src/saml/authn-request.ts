import { inflateRawSync } from 'node:zlib';
import type { SamlApplicationConfig } from '@gatehouse/contract/saml.ts';
import { RequestError } from '../domain/request-error.ts';
import { childrenOf, parseXml } from '../sso/xml.ts';
import { readCertificates } from './read-certificates.ts';
import { comparisons, type RequestedContext } from './requested-context.ts';
import { verifyMessage, verifyQuery } from './verify-request.ts';

export type AuthnRequest = {
  id: string;
  issuer: string;
  acsUrl: string | undefined;
  destination: string | undefined;
  /** The user signs in again, whatever session there is (SAML core, section 3.4.1). */
  forceAuthn: boolean;
  /** Nothing may be shown to the user. */
  isPassive: boolean;
  context: RequestedContext | undefined;
};

const maximumBytes = 128 * 1024;

/** A message of a service provider: deflated in an address, plain in a form (SAML bindings, sections 3.4 and 3.5). */
export type Received =
  | { binding: 'redirect'; message: string /** As it was sent, with its signature. */; query: string }
  | { binding: 'post'; message: string };

/** Reads a request, and verifies its signature as the application wants it. */
export const readAuthnRequest = (
  received: Received,
  requestSigning: SamlApplicationConfig['requestSigning'],
): AuthnRequest => {
  const xml = unpack(received);
  if (!requestSigning) return readRequest(xml);
  const certificates = readCertificates(requestSigning.certificate);
  if (received.binding === 'redirect') {
    const isSigned = verifyQuery(received.query, certificates);
    if (!isSigned && requestSigning.isRequired) throw new RequestError('application.saml.request_not_signed');
    return readRequest(xml);
  }
  const signed = orRefuse(() => verifyMessage(xml, certificates));
  if (signed === undefined && requestSigning.isRequired)
    throw new RequestError('application.saml.request_not_signed');
  return readRequest(signed ?? xml);
};

const unpack = ({ message, binding }: Received) =>
  orRefuse(() => {
    const bytes = Buffer.from(message, 'base64');
    const xml = binding === 'redirect' ? inflateRawSync(bytes, { maxOutputLength: maximumBytes }) : bytes;
    return xml.toString('utf8');
  });

const readRequest = (xml: string): AuthnRequest =>
  orRefuse(() => {
    const root = parseXml(xml);
    const id = root.getAttribute('ID');
    const issuer = childrenOf(root, 'Issuer')[0]?.textContent?.trim();
    if (root.localName !== 'AuthnRequest' || !id || !issuer) throw new Error('This is no AuthnRequest.');
    // It comes back in our answer: what is no name there could break out of it.
    if (!/^[\w.-]{1,256}$/.test(id)) throw new Error('The ID is no name.');
    const isTrue = (name: string) => ['true', '1'].includes(root.getAttribute(name)?.trim() ?? '');
    return {
      id,
      issuer,
      acsUrl: root.getAttribute('AssertionConsumerServiceURL') || undefined,
      destination: root.getAttribute('Destination') || undefined,
      forceAuthn: isTrue('ForceAuthn'),
      isPassive: isTrue('IsPassive'),
      context: readContext(root),
    };
  });

const readContext = (root: Element): RequestedContext | undefined => {
  const [requested] = childrenOf(root, 'RequestedAuthnContext');
  if (!requested) return undefined;
  const named = requested.getAttribute('Comparison') || 'exact';
  const comparison = comparisons.find(each => each === named);
  if (!comparison) throw new Error(`There is no comparison ${named}.`);
  const classes = [
    ...childrenOf(requested, 'AuthnContextClassRef'),
    ...childrenOf(requested, 'AuthnContextDeclRef'),
  ].map(({ textContent }) => textContent?.trim() ?? '');
  return { comparison, classes: classes.slice(0, mostClasses) };
};

/** They travel in a cookie, and no service provider names more. */
const mostClasses = 10;

const orRefuse = <Result>(work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw new RequestError('application.saml.invalid_saml_request', { cause: error });
  }
};
