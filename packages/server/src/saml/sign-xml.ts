import { SignedXml } from 'xml-crypto';

type SignedElement = 'Assertion' | 'Response' | 'LogoutRequest' | 'LogoutResponse';
type Key = { privateKey: string; certificate: string };

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** Signs one element of a SAML message, right after its issuer as the schema wants it. */
export const signXml = (xml: string, element: SignedElement, { privateKey, certificate }: Key) => {
  const path = `${element === 'Assertion' ? '/' : ''}/*[local-name(.)='${element}']`;
  const signature = new SignedXml({
    privateKey,
    publicCert: certificate,
    canonicalizationAlgorithm: exclusive,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  });
  signature.addReference({
    xpath: path,
    transforms: [enveloped, exclusive],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signature.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signature.getSignedXml();
};
