import pg from 'pg';
import { connectEmbedded } from '../database/embedded/connect.ts';
import { createInvalidation } from '../database/invalidation.ts';
import { migrate } from '../database/migrate.ts';
import { endPool } from '../database/postgresql.ts';
import { openVault } from '../database/vault.ts';
import { type Command, CommandError } from './command.ts';

export const promote: Command = {
  name: 'promote',
  summary: 'Copies the embedded database to an empty PostgreSQL and verifies the copy.',
  options: { to: { type: 'string', description: 'postgres://user:password@host/database', required: true } },
  async run({ to }, env) {
    const url = String(to);
    const counts = await promoteDatabase(env.GATEHOUSE_DATA_DIR, url);
    const total = counts.reduce((sum, { rows }) => sum + rows, 0);
    await openVault({ key: env.GATEHOUSE_SECRET_KEY, dataDir: env.GATEHOUSE_DATA_DIR });
    process.stdout.write(
      `Copied ${total} rows of ${counts.length} tables; counts and checksums agree.\n` +
        `Start with DATABASE_URL=${withoutPassword(url)} from now on, and keep ${env.GATEHOUSE_DATA_DIR}/secret.key: ` +
        'it opens the secrets in the database.\n',
    );
  },
};

/** Tables and their rows are copied in one transaction: the target has all of it or nothing. */
export const promoteDatabase = async (dataDir: string, url: string) => {
  const source = await connectEmbedded(dataDir, createInvalidation());
  const target = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await migrate(source.pool);
    await migrate(target);
    return await copyTables(source.pool, target);
  } finally {
    await endPool(target);
    await source.close();
  }
};

const copyTables = async (source: pg.Pool, target: pg.Pool) => {
  const tables = await tablesInOrder(source);
  const client = await target.connect();
  try {
    await client.query('begin');
    await client.query("select set_config('app.tenant', '*', true)");
    await refuseUnlessEmpty(client, tables);
    for (const table of tables) await copyTable(source, client, table);
    const copied = await Promise.all(tables.map(table => verify(source, client, table)));
    await client.query('commit');
    return copied;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
};

/** Parents before children, by their foreign keys. */
const tablesInOrder = async (source: pg.Pool) => {
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

const refuseUnlessEmpty = async (target: pg.ClientBase, tables: string[]) => {
  for (const table of tables) {
    const { rowCount } = await target.query(`select from ${table} limit 1`);
    if (rowCount)
      throw new CommandError(`The target is not empty: it has rows in ${table}. Nothing was copied.`);
  }
};

const batchSize = 500;

/** Rows travel as the database's own JSON and come to life on the other side: no type is lost on the way. */
const copyTable = async (source: pg.Pool, target: pg.ClientBase, table: string) => {
  const columns = await writableColumns(source, table);
  const key = await keyOf(source, table);
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
  await resumeSequences(target, table);
};

const writableColumns = async (source: pg.Pool, table: string) => {
  const { rows } = await source.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows[0]!.columns;
};

const keyOf = async (source: pg.Pool, table: string) => {
  const { rows } = await source.query<{ key: string }>(
    `select string_agg(quote_ident(a.attname), ', ') as key from pg_index i
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = $1::regclass and i.indisprimary`,
    [table],
  );
  return rows[0]!.key;
};

/** Numbers that the database gives out go on after the highest that was copied. */
const resumeSequences = async (target: pg.ClientBase, table: string) => {
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

/** The same number of rows with the same content, whatever their order. */
const verify = async (source: pg.Pool, target: pg.ClientBase, table: string) => {
  const query = `
    select count(*)::int as rows, coalesce(sum(('x' || substr(md5(to_jsonb(t)::text), 1, 15))::bit(60)::bigint), 0)::text as checksum
    from ${table} t`;
  const [here, there] = [(await source.query(query)).rows[0], (await target.query(query)).rows[0]];
  if (here.rows !== there.rows || here.checksum !== there.checksum) {
    throw new CommandError(
      `The copy of ${table} differs (${here.rows} rows here, ${there.rows} there). Nothing was kept.`,
    );
  }
  return { table, rows: here.rows as number };
};

const withoutPassword = (url: string) => url.replace(/:[^:@/]*@/, ':…@');
