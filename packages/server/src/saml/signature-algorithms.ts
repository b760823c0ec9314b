import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { SignedXml } from 'xml-crypto';

type SignatureAlgorithm = {
  isSignedBy(key: KeyObject, signed: Buffer | string, signature: Buffer): boolean;
};

const rsa = (hash: string): SignatureAlgorithm => ({
  isSignedBy: (key, signed, signature) =>
    key.asymmetricKeyType === 'rsa' && verify(hash, Buffer.from(signed), key, signature),
});

/** XML signatures have both numbers side by side (RFC 4050 section 3.3). Libraries that sign addresses also write them as DER. */
const ecdsa = (hash: string): SignatureAlgorithm => ({
  isSignedBy: (key, signed, signature) =>
    key.asymmetricKeyType === 'ec' &&
    (['ieee-p1363', 'der'] as const).some(dsaEncoding =>
      verify(hash, Buffer.from(signed), { key, dsaEncoding }, signature),
    ),
});

const more = 'http://www.w3.org/2001/04/xmldsig-more#';

/** The signature algorithms accepted from peers: no SHA-1 and no shared secrets. The certificate's key must match. */
export const signatureAlgorithms: Readonly<Record<string, SignatureAlgorithm>> = {
  [`${more}rsa-sha256`]: rsa('sha256'),
  [`${more}rsa-sha384`]: rsa('sha384'),
  [`${more}rsa-sha512`]: rsa('sha512'),
  [`${more}ecdsa-sha256`]: ecdsa('sha256'),
  [`${more}ecdsa-sha384`]: ecdsa('sha384'),
  [`${more}ecdsa-sha512`]: ecdsa('sha512'),
};

/** The library that reads XML signatures knows fewer, and others that we do not want. */
export const acceptOurAlgorithms = (signed: SignedXml) => {
  signed.SignatureAlgorithms = Object.fromEntries(
    Object.entries(signatureAlgorithms).map(([name, algorithm]) => [name, readerOf(name, algorithm)]),
  );
};

const readerOf = (name: string, algorithm: SignatureAlgorithm) =>
  class {
    getAlgorithmName = () => name;
    getSignature = (): string => {
      throw new Error('Others sign with this algorithm; we only verify.');
    };
    verifySignature = (material: string, key: unknown, signature: string) =>
      algorithm.isSignedBy(createPublicKey(key as string), material, Buffer.from(signature, 'base64'));
  } as unknown as SignedXml['SignatureAlgorithms'][string];
