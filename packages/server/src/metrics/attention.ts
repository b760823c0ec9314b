import type { Attention } from '@gatehouse/contract/dashboard.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import { type Kysely, sql } from 'kysely';
import { findFactory } from '../connectors/catalogue.ts';
import type { Tables } from '../database/tables.ts';
import { isReadyForProduction } from '../domain/tenant-production.ts';

const aheadDays = 30;
/** Fewer lockouts in a week are no trend. */
const fewLockouts = 10;
const mostLines = 20;

/** Problems that an administrator should look at, the most urgent first. */
export const readAttention = async (db: Kysely<Tables>, now: number): Promise<Attention[]> => [
  ...(await readProblems(db, now)),
  ...(await readDevelopmentConnectors(db)),
];

/** All that the database knows, in one statement. */
const readProblems = async (db: Kysely<Tables>, now: number) => {
  const soon = new Date(now + aheadDays * dayMs);
  const longAgo = new Date(now - aheadDays * dayMs);
  const today = new Date(now).toISOString().slice(0, 10);
  const epoch = (time: string) => sql`(extract(epoch from ${sql.raw(time)}) * 1000)::float8`;
  const { rows } = await sql<Attention>`
    select kind, id, name, at, count from (
      select 1 as place, 'Webhook' as kind, hooks.id, hooks.name, null::float8 as at, sum(error_count)::int as count
      from hooks join hook_hours on hook_hours.hook_id = hooks.id and hour > ${new Date(now - dayMs)}
      where enabled group by hooks.id, hooks.name having sum(error_count) > sum(success_count)
      union all
      select 2, 'Lockouts', '', '', null, (sum(count) filter (where date > ${today}::date - 7))::int
      from (
        select date, outcome, count from daily_interactions
        union all select date, outcome, count from interaction_counts
      ) counted
      where outcome = 'Blocked' and date > ${today}::date - 14
      having sum(count) filter (where date > ${today}::date - 7) >= ${fewLockouts}
        and sum(count) filter (where date > ${today}::date - 7)
          > 2 * coalesce(sum(count) filter (where date <= ${today}::date - 7), 0)
      union all
      select 3, 'Certificate', applications.id, applications.name, ${epoch('expires_at')}, null
      from saml_application_secrets secret join applications on applications.id = secret.application_id
      where active and expires_at < ${soon}
      union all
      select 3, 'SsoCertificate', id, connector_name, ${epoch('min(expires_at)')}, null
      from (
        select connector_id, expires_at from sso_certificates where expires_at < ${soon}
        union all select connector_id, expires_at from sso_connector_keys where active and expires_at < ${soon}
      ) expiring join sso_connectors on sso_connectors.id = expiring.connector_id
      group by id, connector_name
      union all
      select 4, 'Secret', applications.id, applications.name, ${epoch('min(expires_at)')}, null
      from application_secrets secret join applications on applications.id = secret.application_id
      where expires_at < ${soon} and expires_at > ${longAgo}
      group by applications.id, applications.name
      union all
      select 5, 'Domain', id, domain, null, null from domains where status <> 'Active' and application_id is null
    ) problems
    order by place, at nulls first, name limit ${mostLines}`.execute(db);
  return rows;
};

/** Development connectors keep messages instead of sending them. Users of a production tenant would wait for codes. */
const readDevelopmentConnectors = async (db: Kysely<Tables>): Promise<Attention[]> => {
  const connectors = await db.selectFrom('connectors').select(['id', 'connectorId']).execute();
  const found = connectors.flatMap(({ id, connectorId }) => {
    const metadata = findFactory(connectorId)?.metadata;
    return metadata?.isDemo ? [{ id, name: metadata.name.en ?? connectorId }] : [];
  });
  if (found.length === 0) return [];
  const { tag } = await db.selectFrom('tenants').select('tag').executeTakeFirstOrThrow();
  if (tag !== 'production' && !(await isReadyForProduction(db))) return [];
  return found.map(({ id, name }) => ({ kind: 'DevelopmentMailbox', id, name, at: null, count: null }));
};
