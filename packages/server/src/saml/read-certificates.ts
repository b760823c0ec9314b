import { X509Certificate } from 'node:crypto';
import { RequestError } from '../request-error.ts';

/**
 * One or more certificates, one below the other. A file without any is refused, and so is one that is not whole. `path` is
 * the field that a refusal is about.
 */
export const readCertificates = (pem: string, path?: readonly string[]): X509Certificate[] => {
  try {
    const certificates = pem
      .split(/(?=-----BEGIN CERTIFICATE-----)/)
      .filter(part => part.trim())
      .map(part => new X509Certificate(part));
    if (certificates.length === 0) throw new Error('There is no certificate.');
    return certificates;
  } catch (error) {
    throw new RequestError('application.saml.invalid_certificate_pem_format', {
      cause: error,
      ...(path ? { data: { path } } : {}),
    });
  }
};

/** Assertions are encrypted with RSA-OAEP: with any other key, every sign-in to the service provider would fail. */
export const requireEncryptionCertificate = (pem: string) => {
  const path = ['encryption', 'certificate'];
  const [certificate] = readCertificates(pem, path);
  if (certificate?.publicKey.asymmetricKeyType !== 'rsa')
    throw new RequestError('application.saml.encryption_requires_rsa', { data: { path } });
};

const mostTried = 5;

/**
 * Limits the certificates to check a signature with, because each costs time. A peer that rotates its key has two or
 * three.
 */
export const certificatesToTry = (certificates: readonly X509Certificate[]): readonly X509Certificate[] =>
  certificates.length <= mostTried
    ? certificates
    : certificates
        .toSorted((one, other) => Date.parse(other.validTo) - Date.parse(one.validTo))
        .slice(0, mostTried);
