import { timingSafeEqual } from 'node:crypto';
import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { hourMs } from '@gatehouse/contract/duration.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { RequestError } from '../request-error.ts';

const key = 'setup.code';
const windowMs = hourMs;
/** Of all visitors together: a code has 80 bits, so this only keeps noise away. */
const guessesPerWindow = 30;

type Stored = { seed: string; guesses: number; since: number };

/** No letters that are taken for digits (Crockford's base 32). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The code is made of a random seed in the database and the secret key, so that every process prints the same one after
 * every start, and the database alone gives nothing away.
 */
const codeOf = (vault: Vault, seed: string) =>
  [...vault.mark(`${key}:${seed}`).subarray(0, 16)].map(byte => letters[byte % letters.length]).join('');

/** `ABCD-EFGH-JKMN-PQRS` */
const inGroups = (code: string) => code.match(/.{4}/g)?.join('-') ?? code;

/** Whether the console has any user: an administrator or, in the cloud, a registered user. */
export const hasAnybody = async (adminTenant: Kysely<Tables>) => {
  const row = await adminTenant.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
};

/** The setup code for the first administrator. Absent once a user exists. */
export const readSetupCode = async (database: Database, vault: Vault): Promise<string | undefined> => {
  const admin = database.tenant(adminTenantId);
  if (await admin.read(hasAnybody)) return undefined;
  const value: Stored = { seed: generateId(), guesses: 0, since: 0 };
  await admin.send(db =>
    db
      .insertInto('configs')
      .values({ key, value })
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  );
  const stored = await admin.read(db => load(db));
  return stored && inGroups(codeOf(vault, stored.seed));
};

/** Counts the guess before it is compared, under the lock of its row: guesses at once are no more than one by one. */
export const requireSetupCode = async (
  { database, vault, now }: { database: Database; vault: Vault; now(): number },
  given: string | undefined,
) => {
  await readSetupCode(database, vault);
  const isRight = await database.system(async db => {
    const found = await db
      .selectFrom('configs')
      .select('value')
      .where('tenantId', '=', adminTenantId)
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirst();
    const stored = found?.value as Stored | undefined;
    if (!stored) return false;
    const isNewWindow = now() - stored.since > windowMs;
    const { guesses, since } = isNewWindow ? { guesses: 0, since: now() } : stored;
    if (guesses >= guessesPerWindow) {
      const seconds = Math.ceil((since + windowMs - now()) / 1000);
      throw new RequestError('request.rate_limited', { retryAfterSeconds: seconds, data: { seconds } });
    }
    await db
      .updateTable('configs')
      .set({ value: { seed: stored.seed, guesses: guesses + 1, since } })
      .where('tenantId', '=', adminTenantId)
      .where('key', '=', key)
      .execute();
    return isSame(normalize(given ?? ''), codeOf(vault, stored.seed), vault);
  });
  if (!isRight) throw new RequestError('setup.wrong_code');
};

/** It is no longer of use. */
export const forgetSetupCode = (db: Kysely<Tables>) =>
  db.deleteFrom('configs').where('key', '=', key).execute();

const load = async (db: Kysely<Tables>) => {
  const row = await db.selectFrom('configs').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value as Stored | undefined;
};

const normalize = (code: string) => code.toUpperCase().replace(/[^0-9A-Z]/g, '');

const isSame = (given: string, expected: string, vault: Vault) =>
  timingSafeEqual(vault.mark(given), vault.mark(expected));
