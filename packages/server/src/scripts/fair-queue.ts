import { RequestError } from '../request-error.ts';
import { createShares, type Shares } from './shares.ts';

/**
 * On whose behalf a script runs. Trials name the person who tries, the same in all tenants; everything else is part of a
 * sign-in.
 */
export type ScriptOwner = { tenantId: string; trialBy?: string };

export type Limits = {
  workers: number;
  /** The number of sign-in scripts of one tenant that may wait. */
  waitingPerTenant: number;
  /** Waiting and running together. */
  trialsPerTenant: number;
  trialsPerPerson: number;
  longestWaitMs: number;
  /** Work that takes longer is slow. */
  quickMs: number;
};

type Turn = ScriptOwner & { begin: (pace: Pace) => void };
type Line = { signIns: Turn[]; trials: Turn[]; running: number };

type Pace = 'quick' | 'slow';
type Run<Result> = { result: Result; spentMs: number };

/** Runs work of tenants: a few pieces at once, and fairly. */
export const createFairQueue = (limits: Limits) => {
  const shares = createShares(limits.quickMs);
  const turns = createTurns(limits, shares);
  const trials = createTrialCount(limits);

  const requireRoom = (owner: ScriptOwner) => {
    if (owner.trialBy !== undefined) return trials.requireRoom(owner);
    if (turns.waiting(owner.tenantId) >= limits.waitingPerTenant) throw busy();
  };

  const runNow = async <Result>(owner: ScriptOwner, work: () => Promise<Run<Result>>) => {
    const { result, spentMs } = await work();
    shares.charge(owner.tenantId, spentMs - limits.quickMs);
    if (owner.trialBy === undefined) shares.judge(owner.tenantId, spentMs);
    return result;
  };

  return {
    /** Runs the work when it is its turn. Throws a `RequestError` when that would take too long. */
    async run<Result>(owner: ScriptOwner, work: () => Promise<Run<Result>>): Promise<Result> {
      requireRoom(owner);
      trials.count(owner, 1);
      try {
        const pace = await turns.wait(owner);
        try {
          return await runNow(owner, work);
        } finally {
          turns.end(owner, pace);
        }
      } finally {
        trials.count(owner, -1);
      }
    },
  };
};

/**
 * The next script to run, or other work whose cost a tenant decides. The tenant whose work used the least time is next. One
 * tenant cannot hold the last worker, and neither can all trials and all tenants with slow work together: quick work waits
 * for quick work only.
 */
const createTurns = (limits: Limits, shares: Shares) => {
  /** Among equals the tenant that ran last is at the end. */
  const lines = new Map<string, Line>();
  const share = Math.max(1, limits.workers - 1);
  let running = 0;
  let runningSlow = 0;

  const lineOf = (tenantId: string) => {
    const line = lines.get(tenantId) ?? { signIns: [], trials: [], running: 0 };
    lines.set(tenantId, line);
    return line;
  };
  const isQuick = ({ tenantId, trialBy }: ScriptOwner) => trialBy === undefined && shares.isQuick(tenantId);
  const nextOf = ({ signIns, trials: [trial], running }: Line) => {
    const turn = running < share ? (signIns[0] ?? trial) : undefined;
    return turn && (runningSlow < share || isQuick(turn)) ? turn : undefined;
  };
  const takeNext = (): Turn | undefined => {
    const next = [...lines.values()]
      .flatMap(line => nextOf(line) ?? [])
      .reduce<Turn | undefined>(
        (best, turn) => (best && shares.usedBy(best.tenantId) <= shares.usedBy(turn.tenantId) ? best : turn),
        undefined,
      );
    if (!next) return undefined;
    const line = lineOf(next.tenantId);
    (next.trialBy === undefined ? line.signIns : line.trials).shift();
    lines.delete(next.tenantId);
    lines.set(next.tenantId, line);
    return next;
  };
  const beginNext = () => {
    while (running < limits.workers) {
      const turn = takeNext();
      if (!turn) return;
      const pace = isQuick(turn) ? 'quick' : 'slow';
      running += 1;
      if (pace === 'slow') runningSlow += 1;
      lineOf(turn.tenantId).running += 1;
      // Until its real cost is known.
      shares.charge(turn.tenantId, limits.quickMs);
      turn.begin(pace);
    }
  };
  const end = ({ tenantId }: ScriptOwner, pace: Pace) => {
    running -= 1;
    if (pace === 'slow') runningSlow -= 1;
    const line = lineOf(tenantId);
    line.running -= 1;
    shares.raise(lines.keys());
    if (isIdle(line)) lines.delete(tenantId);
    beginNext();
  };

  const wait = (owner: ScriptOwner) =>
    new Promise<Pace>((resolve, reject) => {
      const line = lineOf(owner.tenantId);
      if (isIdle(line)) shares.begin(owner.tenantId);
      const waiting = owner.trialBy === undefined ? line.signIns : line.trials;
      const turn: Turn = {
        ...owner,
        begin: pace => {
          clearTimeout(late);
          resolve(pace);
        },
      };
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(turn), 1);
        if (isIdle(line)) lines.delete(owner.tenantId);
        reject(busy());
      }, limits.longestWaitMs);
      waiting.push(turn);
      beginNext();
    });

  return {
    wait,
    end,
    /** The number of sign-ins of a tenant that wait. */
    waiting: (tenantId: string) => lines.get(tenantId)?.signIns.length ?? 0,
  };
};

const isIdle = ({ signIns, trials, running }: Line) => running + signIns.length + trials.length === 0;

const busy = () => new RequestError('server.busy', { retryAfterSeconds: 2 });

/** Counts waiting and running trials by person, over all of their tenants, and by tenant. */
const createTrialCount = ({ trialsPerPerson, trialsPerTenant }: Limits) => {
  const counts = new Map<string, number>();
  const keysOf = ({ tenantId, trialBy }: ScriptOwner) => ({
    person: JSON.stringify({ trialBy }),
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
