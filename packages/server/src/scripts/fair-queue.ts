import { RequestError } from '../request-error.ts';

/** On whose behalf a script runs. Trials name the person who tries; everything else is part of a sign-in. */
export type ScriptOwner = { tenantId: string; trialBy?: string };

export type Limits = {
  workers: number;
  /** The number of sign-in scripts of one tenant that may wait. */
  waitingPerTenant: number;
  /** Waiting and running together. */
  trialsPerTenant: number;
  trialsPerPerson: number;
  longestWaitMs: number;
};

type Turn = ScriptOwner & { begin: () => void };
type Line = { signIns: Turn[]; trials: Turn[]; running: number };

/**
 * The next script to run. Tenants take turns, and neither one tenant nor all trials together can hold the last worker,
 * so endless scripts of one tenant cost the others one place and no more.
 */
export const createFairQueue = (limits: Limits) => {
  /** In the order of their turns: the tenant that ran last is at the end. */
  const lines = new Map<string, Line>();
  const trials = createTrialCount(limits);
  const share = Math.max(1, limits.workers - 1);
  let running = 0;
  let runningTrials = 0;

  const lineOf = (tenantId: string) => {
    const line = lines.get(tenantId) ?? { signIns: [], trials: [], running: 0 };
    lines.set(tenantId, line);
    return line;
  };
  const requireRoom = (owner: ScriptOwner) => {
    if (owner.trialBy !== undefined) return trials.requireRoom(owner);
    if (lineOf(owner.tenantId).signIns.length >= limits.waitingPerTenant) throw busy();
  };

  const takeNext = (): Turn | undefined => {
    for (const [tenantId, line] of lines) {
      if (line.running >= share) continue;
      const turn = line.signIns.shift() ?? (runningTrials < share ? line.trials.shift() : undefined);
      if (!turn) continue;
      lines.delete(tenantId);
      lines.set(tenantId, line);
      return turn;
    }
    return undefined;
  };
  const beginNext = () => {
    while (running < limits.workers) {
      const turn = takeNext();
      if (!turn) return;
      running += 1;
      lineOf(turn.tenantId).running += 1;
      if (turn.trialBy !== undefined) runningTrials += 1;
      turn.begin();
    }
  };
  const end = (owner: ScriptOwner) => {
    running -= 1;
    if (owner.trialBy !== undefined) runningTrials -= 1;
    const line = lineOf(owner.tenantId);
    line.running -= 1;
    if (line.running === 0 && !line.signIns.length && !line.trials.length) lines.delete(owner.tenantId);
    beginNext();
  };

  const wait = (owner: ScriptOwner) =>
    new Promise<void>((resolve, reject) => {
      const line = lineOf(owner.tenantId);
      const waiting = owner.trialBy === undefined ? line.signIns : line.trials;
      const turn: Turn = {
        ...owner,
        begin: () => {
          clearTimeout(late);
          resolve();
        },
      };
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(busy());
      }, limits.longestWaitMs);
      waiting.push(turn);
      beginNext();
    });

  return {
    /** Runs the work when it is its turn. Throws a `RequestError` when that would take too long. */
    async run<Result>(owner: ScriptOwner, work: () => Promise<Result>): Promise<Result> {
      requireRoom(owner);
      trials.count(owner, 1);
      try {
        await wait(owner);
        try {
          return await work();
        } finally {
          end(owner);
        }
      } finally {
        trials.count(owner, -1);
      }
    },
  };
};

const busy = () => new RequestError('server.busy', { retryAfterSeconds: 2 });

/** Counts waiting and running trials by person and by tenant. */
const createTrialCount = ({ trialsPerPerson, trialsPerTenant }: Limits) => {
  const counts = new Map<string, number>();
  const keysOf = ({ tenantId, trialBy }: ScriptOwner) => ({
    person: JSON.stringify([tenantId, trialBy]),
    tenant: JSON.stringify([tenantId]),
  });
  return {
    count(owner: ScriptOwner, by: 1 | -1) {
      if (owner.trialBy === undefined) return;
      for (const key of Object.values(keysOf(owner))) {
        const count = (counts.get(key) ?? 0) + by;
        if (count > 0) counts.set(key, count);
        else counts.delete(key);
      }
    },
    requireRoom(owner: ScriptOwner) {
      const { person, tenant } = keysOf(owner);
      const isTooMany =
        (counts.get(person) ?? 0) >= trialsPerPerson || (counts.get(tenant) ?? 0) >= trialsPerTenant;
      if (isTooMany)
        throw new RequestError('request.rate_limited', { retryAfterSeconds: 1, data: { seconds: 1 } });
    },
  };
};
