import { streamLimits } from '@gatehouse/contract/live-sign-ins.ts';
import type { Database, TenantDatabase } from '../database/database.ts';
import { workInTurn } from '../jobs/in-turn.ts';
import type { Logger } from '../log.ts';
import { createHorizon } from '../log-streams/horizon.ts';
import { RequestError } from '../request-error.ts';
import { type LiveEvent, readLiveSignIns } from './read.ts';

const defaultIntervalMs = 500;

/** Someone who watches the sign-ins of a tenant. */
export type Watcher = {
  tenant: TenantDatabase;
  callerId: string;
  /** The position of the last event that they have; without one, they begin now. */
  after: number | undefined;
  /** Called on every round, also without events; ends the watch by throwing. */
  receive(events: readonly LiveEvent[], position: number): Promise<void>;
  /** The watch is over, for whatever reason. */
  end(): void;
};

export type LiveSignIns = ReturnType<typeof createLiveSignIns>;

/**
 * Reads the sign-ins of tenants that someone watches, behind all who still write to the log. Without watchers nothing is read,
 * and those of one tenant share what is read.
 */
export const createLiveSignIns = (database: Database, logger: Logger, intervalMs = defaultIntervalMs) => {
  const readHorizon = createHorizon(database);
  const watchers = new Map<Watcher, number | undefined>();
  let timer: NodeJS.Timeout | undefined;
  let isScheduled = false;
  let isClosed = false;

  const end = (watcher: Watcher) => {
    if (watchers.delete(watcher)) watcher.end();
  };

  const serve = async (group: readonly Watcher[], after: number, upTo: number) => {
    const [first] = group;
    if (!first) return;
    const isNews = after < upTo;
    const { events, position } = isNews
      ? await readLiveSignIns(first.tenant, { after, upTo })
      : { events: [], position: after };
    await Promise.all(
      group.map(watcher =>
        watcher.receive(events, position).then(
          () => watchers.has(watcher) && watchers.set(watcher, position),
          () => end(watcher),
        ),
      ),
    );
  };

  const runRound = async () => {
    const { settled: upTo, given } = await readHorizon();
    // Another process may have read further than this one. A position beyond the log is of an earlier database.
    const begin = ({ after }: Watcher) => (after !== undefined && after <= given ? after : upTo);
    const positions = [...watchers].map(([watcher, position]) => ({
      watcher,
      position: position ?? begin(watcher),
    }));
    const groups = Map.groupBy(
      positions,
      ({ watcher, position }) => `${watcher.tenant.tenantId} ${position}`,
    );
    const reads = [...groups.values()].flatMap(group => {
      const [first] = group;
      const watching = group.map(({ watcher }) => watcher);
      return first
        ? [{ tenantId: first.watcher.tenant.tenantId, position: first.position, group: watching }]
        : [];
    });
    await workInTurn(reads, ({ tenantId, position, group }) =>
      serve(group, position, upTo).catch(error => {
        logger.warn({ err: error, tenantId }, 'live sign-ins of a tenant could not be read');
        for (const watcher of group) end(watcher);
      }),
    );
  };

  /** One round at a time: the horizon remembers the one before. */
  const schedule = (delayMs = intervalMs) => {
    if (watchers.size === 0 || isScheduled) return;
    isScheduled = true;
    timer = setTimeout(async () => {
      await runRound().catch(error => {
        logger.warn({ err: error }, 'live sign-ins could not be read');
        for (const watcher of [...watchers.keys()]) end(watcher);
      });
      isScheduled = false;
      schedule();
    }, delayMs).unref();
  };

  return {
    /** Returns what stops it. */
    watch(watcher: Watcher) {
      if (isClosed) throw new RequestError('server.unavailable', { retryAfterSeconds: 1 });
      const others = [...watchers.keys()].filter(({ tenant }) => tenant.tenantId === watcher.tenant.tenantId);
      const own = others.filter(({ callerId }) => callerId === watcher.callerId);
      if (own.length >= streamLimits.perCaller || others.length >= streamLimits.perTenant)
        throw new RequestError('log.too_many_streams');
      watchers.set(watcher, undefined);
      schedule(0);
      return () => end(watcher);
    },
    /** Ends all watches: those who watch come back to another process. */
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const watcher of [...watchers.keys()]) end(watcher);
    },
  };
};
