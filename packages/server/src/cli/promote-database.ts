import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { withPool } from '../database/pool.ts';
import { everyTenant } from '../database/tenant-wall.ts';
import { CommandError } from './command.ts';

/** Either side of the copy. */
type Side = { query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }> };

/**
 * Copies every table, from a copy of the files: the source keeps running, and what is written from now on stays there.
 * The target has all of it or nothing.
 */
export const promoteDatabase = async (database: Database, url: string) => {
  if (database.kind !== 'embedded') throw new CommandError('Only an embedded database can be promoted.');
  return withPool({ connectionString: url, max: 1 }, async pool => {
    await migrate(pool);
    const copy = await database.copy();
    try {
      return await copy.system(db => {
        const source: Side = {
          query: (sql, values = []) => db.executeQuery(CompiledQuery.raw(sql, values)) as never,
        };
        return copyTables(source, pool);
      });
    } finally {
      await copy.close();
    }
  });
};

const copyTables = async (source: Side, pool: pg.Pool) => {
  const tables = await tablesInOrder(source);
  const target = await pool.connect();
  try {
    await target.query('begin');
    await target.query("select set_config('app.tenant', $1, true)", [everyTenant]);
    await refuseUnlessEmpty(target, tables);
    for (const table of tables) await copyTable(source, target, table);
    // At the end: copying one table must not have written to another.
    const copied = [];
    for (const table of tables) copied.push(await verify(source, target, table));
    await target.query('commit');
    return copied;
  } catch (error) {
    await target.query('rollback');
    throw error;
  } finally {
    target.release();
  }
};

/** Parents before children, by their foreign keys. */
const tablesInOrder = async (source: Side) => {
  const { rows } = await source.query<{ name: string; parents: string[] }>(`
    select c.relname as name, array(
      select p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and p.oid <> c.oid) as parents
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    order by 1`);
  const ordered: string[] = [];
  while (ordered.length < rows.length) {
    const next = rows.find(
      ({ name, parents }) => !ordered.includes(name) && parents.every(parent => ordered.includes(parent)),
    );
    if (!next) throw new Error('The tables refer to each other in a circle.');
    ordered.push(next.name);
  }
  return ordered;
};

const refuseUnlessEmpty = async (target: Side, tables: string[]) => {
  for (const table of tables) {
    const { rows } = await target.query(`select from ${table} limit 1`);
    if (rows.length)
      throw new CommandError(`The target is not empty: it has rows in ${table}. Nothing was copied.`);
  }
};

const batchSize = 500;

/** Rows travel as the database's own JSON and come to life on the other side: no type is lost on the way. */
const copyTable = async (source: Side, target: Side, table: string) => {
  const columns = await writableColumns(source, table);
  const key = await keyOf(source, table);
  // Triggers are off during the copy because the rows they would write are copied, too.
  await target.query(`alter table ${table} disable trigger user`);
  for (let offset = 0; ; offset += batchSize) {
    const { rows } = await source.query<{ rows: string }>(
      `select coalesce(jsonb_agg(to_jsonb(page)), '[]')::text as rows
       from (select * from ${table} order by ${key} limit ${batchSize} offset ${offset}) page`,
    );
    const page = rows[0]!.rows;
    if (page === '[]') break;
    await target.query(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [page],
    );
  }
  await target.query(`alter table ${table} enable trigger user`);
  await resumeSequences(target, table);
};

const writableColumns = async (source: Side, table: string) => {
  const { rows } = await source.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows[0]!.columns;
};

const keyOf = async (source: Side, table: string) => {
  const { rows } = await source.query<{ key: string }>(
    `select string_agg(quote_ident(a.attname), ', ') as key from pg_index i
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = $1::regclass and i.indisprimary`,
    [table],
  );
  return rows[0]!.key;
};

/** Numbers that the database gives out continue after the highest that was copied. */
const resumeSequences = async (target: Side, table: string) => {
  const { rows } = await target.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = $1::regclass and attidentity <> ''",
    [table],
  );
  for (const { name } of rows) {
    await target.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce((select max(${name}) from ${table}), 0) + 1, false)`,
      [table, name],
    );
  }
};

type Sum = { rows: number; checksum: string };

/** The same number of rows with the same content, whatever their order. */
const verify = async (source: Side, target: Side, table: string) => {
  const query = `
    select count(*)::int as rows, coalesce(sum(('x' || substr(md5(to_jsonb(t)::text), 1, 15))::bit(60)::bigint), 0)::text as checksum
    from ${table} t`;
  const [here] = (await source.query<Sum>(query)).rows as [Sum];
  const [there] = (await target.query<Sum>(query)).rows as [Sum];
  if (here.rows !== there.rows || here.checksum !== there.checksum) {
    throw new CommandError(
      `The copy of ${table} differs (${here.rows} rows here, ${there.rows} there). Nothing was kept.`,
    );
  }
  return { table, rows: here.rows };
};
