import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log.ts';

const hour = 60 * 60 * 1000;

/** Expired tokens, sessions and sign-in attempts are of no use to anybody; every hour one process sweeps them out. */
export const startPurge = (database: Database, logger: Logger) => {
  const purge = () =>
    database.system(async db => {
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('gatehouse.purge')) as mine`.execute(db);
      if (!rows[0]?.mine) return;
      await db
        .deleteFrom('oidcModelInstances')
        .where('expiresAt', '<', Date.now() - hour)
        .execute();
      await db
        .deleteFrom('sentinelActivities')
        .where('createdAt', '<', Date.now() - 24 * hour)
        .execute();
    });
  const timer = setInterval(() => {
    purge().catch(error => logger.error({ err: error }, 'purge failed'));
  }, hour).unref();
  return () => clearInterval(timer);
};
