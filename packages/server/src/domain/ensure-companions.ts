import type { IdTokenAlgorithm } from '@gatehouse/contract/client-metadata.ts';
import type { Write } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import { companionKeysConfig } from './companion-keys.ts';
import { systemOrigin } from './origins.ts';
import {
  generateSigningKey,
  inOrderOfUse,
  type SigningKeys,
  type StoredCompanion,
  type StoredKey,
  signingKeysConfig,
} from './signing-keys.ts';
import type { Tenant } from './tenant.ts';

type Missing = { companionOf: string; algorithm: IdTokenAlgorithm };

/** A key that waits for its turn gets companions too, so that they are published before they sign. */
const missingCompanions = (keys: SigningKeys, algorithms: readonly IdTokenAlgorithm[]): Missing[] => {
  const [current] = inOrderOfUse(keys);
  const now = Date.now();
  return keys.signing
    .filter(({ jwk, effectiveAt }) => jwk === current || effectiveAt > now)
    .flatMap(({ jwk: { kid = '', alg } }) => {
      const held = keys.companions.filter(({ companionOf }) => companionOf === kid);
      return [...new Set(algorithms)]
        .filter(algorithm => algorithm !== alg && !held.some(({ jwk }) => jwk.alg === algorithm))
        .map(algorithm => ({ companionOf: kid, algorithm }));
    });
};

const atWork = new WeakMap<Tenant['cached'], Promise<void>>();

/**
 * Makes the keys that are missing for these algorithms. Costs nothing where none is. Requests that come while keys are
 * being made wait for them, instead of making their own.
 */
export const ensureCompanions = async (
  tenant: Tenant,
  vault: Vault,
  algorithms: readonly IdTokenAlgorithm[],
): Promise<void> => {
  const { keys } = await tenant.cached.oidcConfig();
  const missing = missingCompanions(keys, algorithms);
  if (missing.length === 0) return;
  const known = atWork.get(tenant.cached);
  const work = known ?? makeCompanions(tenant, vault, missing).finally(() => atWork.delete(tenant.cached));
  if (!known) atWork.set(tenant.cached, work);
  await work;
  return ensureCompanions(tenant, vault, algorithms);
};

/** ID tokens live an hour. A third of the work of 3072 bits, for the key and for each signature. */
const modulusLength = 2048;

/** RSA keys take a while, so they are made before the transaction. */
const makeCompanions = async (tenant: Tenant, vault: Vault, missing: Missing[]) => {
  const made = await Promise.all(
    missing.map(async one => ({
      ...(await generateSigningKey(vault, one.algorithm, { modulusLength })),
      ...one,
    })),
  );
  await tenant.database.write(systemOrigin('signing-keys'), tx => addCompanions(tx, made));
};

/** The signing keys are locked: rotations and other processes that make the same keys come one after the other. */
const addCompanions = async (tx: Write, made: StoredCompanion[]) => {
  const signing = await tx.db
    .selectFrom('configs')
    .select('value')
    .where('key', '=', signingKeysConfig)
    .forUpdate()
    .executeTakeFirst();
  const main = (signing?.value ?? []) as StoredKey[];
  const row = await tx.db
    .selectFrom('configs')
    .select('value')
    .where('key', '=', companionKeysConfig)
    .executeTakeFirst();
  const isNeeded = ({ companionOf }: StoredCompanion) => main.some(({ id }) => id === companionOf);
  const kept = ((row?.value ?? []) as StoredCompanion[]).filter(isNeeded);
  const added = made.filter(
    one =>
      isNeeded(one) &&
      !kept.some(
        ({ companionOf, algorithm }) => companionOf === one.companionOf && algorithm === one.algorithm,
      ),
  );
  if (added.length === 0) return;
  const key = companionKeysConfig;
  const value = [...added, ...kept];
  if (row) await tx.update('configs', { key }, { value });
  else await tx.insert('configs', { key, value });
  tx.object('signing-keys', key);
};
