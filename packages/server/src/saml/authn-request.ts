import type { SamlApplicationConfig } from '@gatehouse/contract/saml.ts';
import { RequestError } from '../request-error.ts';
import { childrenOf, limitsOfRequest, parseXml } from '../xml/xml.ts';
import { readCertificates } from './read-certificates.ts';
import { orRefuse, type Received, readSigned, unpack } from './received.ts';
import { comparisons, type RequestedContext } from './requested-context.ts';

export type AuthnRequest = {
  id: string;
  issuer: string;
  acsUrl: string | undefined;
  acsIndex: number | undefined;
  destination: string | undefined;
  /** The user signs in again, whatever session there is (SAML core, section 3.4.1). */
  forceAuthn: boolean;
  /** Nothing may be shown to the user. */
  isPassive: boolean;
  context: RequestedContext | undefined;
};

/** Reads a request, and verifies its signature as the application wants it. */
export const readAuthnRequest = (
  received: Received,
  requestSigning: SamlApplicationConfig['requestSigning'],
): AuthnRequest => {
  if (!requestSigning) return readRequest(unpack(received));
  const signed = readSigned(received, readCertificates(requestSigning.certificate));
  if (signed === undefined && requestSigning.isRequired)
    throw new RequestError('application.saml.request_not_signed');
  return readRequest(signed ?? unpack(received));
};

const readRequest = (xml: string): AuthnRequest =>
  orRefuse(() => {
    const root = parseXml(xml, limitsOfRequest);
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
      acsIndex: readIndex(root.getAttribute('AssertionConsumerServiceIndex')),
      destination: root.getAttribute('Destination') || undefined,
      forceAuthn: isTrue('ForceAuthn'),
      isPassive: isTrue('IsPassive'),
      context: readContext(root),
    };
  });

const readIndex = (text: string | null) => (text && /^\d{1,5}$/.test(text) ? Number(text) : undefined);

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
