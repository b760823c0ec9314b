import type { PersonExportPart } from '@gatehouse/contract/person-export.ts';
/** The head of an export and its parts in order. */
export type PersonExport = {
  head: { format: 'gatehouse.person'; version: number; exportedAt: string; tenantId: string; userId: string };
  parts: { name: PersonExportPart; items: AsyncIterable<Record<string, unknown>> }[];
};
