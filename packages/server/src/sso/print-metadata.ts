import { samlBindings } from '@gatehouse/contract/saml.ts';
import { printKey, printServices } from '../saml/metadata.ts';
import { escapeXml } from '../xml/escape-xml.ts';

type Published = {
  entityId: string;
  assertionConsumerServiceUrl: string;
  singleLogoutServiceUrl: string;
  /** PEM: the certificate in use first, then the next one. */
  signingCertificates: readonly string[];
  encryptionCertificate: string | undefined;
  isSigned: boolean;
};

/** The metadata that an identity provider is set up with (SAML metadata, section 2.4.4). */
export const printServiceProvider = ({
  entityId,
  assertionConsumerServiceUrl,
  singleLogoutServiceUrl,
  signingCertificates,
  encryptionCertificate,
  isSigned,
}: Published) =>
  '<?xml version="1.0" encoding="UTF-8"?>' +
  `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escapeXml(entityId)}">` +
  `<md:SPSSODescriptor AuthnRequestsSigned="${isSigned}" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
  signingCertificates.map(certificate => printKey('signing', certificate)).join('') +
  (encryptionCertificate ? printKey('encryption', encryptionCertificate, encryptionMethods) : '') +
  // Answers must be signed (SAML profiles, section 4.4.4.2): without a key we cannot take part.
  (signingCertificates.length > 0 ? printServices('SingleLogoutService', singleLogoutServiceUrl) : '') +
  `<md:AssertionConsumerService Binding="${samlBindings.post}" Location="${escapeXml(assertionConsumerServiceUrl)}" index="0" isDefault="true"/>` +
  '</md:SPSSODescriptor></md:EntityDescriptor>';

/** The best that we open, in the order in which we would like it. */
const encryptionMethods = [
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
] as const;
