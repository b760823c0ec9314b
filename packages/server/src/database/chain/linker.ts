import { sql } from 'kysely';
import type { Logger } from '../../log.ts';
import type { Database } from '../database.ts';
import { linkBatch } from './link.ts';

/** The longest time a change waits for its link under normal conditions. */
const lookMs = 2000;

export type Linker = ReturnType<typeof startLinker>;

/**
 * Links committed changes in the background, so that writers never wait for each other. Any process does it for any tenant,
 * whichever version wrote the change; two at the same tenant make way for each other.
 */
export const startLinker = (database: Database, logger: Logger) => {
  let isStopping = false;
  let running: Promise<void> | undefined;

  /** Goes round: one batch of each tenant, until a round finds nothing that it can link. */
  const linkAll = async () => {
    const failed = new Set<string>();
    let linked: number;
    do {
      linked = 0;
      for (let tenantId = await nextTenant(''); tenantId !== undefined; tenantId = await nextTenant(tenantId))
        if (!failed.has(tenantId)) linked += await linkOne(tenantId, failed);
    } while (linked > 0);
  };

  /** A tenant whose changes cannot be linked must not hold up the others; it is tried again at the next look. */
  const linkOne = async (tenantId: string, failed: Set<string>) => {
    try {
      return await linkBatch(database, tenantId);
    } catch (error) {
      failed.add(tenantId);
      logger.error({ err: error, tenantId }, 'changes of a tenant could not be linked');
      return 0;
    }
  };

  /** The next tenant with something to link; the index is asked for one at a time, however much waits. */
  const nextTenant = async (after: string) => {
    if (isStopping) return undefined;
    const { rows } = await database.system(db =>
      sql<{ tenantId: string }>`
        select tenant_id as "tenantId" from changes where sequence is null and tenant_id > ${after}
        order by tenant_id limit 1`.execute(db),
    );
    return rows[0]?.tenantId;
  };

  const link = () => {
    running ??= linkAll().finally(() => {
      running = undefined;
    });
    return running;
  };
  const timer = setInterval(() => {
    // One that still waits for the database tells of its failure itself.
    if (!running)
      link().catch((error: unknown) => logger.error({ err: error }, 'changes could not be linked'));
  }, lookMs).unref();

  return {
    /** Everything that is committed now. */
    async link() {
      await running;
      await link();
    },
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await running?.catch(() => undefined);
    },
  };
};
