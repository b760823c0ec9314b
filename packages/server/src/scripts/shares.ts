import { LRUCache } from 'lru-cache';

/** The use of the workers by a tenant. */
type Account = {
  /** Milliseconds of a worker, on a scale that all tenants share: who has used least is next. */
  used: number;
  /** From when on the work of the tenant counts as quick. Nothing is known before the first one. */
  quickFrom: number | undefined;
};

const mostAccounts = 10_000;
/** Slow work puts its tenant behind the quick ones for this many times as long as it ran. */
const suspicion = 300;
/** How far a tenant can be behind the others for what it used while they were idle. */
const longestArrearsMs = 5000;

export type Shares = ReturnType<typeof createShares>;

/**
 * Shares of the workers by the time that work uses, not by its number: tenants whose scripts burn time wait for those whose
 * scripts do not, and owning many such tenants gains nothing on a tenant with quick ones.
 */
export const createShares = (quickMs: number) => {
  const accounts = new LRUCache<string, Account>({ max: mostAccounts });
  /** The lowest use of all tenants. A tenant that comes back begins here: idle time is not saved up. */
  let least = 0;

  const accountOf = (tenantId: string) => {
    const account = accounts.get(tenantId) ?? { used: least, quickFrom: undefined };
    accounts.set(tenantId, account);
    return account;
  };

  return {
    begin(tenantId: string) {
      const account = accountOf(tenantId);
      account.used = Math.min(Math.max(account.used, least), least + longestArrearsMs);
    },
    usedBy: (tenantId: string) => accountOf(tenantId).used,
    isQuick: (tenantId: string) =>
      (accountOf(tenantId).quickFrom ?? Number.POSITIVE_INFINITY) <= performance.now(),
    charge(tenantId: string, milliseconds: number) {
      accountOf(tenantId).used += milliseconds;
    },
    judge(tenantId: string, milliseconds: number) {
      const account = accountOf(tenantId);
      if (milliseconds > quickMs) account.quickFrom = performance.now() + milliseconds * suspicion;
      else account.quickFrom ??= performance.now();
    },
    /** Names the tenants that wait or run. */
    raise(active: Iterable<string>) {
      const lowest = Math.min(...[...active].map(tenantId => accountOf(tenantId).used));
      if (Number.isFinite(lowest)) least = Math.max(least, lowest);
    },
  };
};
