import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import { type Adapter, type AdapterPayload, errors, type Provider } from 'oidc-provider';
import type { TenantDatabase, Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { rowOfBearer } from '../domain/bearer-tokens.ts';
import { systemOrigin } from '../domain/origins.ts';
import { countAsUsed } from './patches/replays.ts';

/** Models whose ID is a token. */
const bearerModels = new Set([
  'AccessToken',
  'RefreshToken',
  'AuthorizationCode',
  'ClientCredentials',
  'DeviceCode',
]);

/**
 * Prefix of an ID that belongs to a row and is not a token. Readers of the database know it, so it must not work as
 * one.
 */
const rowMark = '#';

/** Device codes are also found by what the person types, and kept between pages by the id of their row. */
export const refuseRowId = (token: unknown) => {
  if (String(token).startsWith(rowMark)) throw new errors.InvalidGrant('this is not a device code');
};

/** For models that the provider gives no end. */
const longestLifeSeconds = 365 * 24 * 60 * 60;

/** Of two requests with one token, the slower one. */
export class UsedByAnotherRequest extends errors.InvalidGrant {}

/** A signed proof counts once (RFC 7523 section 3, RFC 9449 section 11.1), also when it comes several times at once. */
export const refuseParallelReplays = (provider: Provider) =>
  countAsUsed(provider, error => error instanceof UsedByAnotherRequest);

/** The library writes one model after the other and knows no transaction: this one is passed on beside it. */
const transactions = new AsyncLocalStorage<Kysely<Tables>>();

/** Runs the work in one transaction so that the library's writes succeed or fail together. */
export const writeTogether = (database: TenantDatabase, work: (tx: Write) => Promise<void>) =>
  database.write(systemOrigin('oidc'), tx => transactions.run(tx.db, () => work(tx)));

const senderOf =
  (database: TenantDatabase): TenantDatabase['send'] =>
  work => {
    const transaction = transactions.getStore();
    return transaction ? work(transaction) : database.send(work);
  };

/** Stores the provider's sessions, grants and tokens in the table `oidc_model_instances`. */
export const createModelAdapter = (database: TenantDatabase, modelName: string): Adapter => {
  const send = senderOf(database);
  const isBearer = bearerModels.has(modelName);
  const countsOnce = modelName === 'ReplayDetection';
  const hashed = (id: string) => (isBearer ? rowOfBearer(id) : id);
  const stored = (id: string) => (id.startsWith(rowMark) ? id.slice(rowMark.length) : hashed(id));

  const findWhere = (column: 'id' | 'uid' | 'userCode', value: string) =>
    database.read(async db => {
      const row = await db
        .selectFrom('oidcModelInstances')
        .select(['id', 'payload', 'consumedAt'])
        .where('modelName', '=', modelName)
        .where(column, '=', value)
        .where('expiresAt', '>', Date.now())
        .executeTakeFirst();
      if (!row) return undefined;
      // A caller that did not present the token must not learn it, but can still change its row.
      const jti = isBearer ? { jti: `${rowMark}${row.id}` } : {};
      const payload = { ...(row.payload as AdapterPayload), ...jti };
      return row.consumedAt ? { ...payload, consumed: Math.floor(row.consumedAt / 1000) } : payload;
    });

  return {
    async upsert(id, payload, expiresInSeconds) {
      const { jti, ...rest } = payload;
      const values = {
        payload: isBearer ? rest : { jti, ...rest },
        expiresAt: Date.now() + (expiresInSeconds ?? longestLifeSeconds) * 1000,
      };
      const { numInsertedOrUpdatedRows } = await send(db =>
        db
          .insertInto('oidcModelInstances')
          .values({ modelName, id: stored(id), ...values })
          .onConflict(conflict => {
            const update = conflict.columns(['tenantId', 'modelName', 'id']).doUpdateSet(values);
            return countsOnce ? update.where('oidcModelInstances.expiresAt', '<=', Date.now()) : update;
          })
          .executeTakeFirst(),
      );
      if (countsOnce && numInsertedOrUpdatedRows === 0n)
        throw new UsedByAnotherRequest('the proof was used by another request');
    },

    async find(id) {
      const payload = await findWhere('id', modelName === 'DeviceCode' ? stored(id) : hashed(id));
      return payload && isBearer ? { ...payload, jti: id } : payload;
    },

    findByUid: uid => findWhere('uid', uid),
    findByUserCode: userCode => findWhere('userCode', userCode),

    /** The database decides who was first: of two requests with one token, one gets nothing. */
    async consume(id) {
      const { numUpdatedRows } = await send(db =>
        db
          .updateTable('oidcModelInstances')
          .set({ consumedAt: Date.now() })
          .where('modelName', '=', modelName)
          .where('id', '=', stored(id))
          .where('consumedAt', 'is', null)
          .executeTakeFirst(),
      );
      if (numUpdatedRows === 0n) throw new UsedByAnotherRequest('the token was used by another request');
    },

    async destroy(id) {
      await send(db =>
        db
          .deleteFrom('oidcModelInstances')
          .where('modelName', '=', modelName)
          .where('id', '=', stored(id))
          .execute(),
      );
    },

    async revokeByGrantId(grantId) {
      await send(db =>
        db
          .deleteFrom('oidcModelInstances')
          .where('modelName', '=', modelName)
          .where('grantId', '=', grantId)
          .execute(),
      );
    },
  };
};
