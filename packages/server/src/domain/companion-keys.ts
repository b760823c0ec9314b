import { type IdTokenAlgorithm, idTokenAlgorithms } from '@gatehouse/contract/client-metadata.ts';
import type { JWK } from 'jose';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { inOrderOfUse, type SigningKeys, type StoredCompanion, type StoredKey } from './signing-keys.ts';

export const companionKeysConfig = 'oidc.companionKeys';

/** OpenID Connect Discovery section 3: every provider supports it, and many libraries expect nothing else. */
export const announcedAlgorithm: IdTokenAlgorithm = 'RS256';

/** Whether the path is an endpoint from which clients read the keys or the provider's metadata. */
export const announcesKeys = (path: string) => /^\/oidc\/(?:jwks|\.well-known\/[\w-]+)(?=\?|$)/.test(path);

export const openCompanions = (stored: StoredCompanion[], main: StoredKey[], vault: Vault) =>
  stored
    .filter(({ companionOf }) => main.some(({ id }) => id === companionOf))
    .map(({ companionOf, value }) => ({ companionOf, jwk: JSON.parse(vault.open(value)) as JWK }));

/** All keys; for each algorithm the one that signs now comes first. */
export const inOrderOfSigning = (keys: SigningKeys): [JWK, ...JWK[]] => {
  const [current, ...others] = inOrderOfUse(keys);
  const companionsOf = ({ kid }: JWK) =>
    keys.companions.filter(({ companionOf }) => companionOf === kid).map(({ jwk }) => jwk);
  return [current, ...companionsOf(current), ...others, ...others.flatMap(companionsOf)];
};

/** The algorithms that applications have chosen for their ID tokens. */
export const loadIdTokenAlgorithms = async (db: Kysely<Tables>): Promise<IdTokenAlgorithm[]> => {
  const rows = await db
    .selectFrom('applications')
    .select(sql<string>`custom_client_metadata ->> 'idTokenSignedResponseAlg'`.as('algorithm'))
    .distinct()
    .where(sql<boolean>`custom_client_metadata ? 'idTokenSignedResponseAlg'`)
    .execute();
  return idTokenAlgorithms.filter(each => rows.some(({ algorithm }) => algorithm === each));
};
