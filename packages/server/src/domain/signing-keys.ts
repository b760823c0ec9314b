import { generateId, generateSecret } from '@gatehouse/contract/ids.ts';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';

/** Newest first: the first one signs, the others still verify. */
export type SigningKeys = { signing: JWK[]; cookies: string[] };

type StoredKey = { id: string; value: string; createdAt: number };

export const signingKeysConfig = 'oidc.privateKeys';
export const cookieKeysConfig = 'oidc.cookieKeys';

/** ES256 signs forty times as many tokens in a second as RS256. */
export const generateSigningKey = async (vault: Vault): Promise<StoredKey> => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const id = await calculateJwkThumbprint(jwk);
  const value = JSON.stringify({ ...jwk, kid: id, alg: 'ES256', use: 'sig' });
  return { id, value: vault.seal(value), createdAt: Date.now() };
};

export const generateCookieKey = (vault: Vault): StoredKey => ({
  id: generateId(),
  value: vault.seal(generateSecret()),
  createdAt: Date.now(),
});

export const loadSigningKeys = async (db: Kysely<Tables>, vault: Vault): Promise<SigningKeys> => {
  const rows = await db
    .selectFrom('configs')
    .select(['key', 'value'])
    .where('key', 'in', [signingKeysConfig, cookieKeysConfig])
    .execute();
  const opened = (key: string) => {
    const stored = rows.find(row => row.key === key)?.value as StoredKey[] | undefined;
    return (stored ?? []).map(({ value }) => vault.open(value));
  };
  return {
    signing: opened(signingKeysConfig).map(value => JSON.parse(value) as JWK),
    cookies: opened(cookieKeysConfig),
  };
};

/** What anybody may know of a key. */
export const publicKeyOf = ({ d: _, ...jwk }: JWK): JWK => jwk;
