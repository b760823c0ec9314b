import type { HookEvent } from '@gatehouse/contract/events.ts';
import type { ChangeEntry, Origin } from './tables.ts';
/** The records that a write adds to its rows. */
export type WriteRecord = {
  tenantId: string;
  origin: Origin;
  change?: {
    id: string;
    object: { kind: string; id: string; name?: string };
    entries: ChangeEntry[];
    reverts: string | null;
  };
  events: { event: HookEvent; data: unknown }[];
  topics: string[];
};
