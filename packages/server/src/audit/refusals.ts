import type { AuditKey } from '@gatehouse/contract/audit.ts';
import { explainRefusal } from '@gatehouse/contract/refusals.ts';
import type { AuditEntry } from './audit-entry.ts';
import { createBudget } from './budget.ts';

/** A refused request, as far as it is known before anything is looked up. */
export type Refused = { ip: string; key: AuditKey; code: string; applicationId?: string };

const tallyMs = 60_000;
const mostTallies = 20;

type Tally = { tenantId: string; key: AuditKey; code?: string; applicationId?: string; count: number };

/**
 * Strangers can cause refusals as fast as they can send requests. Each has its own entry up to a limit for the network
 * address and for the tenant; those beyond it are counted, and come as one entry a minute for each kind.
 */
export const createRefusals = (append: (tenantId: string, entry: AuditEntry) => void) => {
  const budget = createBudget();
  const tallies = new Map<string, Tally>();
  let talliedAt = Date.now();

  const count = (tenantId: string, { key, code, applicationId }: Refused) => {
    const isFull = [...tallies.values()].filter(tally => tally.tenantId === tenantId).length >= mostTallies;
    const name = [tenantId, key, applicationId, code].join(' ');
    const { place, ...kind } =
      tallies.has(name) || !isFull ? { place: name, applicationId, code } : { place: `${tenantId} ${key}` };
    const counted = tallies.get(place)?.count ?? 0;
    tallies.set(place, { tenantId, key, ...kind, count: counted + 1 });
  };

  return {
    /** `describe` is only asked where the refusal gets its own entry. */
    async refuse(
      tenantId: string,
      refused: Refused,
      describe: () => AuditEntry['payload'] | Promise<AuditEntry['payload']>,
    ) {
      if (!budget.takesOne(tenantId, refused.ip)) return count(tenantId, refused);
      append(tenantId, { key: refused.key, payload: await describe() });
    },
    /** For what programs ask in vain by design, many times a day. */
    count,
    /** Turns what was counted into entries, once a minute or at once. */
    addUp(isDue = Date.now() - talliedAt >= tallyMs) {
      if (!isDue) return;
      talliedAt = Date.now();
      for (const { tenantId, key, code, applicationId, count: times } of tallies.values())
        append(tenantId, {
          key,
          payload: {
            result: 'Error',
            ...(code ? { error: { code, ...explainRefusal({ code }) } } : {}),
            applicationId,
            count: times,
          },
        });
      tallies.clear();
    },
  };
};
