import type { CacheTopic, TableFacts } from '@gatehouse/contract/define-entity.ts';
import { type EntityTable, entityList } from '@gatehouse/contract/entities.ts';
import { snakeCase } from './catalog.ts';
import type { TableName } from './tables.ts';

/** Recorded tables that belong to no entity. */
const otherTables: Partial<Record<TableName, TableFacts>> = {
  personKeys: { secrets: ['key'], caches: ['person-keys'] },
  tenants: { caches: ['tenant'] },
};

/** An entity can only name tables that exist. */
const entityTables: [Exclude<EntityTable, TableName>] extends [never]
  ? readonly Readonly<Record<string, TableFacts>>[]
  : never = entityList.map(({ tables }) => tables);

/** By the names of the database. */
const factsByTable: ReadonlyMap<string, TableFacts> = new Map(
  [...entityTables, otherTables]
    .flatMap(tables => Object.entries(tables))
    .map(([table, facts]) => [snakeCase(table), facts]),
);

const secretConfigs = new Set(['oidc.privateKeys', 'oidc.companionKeys', 'oidc.cookieKeys']);

/** Columns (as the database names them) whose values never enter a change: only their fingerprints do. */
export const secretColumns = (table: string, row: Record<string, unknown>): string[] => {
  if (table === 'configs') return secretConfigs.has(String(row.key)) ? ['value'] : [];
  return (factsByTable.get(table)?.secrets ?? []).map(snakeCase);
};

/** The column without which a row is useless: undoing a deletion cannot bring it back. */
export const essentialSecret = (table: string): string | undefined => {
  const column = factsByTable.get(table)?.essential;
  return column && snakeCase(column);
};

/**
 * Tables with data that the server derives for a row, such as the position of a log stream. It is deleted with the
 * row.
 */
export const followingTables: readonly string[] = ['log_stream_progress', 'sso_connector_keys'];

/**
 * Changes that are reported and never undone: the purpose of a tenant comes with its plan, an approval from its author, and a
 * preview of a draft ends once. What such a row was deleted with comes back without it.
 */
export const lastingTables: readonly string[] = [
  'draft_approvals',
  'draft_previews',
  'draft_preview_testers',
  'draft_preview_sessions',
  'tenants',
];

/** The same for columns. */
export const lastingColumns = (table: string): readonly string[] =>
  (factsByTable.get(table)?.lasting ?? []).map(snakeCase);

/**
 * The caches to clear when a recorded row of a table changes, also by undo. Writers of other tables clear them
 * explicitly.
 */
export const topicsOf = (table: string): readonly CacheTopic[] => factsByTable.get(table)?.caches ?? [];
