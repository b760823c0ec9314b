import { type SamlApplicationConfig, samlBindings } from '@gatehouse/contract/saml.ts';
import { escapeXml } from '../xml/escape-xml.ts';

/** Our identity at the service provider of an application. */
export const identityProviderOf = (endpoint: string, applicationId: string) => ({
  entityId: `${endpoint}/saml/${applicationId}`,
  signInEndpoint: `${endpoint}/api/saml/${applicationId}/authn`,
  logoutEndpoint: `${endpoint}/api/saml/${applicationId}/logout`,
});

export const printKey = (
  use: 'signing' | 'encryption',
  certificate: string,
  encryptionMethods: readonly string[] = [],
) =>
  `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.replace(/-----[A-Z ]+-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>` +
  encryptionMethods.map(method => `<md:EncryptionMethod Algorithm="${method}"/>`).join('') +
  '</md:KeyDescriptor>';

/** One address, by every binding that we speak. */
export const printServices = (element: string, location: string) =>
  Object.values(samlBindings)
    .map(binding => `<md:${element} Binding="${binding}" Location="${escapeXml(location)}"/>`)
    .join('');

/**
 * The metadata that a service provider is set up with. Certificates that no longer sign are included until they are
 * deleted.
 */
export const printMetadata = (
  { entityId, signInEndpoint, logoutEndpoint }: ReturnType<typeof identityProviderOf>,
  certificates: readonly string[],
  { nameIdFormat, requestSigning }: Pick<SamlApplicationConfig, 'nameIdFormat' | 'requestSigning'>,
) =>
  '<?xml version="1.0" encoding="UTF-8"?>' +
  `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">` +
  `<md:IDPSSODescriptor WantAuthnRequestsSigned="${requestSigning?.isRequired === true}" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
  certificates.map(certificate => printKey('signing', certificate)).join('') +
  printServices('SingleLogoutService', logoutEndpoint) +
  `<md:NameIDFormat>${nameIdFormat}</md:NameIDFormat>` +
  printServices('SingleSignOnService', signInEndpoint) +
  '</md:IDPSSODescriptor></md:EntityDescriptor>';
