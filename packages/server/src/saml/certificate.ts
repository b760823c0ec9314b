import { generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { makeRsaKey } from '../rsa-keys.ts';

/** The few parts of DER (ITU-T X.690) that a certificate is made of. */
const der = (tag: number, ...contents: Buffer[]) => {
  const body = Buffer.concat(contents);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.from(body.length.toString(16).padStart(body.length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body]);
};
const sequence = (...contents: Buffer[]) => der(0x30, ...contents);
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));

const sha256WithRsa = sequence(objectId('2a864886f70d01010b'), der(0x05));
const commonName = '550403';

/** UTCTime through 2049, with two digits of the year; GeneralizedTime after that (RFC 5280 section 4.1.2.5). */
const time = (date: Date) => {
  const digits = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
  const isShort = date.getUTCFullYear() < 2050;
  return der(isShort ? 0x17 : 0x18, Buffer.from(isShort ? digits.slice(2) : digits, 'ascii'));
};

const name = (text: string) =>
  sequence(der(0x31, sequence(objectId(commonName), der(0x0c, Buffer.from(text, 'utf8')))));

/** Positive, and never all zeroes. */
const serialNumber = () => {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x7f) | 0x01;
  return der(0x02, bytes);
};

const generate = promisify(generateKeyPair);

/** A new RSA key and the certificate that it signs for itself (RFC 5280), both PEM. The key is made off the event loop. */
export const createCertificate = async ({ subject, years }: { subject: string; years: number }) => {
  const { privateKey, publicKey } = await makeRsaKey(() => generate('rsa', { modulusLength: 2048 }));
  const notBefore = new Date();
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + years);
  const toBeSigned = sequence(
    // Version 1: a self-signed certificate for signatures needs no extensions.
    serialNumber(),
    sha256WithRsa,
    name(subject),
    sequence(time(notBefore), time(notAfter)),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, privateKey));
  const certificate = sequence(toBeSigned, sha256WithRsa, signature);
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    expiresAt: notAfter.getTime(),
  };
};
