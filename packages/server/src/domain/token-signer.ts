import type { SigningAlgorithm } from '@gatehouse/contract/oidc-configs.ts';
import { importJWK, type JWK } from 'jose';

const algorithms: Record<SigningAlgorithm, Parameters<SubtleCrypto['sign']>[0]> = {
  ES256: { name: 'ECDSA', hash: 'SHA-256' },
  ES384: { name: 'ECDSA', hash: 'SHA-384' },
  RS256: 'RSASSA-PKCS1-v1_5',
  EdDSA: 'Ed25519',
};

/** Signs access tokens (RFC 9068), or others, on the thread pool, with as little around the signature as there can be. */
export const createTokenSigner = (jwk: JWK, typ = 'at+jwt') => {
  const algorithm = algorithms[jwk.alg as SigningAlgorithm];
  const importing = importJWK(jwk) as Promise<CryptoKey>;
  const header = encode({ alg: jwk.alg, typ, kid: jwk.kid });

  return async (claims: object) => {
    const unsigned = `${header}.${encode(claims)}`;
    const signature = await crypto.subtle.sign(algorithm, await importing, Buffer.from(unsigned));
    return `${unsigned}.${Buffer.from(signature).toString('base64url')}`;
  };
};

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
