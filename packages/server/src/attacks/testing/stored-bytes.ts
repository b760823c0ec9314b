import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import type { TestDatabase } from '../../database/testing/open.ts';
import type { TestApp } from '../../http/testing/app.ts';

type File = { name: string; bytes: Buffer };

/** Everything that is stored: a dump of PostgreSQL, the whole data folder where the database is ours. */
export const storedFiles = async ({ database }: TestApp): Promise<File[]> => {
  const { options, dataDir } = database as TestDatabase;
  const kept = await readFolder(dataDir);
  return options.url ? [...kept, { name: 'dump', bytes: await dump(database, options.url) }] : kept;
};

/** A client that is older than the server refuses to dump it; then every row of every table is read as text. */
const dump = async (database: TestApp['database'], url: string) => {
  const { stdout } = await promisify(execFile)('pg_dump', ['--inserts', url], {
    encoding: 'buffer',
    maxBuffer: 500_000_000,
  }).catch(async () => ({ stdout: await copyTables(database) }));
  return stdout;
};

const copyTables = (database: TestApp['database']) =>
  database.system(async db => {
    const tables = await sql<{ name: string }>`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(db);
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(
        db,
      );
      texts.push(...rows.map(({ text }) => `${name}: ${text}`));
    }
    return Buffer.from(texts.join('\n'));
  });

/** The files of PostgreSQL's tables after a vacuum, which spares rows that some transaction might still look at. */
export const vacuumedFiles = async ({ database }: TestApp): Promise<File[]> => {
  const { url } = (database as TestDatabase).options;
  if (!url) return [];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('vacuum full');
    await client.query('vacuum full pg_statistic');
    await client.query('checkpoint');
    const { rows } = await client.query<{ folder: string }>(
      `select current_setting('data_directory') || '/base/' || oid as folder
       from pg_database where datname = current_database()`,
    );
    return await readFolder(rows[0]!.folder);
  } finally {
    await client.end();
  }
};

const readFolder = async (folder: string): Promise<File[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  // Temporary files come and go.
  const files = names.map(async name => ({
    name,
    bytes: await readFile(name).catch(() => Buffer.alloc(0)),
  }));
  return Promise.all(files);
};

/** Finds where any of the words are stored: plain, hexadecimal, or base64, ignoring case. */
export const tracesIn = (files: readonly File[], words: readonly string[]) => {
  const forms = words.flatMap(word => [
    word.toLowerCase(),
    Buffer.from(word).toString('hex'),
    Buffer.from(word).toString('base64').replace(/=+$/, '').slice(0, -1).toLowerCase(),
  ]);
  return files.flatMap(({ name, bytes }) => {
    const text = bytes.toString('latin1').toLowerCase();
    return forms.flatMap(form => {
      const at = text.indexOf(form);
      return at === -1
        ? []
        : [`${form} in ${name}: ${text.slice(Math.max(0, at - 150), at + 60).replaceAll(/[^ -~]+/g, ' ')}`];
    });
  });
};
