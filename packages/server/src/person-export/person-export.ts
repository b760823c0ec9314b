import type { PersonExportPart } from '@gatehouse/contract/person-export.ts';
/** What the head of an export says, and its parts in their order. */
export type PersonExport = {
  head: { format: 'gatehouse.person'; version: number; exportedAt: string; tenantId: string; userId: string };
  parts: { name: PersonExportPart; items: AsyncIterable<Record<string, unknown>> }[];
};
