import type { ColumnType, Generated } from 'kysely';

/** The tenant fills itself in: the column defaults to the tenant of the transaction. */
export type TenantRow<Columns> = { tenantId: Generated<string> } & Columns;

/** The row of an entity as its schema has it; what the database fills in can be left out of a new one. */
export type EntityRow<Entity extends { tenantId: string }, Filled extends keyof Entity = never> = TenantRow<{
  [Column in Exclude<keyof Entity, 'tenantId'>]-?: Column extends Filled
    ? Generated<Exclude<Entity[Column], undefined>>
    : Exclude<Entity[Column], undefined>;
}>;

/** For rows whose entity does not show when it was created. */
export type Created = { createdAt: Generated<number> };

/** Made by the database alone. */
export type ReadOnly<Value> = ColumnType<Value, never, never>;

/** A view for searches that an index serves but that row-level security would keep from it. */
export type SearchableRow = {
  tenantId: ReadOnly<string>;
  id: ReadOnly<string>;
  /** All fields that can be searched, each on a line. */
  searchText: ReadOnly<string>;
};

export type JsonObject = Record<string, unknown>;

/** JSON takes any value of its shape; the shapes themselves are checked where requests come in. */
export type Json<Value> = ColumnType<Value, Value, Value>;
export type DefaultJson<Value = JsonObject> = ColumnType<Value, Value | undefined, Value>;
