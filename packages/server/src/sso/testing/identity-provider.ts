import { generateId } from '@gatehouse/contract/ids.ts';
import { nameIdFormats, samlBindings } from '@gatehouse/contract/saml.ts';
import { createCertificate } from '../../saml/certificate.ts';
import { type AssertionFields, printAssertion, printResponse } from '../../saml/response.ts';
import { sealAssertion } from '../../saml/seal-assertion.ts';
import { signXml } from '../../saml/sign-xml.ts';

export const idpEntityId = 'https://idp.acme.example/saml';
export const idpSignIn = 'https://idp.acme.example/sign-in';

/** A SAML identity provider that says what a test wants it to say, signed or not. */
export const createIdentityProvider = async ({ logout = '' } = {}) => {
  const key = await createCertificate({ subject: 'idp.acme.example', years: 1 });
  const body = key.certificate.replace(/-----[A-Z ]+-----|\s/g, '');
  return {
    key,
    certificate: key.certificate,
    metadata:
      `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${idpEntityId}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
      `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${body}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>${logout}` +
      `<SingleSignOnService Binding="${samlBindings.redirect}" Location="${idpSignIn}"/></IDPSSODescriptor></EntityDescriptor>`,
    /** The XML of a response; what is not said is as it should be. */
    respond(
      sp: { entityId: string; assertionConsumerServiceUrl: string },
      {
        signed = ['Assertion'],
        email = 'ada@acme.example',
        ...fields
      }: Partial<AssertionFields> & {
        signed?: readonly ('Assertion' | 'Response')[];
        email?: string;
      } = {},
    ) {
      const now = Date.now();
      const complete: AssertionFields = {
        id: `_${generateId()}`,
        issuer: idpEntityId,
        audience: sp.entityId,
        recipient: sp.assertionConsumerServiceUrl,
        nameId: { format: nameIdFormats.persistent, value: 'acme-1' },
        attributes: { email, displayName: 'Ada of Acme' },
        issuedAt: now,
        expiresAt: now + 300_000,
        authentication: {
          at: now,
          sessionIndex: '_session',
          contextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
        },
        ...fields,
      };
      const xml = printResponse({ ...complete, id: `_${generateId()}` }, printAssertion(complete));
      return signed.reduce((message, element) => signXml(message, element, key), xml);
    },
    /** The same with the assertion encrypted; the response is signed around it where that is wanted. */
    async respondEncrypted(
      sp: { entityId: string; assertionConsumerServiceUrl: string },
      certificate: string,
      {
        signed = ['Assertion'],
        ...fields
      }: Partial<AssertionFields> & { signed?: readonly ('Assertion' | 'Response')[] } = {},
    ) {
      const plain = this.respond(sp, {
        ...fields,
        signed: signed.filter(element => element === 'Assertion'),
      });
      const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(plain) ?? [];
      const sealed = await sealAssertion(assertion, certificate);
      const message = plain.replace(assertion, () => sealed);
      return signed.includes('Response') ? signXml(message, 'Response', key) : message;
    },
  };
};
