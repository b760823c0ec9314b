import type { Pool } from 'pg';
import type { ColumnKinds } from './column-values.ts';

/** Facts about tables, read from the database itself so that they cannot become outdated. */
export type Catalog = {
  columnKinds: ColumnKinds;
  /** Key columns by table, without the tenant; everything here is in the database's own snake case. */
  keys: ReadonlyMap<string, string[]>;
  /** Columns that can be written, by table. */
  columns: ReadonlyMap<string, string[]>;
  /** The rows of `table` that go when a row of the parent goes; pairs of [column, parent's column]. */
  children: ReadonlyMap<string, Cascade[]>;
  /** Columns of each unique index and foreign key by its name: behind the tenant wall, errors tell only the name. */
  constraints: ReadonlyMap<string, string[]>;
};

export type Cascade = { table: string; columns: Array<[column: string, parentColumn: string]> };

export const readCatalog = async (pool: Pool): Promise<Catalog> => {
  const { rows: columns } = await pool.query<ColumnRow>(columnsQuery);
  const { rows: cascades } = await pool.query<CascadeRow>(cascadesQuery);
  const { rows: uniques } = await pool.query<ConstraintRow>(uniquesQuery);
  return {
    columnKinds: new Map(columns.flatMap(columnKind)),
    keys: groupNames(columns.filter(column => column.in_key && column.name !== 'tenant_id')),
    columns: groupNames(columns.filter(column => !column.generated)),
    children: groupCascades(cascades),
    constraints: new Map(
      [...cascades, ...uniques].map(({ name, columns }) => [name, withoutTenant(columns)]),
    ),
  };
};

type ColumnRow = { table: string; name: string; type: string; in_key: boolean; generated: boolean };
type ConstraintRow = { name: string; columns: string[] };
type CascadeRow = ConstraintRow & { parent: string; table: string; parent_columns: string[] };

const columnsQuery = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
    coalesce(a.attnum = any(i.indkey), false) as in_key,
    a.attgenerated <> '' or a.attidentity = 'a' as generated
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
  order by c.relname, array_position(i.indkey::int2[], a.attnum), a.attnum`;

const cascadesQuery = `
  select f.conname as name, parent.relname as parent, child.relname as "table",
    array(select attname::text from unnest(f.conkey) with ordinality k(num, place)
      join pg_attribute on attrelid = f.conrelid and attnum = k.num order by place) as columns,
    array(select attname::text from unnest(f.confkey) with ordinality k(num, place)
      join pg_attribute on attrelid = f.confrelid and attnum = k.num order by place) as parent_columns
  from pg_constraint f
  join pg_class parent on parent.oid = f.confrelid
  join pg_class child on child.oid = f.conrelid
  where f.contype = 'f' and f.confdeltype = 'c' and f.connamespace = current_schema()::regnamespace
  order by parent.relname, child.relname`;

/** An index depends on the columns in its expressions, such as `lower(primary_email)`, and in its condition: they count too. */
const uniquesQuery = `
  select c.relname as name, array(
    select a.attname::text from pg_attribute a
    where a.attrelid = i.indrelid and a.attnum > 0 and (a.attnum = any(i.indkey) or exists (
      select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
        and d.refclassid = 'pg_class'::regclass and d.refobjid = i.indrelid and d.refobjsubid = a.attnum))
    order by a.attnum) as columns
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  where i.indisunique and c.relnamespace = current_schema()::regnamespace`;

const withoutTenant = (columns: string[]) => columns.filter(column => column !== 'tenant_id');

const columnKind = ({ table, name, type }: ColumnRow): Array<[string, 'time' | 'json']> => {
  const place = `${camelCase(table)}.${camelCase(name)}`;
  if (type === 'timestamp with time zone') return [[place, 'time']];
  if (type === 'jsonb') return [[place, 'json']];
  return [];
};

export const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
export const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

const groupNames = (columns: ColumnRow[]) => {
  const groups = Map.groupBy(columns, column => column.table);
  return new Map([...groups].map(([table, members]) => [table, members.map(({ name }) => name)]));
};

const groupCascades = (rows: CascadeRow[]) => {
  const groups = Map.groupBy(rows, row => row.parent);
  return new Map(
    [...groups].map(([parent, members]) => [
      parent,
      members.map(({ table, columns, parent_columns }) => ({
        table,
        columns: columns.map((column, index): [string, string] => [column, parent_columns[index]!]),
      })),
    ]),
  );
};
