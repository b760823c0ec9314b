import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCertificate } from './certificate.ts';

test('a certificate is signed by its own key, says who it is for and how long', async () => {
  const { privateKey, certificate, expiresAt } = await createCertificate({
    subject: 'Ünïcode shop',
    years: 60,
  });
  const parsed = new X509Certificate(certificate);
  expect(parsed.verify(createPublicKey(privateKey))).toBe(true);
  expect(parsed.checkPrivateKey(createPrivateKey(privateKey))).toBe(true);
  expect(parsed.subject).toBe('CN=Ünïcode shop');
  expect(parsed.issuer).toBe(parsed.subject);
  expect(Math.abs(Date.parse(parsed.validTo) - expiresAt)).toBeLessThan(1000);
  const years = (expiresAt - Date.parse(parsed.validFrom)) / (365.25 * 86_400_000);
  expect(Math.round(years)).toBe(60);
});
