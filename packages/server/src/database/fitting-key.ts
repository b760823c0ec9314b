import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import type { Database } from './database.ts';
import type { Vault } from './vault.ts';

/** One sentence for the operator who starts the server. */
export class SecretKeyError extends Error {}

/** The id of the key that the database's signing keys are sealed with; none before the first start. */
export const findSealingKey = async (database: Database): Promise<string | undefined> => {
  const configs = await database
    .tenant(adminTenantId)
    .read(db => db.selectFrom('configs').select('value').where('key', '=', 'oidc.privateKeys').execute());
  return JSON.stringify(configs).match(/v1\.([0-9a-f]{8})\./)?.[1];
};

/** A server whose key does not match its database would start, and then fail token requests. */
export const requireFittingKey = async (database: Database, { keyId, otherKeyIds }: Vault) => {
  const sealedWith = await findSealingKey(database);
  if (!sealedWith || [keyId, ...otherKeyIds].includes(sealedWith)) return;
  throw new SecretKeyError(
    `The secrets in this database are sealed with key ${sealedWith}, but this server has key ${keyId}. ` +
      'Bring back the secret.key that belongs to the database, or give every server the same GATEHOUSE_SECRET_KEY.',
  );
};
