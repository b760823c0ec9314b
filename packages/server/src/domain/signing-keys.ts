import type { IdTokenAlgorithm } from '@gatehouse/contract/client-metadata.ts';
import { generateId, generateSecret } from '@gatehouse/contract/ids.ts';
import type { SigningAlgorithm, SigningKey } from '@gatehouse/contract/oidc-configs.ts';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Vault } from '../database/vault.ts';
import { makeRsaKey } from '../rsa-keys.ts';

/** Newest first. Which key signs depends on the time: see `inOrderOfUse`. */
export type SigningKeys = {
  signing: TimedKey[];
  /** Keys of other algorithms for ID tokens, each of which belongs to a signing key. */
  companions: { companionOf: string; jwk: JWK }[];
  cookies: string[];
};

type TimedKey = { jwk: JWK; effectiveAt: number };

/**
 * A key for the ID tokens of applications that want another algorithm than the tenant's. It belongs to one signing key:
 * it signs while that one signs, and goes when that one goes, so that a rotation rotates them all.
 */
export type StoredCompanion = StoredKey & { companionOf: string; algorithm: IdTokenAlgorithm };

/** A key in the table `configs`, its value sealed. */
export type StoredKey = { id: string; value: string; createdAt: number; effectiveAt?: number };

export const signingKeysConfig = 'oidc.privateKeys';
export const cookieKeysConfig = 'oidc.cookieKeys';

/** ES256, the default, signs forty times as many tokens in a second as RS256. */
export const generateSigningKey = async (
  vault: Vault,
  algorithm: SigningAlgorithm | IdTokenAlgorithm = 'ES256',
  { graceSeconds = 0, modulusLength = 3072 } = {},
): Promise<StoredKey> => {
  const generate = () => generateKeyPair(algorithm, { extractable: true, modulusLength });
  const { privateKey } = await (/^[RP]S/.test(algorithm) ? makeRsaKey(generate) : generate());
  const jwk = await exportJWK(privateKey);
  const id = await calculateJwkThumbprint(jwk);
  const value = JSON.stringify({ ...jwk, kid: id, alg: algorithm, use: 'sig' });
  const createdAt = Date.now();
  return { id, value: vault.seal(value), createdAt, effectiveAt: createdAt + graceSeconds * 1000 };
};

export const generateCookieKey = (vault: Vault): StoredKey => ({
  id: generateId(),
  value: vault.seal(generateSecret()),
  createdAt: Date.now(),
});

const effectiveAtOf = ({ effectiveAt, createdAt }: StoredKey) => effectiveAt ?? createdAt;

export const openSigningKeys = (stored: StoredKey[], vault: Vault): TimedKey[] =>
  stored.map(key => ({
    jwk: JSON.parse(vault.open(key.value)) as JWK,
    effectiveAt: effectiveAtOf(key),
  }));

/** Every key, the one that signs now at the front. */
export const inOrderOfUse = ({ signing }: SigningKeys, now = Date.now()): [JWK, ...JWK[]] => {
  const current = signing.find(({ effectiveAt }) => effectiveAt <= now) ?? signing.at(-1);
  if (!current) throw new Error('The tenant has no signing key.');
  return [current.jwk, ...signing.filter(key => key !== current).map(({ jwk }) => jwk)];
};

/** The keys as their owner sees them, newest first. */
export const describeSigningKeys = (
  stored: StoredKey[],
  companions: StoredCompanion[],
  vault: Vault,
  now = Date.now(),
): SigningKey[] => {
  const current = stored.findIndex(key => effectiveAtOf(key) <= now);
  return stored.map((key, index) => {
    const { kty, alg } = JSON.parse(vault.open(key.value)) as JWK;
    return {
      id: key.id,
      createdAt: key.createdAt,
      signingKeyAlgorithm: kty as SigningKey['signingKeyAlgorithm'],
      algorithm: alg as SigningAlgorithm,
      status: index === current ? 'Current' : index < current ? 'Next' : 'Previous',
      effectiveAt: effectiveAtOf(key),
      companions: companions
        .filter(({ companionOf }) => companionOf === key.id)
        .map(({ id, createdAt, algorithm }) => ({ id, createdAt, algorithm })),
    };
  });
};

/**
 * The new key in front of those that are still needed: the current one, and each one that stopped signing so lately
 * that its tokens may still live. A key that waited for its turn never signed anything, so the new one replaces it.
 */
export const rotateSigningKeys = (
  stored: StoredKey[],
  next: StoredKey,
  longestTokenLifeMs: number,
  now = Date.now(),
): StoredKey[] => {
  const used = stored.filter(key => effectiveAtOf(key) <= now);
  const needed = used.filter((_, index) => {
    const successor = used[index - 1];
    return !successor || effectiveAtOf(successor) + longestTokenLifeMs > now;
  });
  return [next, ...needed];
};

/** The public part of a key. */
export const publicKeyOf = ({ d: _, p, q, dp, dq, qi, ...jwk }: JWK): JWK => jwk;
