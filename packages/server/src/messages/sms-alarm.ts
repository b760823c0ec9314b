import { dayMs } from '@gatehouse/contract/duration.ts';
import type { Explained } from '@gatehouse/contract/refusals.ts';
import { type Kysely, sql } from 'kysely';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Logger } from '../log.ts';
import type { Notice } from './notice-types.ts';

/** People enter most codes that they ask for. Fewer messages than this say nothing. */
const leastShare = 0.3;
const leastMessages = 50;

type Dependencies = {
  database: Database;
  audit: AuditLog;
  logger: Logger;
  now(): number;
  /** The address of a page of a tenant's console. */
  pageOf(tenantId: string, path: string): string;
  notify(tenantId: string, notice: Notice): Promise<void>;
};

/** Tells administrators of countries where few codes of the last day came back: once a day for each. */
export const watchSmsConversion = async ({
  database,
  audit,
  logger,
  now: clock,
  pageOf,
  notify,
}: Dependencies) => {
  const now = clock();
  const low = await database.system(db => findLow(db, now));
  for (const { tenantId, country, sent, verified } of low) {
    await database.tenant(tenantId).send(db =>
      db
        .updateTable('smsHours')
        .set({ alarmedAt: now })
        .where('country', '=', country)
        .where('hour', '=', eb =>
          eb
            .selectFrom('smsHours as latest')
            .select(({ fn }) => fn.max('latest.hour').as('hour'))
            .where('latest.country', '=', country),
        )
        .execute(),
    );
    logger.warn({ tenantId, country, sent, verified }, 'few codes by text message are entered');
    const error = {
      code: 'sms.low_conversion',
      ...({ reason: 'few_sms_codes_entered', setting: 'smsLimits' } satisfies Explained),
    };
    audit.append(tenantId, {
      key: 'Sms.ConversionAlarm',
      payload: { result: 'Error', error, country, sent, verified },
    });
    const link = pageOf(tenantId, '/security/general');
    await notify(tenantId, { type: 'SmsConversionLow', name: country, regions: country.split(','), link });
  }
};

const findLow = async (db: Kysely<Tables>, now: number) => {
  const yesterday = new Date(now - dayMs);
  // An alarm is kept with the last hour that has messages, which can be almost a day before it.
  const { rows } = await sql<{ tenantId: string; country: string; sent: number; verified: number }>`
    select * from (
      select tenant_id as "tenantId", country, max(alarmed_at) as alarmed_at,
        coalesce(sum(sent_count) filter (where hour > ${yesterday}), 0)::int as sent,
        coalesce(sum(verified_count) filter (where hour > ${yesterday}), 0)::int as verified
      from sms_hours where hour > ${new Date(now - 2 * dayMs)}
      group by 1, 2
    ) as destinations
    where sent >= ${leastMessages} and verified < sent * ${leastShare}::float8
      and (alarmed_at is null or alarmed_at < ${yesterday})`.execute(db);
  return rows;
};
