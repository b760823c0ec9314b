import { dayMs, hourMs } from '@gatehouse/contract/duration.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Logger } from '../log.ts';
import { systemOrigin } from './origins.ts';
import { loadRegistrationConfig } from './registration-config.ts';
import type { Tenant } from './tenant.ts';

export const useNotedEveryMs = hourMs;
const batchSize = 100;

/**
 * Deletes unused clients that registered themselves. Those without an initial access token that never got a token are
 * deleted after a day.
 */
export const deleteUnusedClients = async (
  { database, logger }: { database: Database; logger: Logger },
  now: number,
) => {
  const tenants = await database.system(db =>
    db.selectFrom('clientRegistrations').select('tenantId').distinct().execute(),
  );
  for (const { tenantId } of tenants) {
    const deleteSome = () =>
      database.tenant(tenantId).write(systemOrigin('client-registration'), async tx => {
        const unused = await findUnused(tx.db, now);
        for (const { applicationId: id } of unused) await tx.delete('applications', { id });
        return unused.length;
      });
    try {
      while ((await deleteSome()) === batchSize);
    } catch (error) {
      // The other tenants have their turn all the same.
      logger.error({ err: error, tenantId }, 'unused clients were not deleted');
    }
  }
};

const findUnused = async (db: Kysely<Tables>, now: number) => {
  const { unusedDays } = await loadRegistrationConfig(db);
  return db
    .selectFrom('clientRegistrations')
    .select('applicationId')
    .where(({ eb, or, and }) =>
      or([
        eb(sql`coalesce(last_used_at, created_at)`, '<', new Date(now - unusedDays * dayMs)),
        and([
          eb('lastUsedAt', 'is', null),
          eb('initialAccessTokenName', 'is', null),
          eb('createdAt', '<', now - dayMs),
        ]),
      ]),
    )
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute();
};

/** A client got a token. Written down once an hour at most: tokens come more often. */
export const noteClientUse = ({ database }: Pick<Tenant, 'database'>, applicationId: string) =>
  database.send(db =>
    db
      .updateTable('clientRegistrations')
      .set({ lastUsedAt: Date.now() })
      .where('applicationId', '=', applicationId)
      .where(sql<boolean>`(last_used_at is null or last_used_at < ${new Date(Date.now() - useNotedEveryMs)})`)
      .execute(),
  );
