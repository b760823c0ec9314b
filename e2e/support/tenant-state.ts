import pg from 'pg';
import type { Product } from './product.ts';

/** Puts a tenant into a state that normally takes months, and notifies every process. */
export const changeTenant = async (cloud: Product, tenantId: string, ...statements: string[]) => {
  const client = new pg.Client({ connectionString: cloud.env.DATABASE_URL });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql, [tenantId]);
    await client.query('select pg_notify($1, $2)', ['gatehouse_invalidation', `${tenantId}:tenant`]);
  } finally {
    await client.end();
  }
};

export const tenantStates = {
  /** An earlier version of Pro than the one that is sold. */
  earlierPro: [
    "update tenants set plan_id = 'pro' where id = $1",
    "update subscriptions set plan_id = 'pro' where tenant_id = $1",
  ],
  tokensUsedUp: [
    'insert into daily_token_usage (tenant_id, date, user_tokens) values ($1, current_date, 500000) on conflict (tenant_id, date) do update set user_tokens = 500000',
  ],
  usersUsedUp: [
    "insert into daily_active_users (tenant_id, date, user_id) select $1, current_date, 'u' || number from generate_series(1, 50000) number",
  ],
  owing: [
    "insert into invoices (tenant_id, id, sku_id, status, amount_due, period_start, period_end) values ($1, 'invoice_owing', 'pro', 'open', 1600, now(), now())",
  ],
  suspended: ['update tenants set is_suspended = true where id = $1'],
} as const satisfies Record<string, readonly string[]>;
