import { encrypt } from 'xml-encryption';
import { RequestError } from '../request-error.ts';

/** Encrypts an assertion for the owner of a certificate (SAML core, section 2.3.4). */
export const sealAssertion = (assertion: string, certificate: string) =>
  new Promise<string>((resolve, reject) => {
    encrypt(
      assertion,
      {
        rsa_pub: certificate,
        pem: certificate,
        encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
        keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
      },
      (error, result) =>
        error
          ? reject(new RequestError('application.saml.invalid_certificate_pem_format', { cause: error }))
          : resolve(
              `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${result}</saml:EncryptedAssertion>`,
            ),
    );
  });
