import { generateId } from '@gatehouse/contract/ids.ts';
import type { JsonObject } from '../database/row-types.ts';

export type StreamEntry = {
  source: 'logs' | 'changes';
  tenantId: string;
  id: string;
  key: string;
  payload: JsonObject;
  createdAt: number;
  position: number;
};

/** An entry as every destination gets it. */
export const presentEntry = ({ id, tenantId, key, createdAt, payload }: StreamEntry) => ({
  id,
  tenantId,
  key,
  time: new Date(createdAt).toISOString(),
  payload,
});

export const jsonLines = (entries: readonly StreamEntry[]) =>
  entries.map(entry => `${JSON.stringify(presentEntry(entry))}\n`).join('');

/** The entry of a test, which cannot be mistaken for a real one. */
export const sampleEntry = (tenantId: string, createdAt: number): StreamEntry => ({
  source: 'logs',
  tenantId,
  id: generateId(),
  key: 'Unknown',
  payload: { key: 'Unknown', result: 'Success', isSample: true },
  createdAt,
  position: 0,
});
