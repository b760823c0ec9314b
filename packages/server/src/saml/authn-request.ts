import { inflateRawSync } from 'node:zlib';
import { RequestError } from '../domain/request-error.ts';
import { findAll, parseXml } from '../sso/xml.ts';

export type AuthnRequest = {
  id: string;
  issuer: string;
  acsUrl: string | undefined;
  /** The user signs in again, whatever session there is (SAML core, section 3.4.1). */
  forceAuthn: boolean;
  /** Nothing may be shown to the user. */
  isPassive: boolean;
};

const maximumBytes = 128 * 1024;

/** Reads a request of a service provider: deflated in an address, plain in a form (SAML bindings, sections 3.4 and 3.5). */
export const readAuthnRequest = (message: string, binding: 'redirect' | 'post'): AuthnRequest => {
  try {
    const bytes = Buffer.from(message, 'base64');
    const xml = binding === 'redirect' ? inflateRawSync(bytes, { maxOutputLength: maximumBytes }) : bytes;
    const root = parseXml(xml.toString('utf8'));
    const id = root.getAttribute('ID');
    const issuer = findAll(root, 'Issuer')[0]?.textContent?.trim();
    if (root.localName !== 'AuthnRequest' || !id || !issuer) throw new Error('This is no AuthnRequest.');
    // It comes back in our answer: what is no name there could break out of it.
    if (!/^[\w.-]{1,256}$/.test(id)) throw new Error('The id is no name.');
    const isTrue = (name: string) => ['true', '1'].includes(root.getAttribute(name)?.trim() ?? '');
    return {
      id,
      issuer,
      acsUrl: root.getAttribute('AssertionConsumerServiceURL') || undefined,
      forceAuthn: isTrue('ForceAuthn'),
      isPassive: isTrue('IsPassive'),
    };
  } catch (error) {
    throw new RequestError('application.saml.invalid_saml_request', { cause: error });
  }
};
