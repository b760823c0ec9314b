import pg from 'pg';

/** Fills a PostgreSQL with many rows at once, across tenants, without the time limits of requests. */
export const fillDatabase = async (url: string | undefined, statements: readonly string[]) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};
