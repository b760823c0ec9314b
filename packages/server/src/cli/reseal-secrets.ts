import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { sealedPattern, type Vault } from '../database/vault.ts';

const batchSize = 200;

/** They grow without end, and nothing sealed is ever written to them. */
const without = ['logs', 'changes', 'events', 'interaction_counts', 'application_counts', 'migrations'];

type Table = { name: string; key: string[]; columns: { name: string; type: string }[] };

/**
 * Seals all values again that other keys have sealed. Tables are discovered from the database, so that none is missed.
 * The server can run meanwhile, and a stopped run can be repeated.
 */
export const resealSecrets = async (database: Database, vault: Vault, print: (line: string) => void) => {
  const pattern = sealedPattern(vault.otherKeyIds);
  let [resealed, broken] = [0, 0];
  if (!vault.otherKeyIds.length) return { keyId: vault.keyId, resealed, broken };
  for (const table of await listTables(database)) {
    let [done, damaged, found] = [0, 0, batchSize];
    while (found === batchSize) {
      const batch = await resealBatch(database, table, { vault, pattern, skip: damaged });
      found = batch.found;
      done += found - batch.damaged;
      damaged += batch.damaged;
      if (found) print(`${table.name}: ${done} sealed anew`);
    }
    resealed += done;
    broken += damaged;
  }
  return { keyId: vault.keyId, resealed, broken };
};

const listTables = (database: Database) =>
  database.system(async db => {
    const { rows } = await sql<Table>`
      select c.relname as name,
        array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality k(num, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num order by place) as key,
        (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null)))
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and a.attgenerated = '' and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'jsonb'::regtype)
        ) as columns
      from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
        and c.relname <> all(${without}::text[])
      order by c.relname`.execute(db);
    return rows.filter(({ columns }) => columns);
  });

type Dependencies = { vault: Vault; pattern: string; skip: number };

const resealBatch = (
  database: Database,
  { name, key, columns }: Table,
  { vault, pattern, skip }: Dependencies,
) =>
  database.system(async db => {
    const texts = sql.join(columns.map(column => sql`${sql.ref(column.name)}::text`));
    // Values that were sealed again are no longer found: those that remain in front are damaged.
    const { rows } = await sql<{ place: string; texts: (string | null)[] }>`
      select ctid::text as place, array[${texts}] as texts from ${sql.table(name)}
      where exists (select from unnest(array[${texts}]) text where text ~ ${pattern})
      order by ${sql.join(key.map(column => sql.ref(column)))}
      limit ${batchSize} offset ${skip} for update`.execute(db);
    let damaged = 0;
    for (const row of rows) {
      const anew = row.texts.map(text => resealText(vault, text ?? '', pattern));
      if (anew.some(({ isDamaged }) => isDamaged)) damaged += 1;
      const changes = columns.flatMap((column, index) => {
        const text = anew[index]?.text ?? '';
        if (text === (row.texts[index] ?? '')) return [];
        return [sql`${sql.ref(column.name)} = ${text}::${sql.raw(column.type)}`];
      });
      if (changes.length)
        await sql`update ${sql.table(name)} set ${sql.join(changes)} where ctid = ${row.place}::tid`.execute(
          db,
        );
    }
    return { found: rows.length, damaged };
  });

const resealText = (vault: Vault, text: string, pattern: string) => {
  let isDamaged = false;
  const anew = text.replace(new RegExp(pattern, 'g'), sealed => {
    try {
      return vault.seal(vault.open(sealed));
    } catch {
      isDamaged = true;
      return sealed;
    }
  });
  return { text: anew, isDamaged };
};
