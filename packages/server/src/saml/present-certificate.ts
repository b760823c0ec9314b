import { X509Certificate } from 'node:crypto';
import type { SamlCertificate } from '@gatehouse/contract/saml.ts';

/** A key as its managers see it: the certificate, and never the private part. */
export const presentCertificate = ({
  id,
  certificate,
  createdAt,
  expiresAt,
  active,
}: Omit<SamlCertificate, 'fingerprints'>): SamlCertificate => {
  const formatted = new X509Certificate(certificate).fingerprint256;
  const fingerprints = { sha256: { formatted, unformatted: formatted.replaceAll(':', '') } };
  return { id, certificate, createdAt, expiresAt, active, fingerprints };
};
