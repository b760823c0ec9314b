import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** A table in which personal data was replaced: its dead rows are removed from the files with the next scrub. */
export const noteRewrite = (
  db: Kysely<Tables>,
  tenantId: string,
  table: 'changes' | 'events' | 'job_results' | 'logs' | 'users',
) =>
  sql`
    insert into rewrites (tenant_id, name, noted_at) values (${tenantId}, ${table}, clock_timestamp())
    on conflict (tenant_id, name) do update set noted_at = excluded.noted_at`.execute(db);
