import type { HookDelivery } from '@gatehouse/contract/hooks.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Sent } from './send.ts';

type Delivery = Sent & { hookId: string; attempt: number; retryAt?: number; replayOf?: string };

/** Writes a delivery down as a log entry, and gives what is shown of it. */
export const recordDelivery = async (
  db: Kysely<Tables>,
  delivery: Delivery,
  createdAt: number,
): Promise<HookDelivery> => {
  const key = `TriggerHook.${delivery.hookRequest?.body.event ?? ''}` as HookDelivery['key'];
  const entry = { id: generateId(), key, payload: { key, ...delivery }, createdAt };
  await db.insertInto('logs').values(entry).execute();
  return entry;
};
