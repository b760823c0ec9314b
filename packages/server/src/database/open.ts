import type { Logger } from '../log.ts';
import { readCatalog } from './catalog.ts';
import type { Database, Origin, Write, WriteGuard } from './database.ts';
import { connectEmbedded } from './embedded/connect.ts';
import { copyEmbedded, removeCopy } from './embedded/copy.ts';
import { scrubEmbedded } from './embedded/scrub.ts';
import { createInvalidation } from './invalidation.ts';
import { refuseOldSchema } from './migrate.ts';
import { createPersonKeys } from './people/person-keys.ts';
import { connectPostgresql, refreshStatistics } from './postgresql.ts';
import { createQueryBuilders } from './query-builder.ts';
import { everyTenant, hasTenantRole } from './tenant-wall.ts';
import { createTransactions } from './transactions.ts';
import { undoing } from './undoing.ts';
import { lockedVault, type Vault } from './vault.ts';
import { createWrites } from './write.ts';
export type DatabaseOptions = {
  /** A PostgreSQL address; without it, the embedded database in `dataDir`. */
  url?: string | undefined;
  /** The same database past a pooler, for what needs its own session. */
  directUrl?: string | undefined;
  /** Replicas of the PostgreSQL, for what reads much. */
  replicaUrls?: readonly string[] | undefined;
  dataDir?: string;
  /** Seals the keys of people. Without it nothing about people can be written or read. */
  vault?: Vault;
  logger?: Logger;
  /** Whether to migrate the database to the schema of this version first. Otherwise an older schema is refused. */
  migrates?: boolean;
  /** Called when the embedded database begins to start in its own thread: this one has nothing to do for a second. */
  onStarting?: (() => void) | undefined;
};

type Trial<T> = { tenantId: string; origin: Origin; work: (tx: Write) => Promise<T> };

const tryWrite = <T>(
  transactions: ReturnType<typeof createTransactions>,
  writes: ReturnType<typeof createWrites>,
  { work, ...context }: Trial<T>,
) =>
  undoing(
    undone => transactions.write(context.tenantId, undone),
    db => writes.run(db, context, work),
  );

export const openDatabase = async ({
  url,
  directUrl,
  replicaUrls,
  dataDir = './data',
  vault = lockedVault,
  logger,
  migrates = true,
  onStarting,
}: DatabaseOptions): Promise<Database> => {
  const invalidation = createInvalidation(logger);
  const connections = url
    ? await connectPostgresql({ url, directUrl, replicaUrls, logger }, invalidation)
    : await connectEmbedded(dataDir, invalidation, { logger, onStarting });
  try {
    if (!migrates) await refuseOldSchema(connections.pool);
    const applied = migrates ? await connections.migrate() : [];
    if (applied.length) logger?.info({ applied }, 'database migrated');
    const catalog = await readCatalog(connections.pool);
    const transactions = createTransactions(connections.pool, {
      queryBuilder: createQueryBuilders(catalog.columnKinds),
      separateRole: await hasTenantRole(connections.pool),
      isPooled: connections.isPooled,
      replicas: connections.replicas,
    });
    const people = createPersonKeys(vault);
    invalidation.listen((tenantId, topic) => {
      if (topic === 'person-keys' || topic === '*') people.forget(tenantId);
    });
    const guards: WriteGuard[] = [];
    const writes = createWrites(catalog, people, guards);
    const eventListeners = new Set<() => void>();
    return {
      kind: url ? 'postgresql' : 'embedded',
      tenant: tenantId => {
        if (tenantId === everyTenant) throw new Error('A tenant cannot stand for all of them.');
        return {
          tenantId,
          read: work => transactions.read(tenantId, work),
          readAside: work => transactions.readAside(tenantId, work),
          send: work => transactions.send(tenantId, work),
          open: (db, rows) =>
            transactions.readToKeep(tenantId, db, ownDb => people.open(ownDb, tenantId, rows)),
          async write(origin, work) {
            const { result, topics, hasEvents, undoable, keepKeys } = await transactions.write(tenantId, db =>
              writes.run(db, { tenantId, origin }, work),
            );
            keepKeys();
            if (undoable) origin.onUndoable?.(undoable);
            // The others hear of it over the channel; who wrote must not find the past in its own caches meanwhile.
            for (const topic of topics) invalidation.tell(tenantId, topic);
            if (hasEvents) for (const listener of eventListeners) listener();
            return result;
          },
          tryWrite: (origin, work) => tryWrite(transactions, writes, { tenantId, origin, work }),
        };
      },
      system: work => transactions.system(work),
      people,
      forget: invalidation.tell,
      onInvalidate: invalidation.listen,
      guardWrites: guard => void guards.push(guard),
      onEvents(listener) {
        eventListeners.add(listener);
        return () => eventListeners.delete(listener);
      },
      scrub: () => (url ? refreshStatistics(connections.pool) : scrubEmbedded(connections.pool, dataDir)),
      async copy() {
        if (url) throw new Error('Only the embedded database can be copied as files.');
        const copied = await openDatabase({ dataDir: await copyEmbedded(connections.pool, dataDir), vault });
        return { ...copied, close: () => copied.close().finally(() => removeCopy(dataDir)) };
      },
      queryCount: transactions.statementsSent,
      longestWait: transactions.longestWait,
      close: connections.close,
    };
  } catch (error) {
    await connections.close();
    throw error;
  }
};
