import {
  type BuiltInEmailConfig,
  builtInEmailId,
  builtInEmailsPerDay,
} from '@gatehouse/contract/built-in-email.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import { isSecurityNotice } from '@gatehouse/contract/email-templates.ts';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';

/** The largest number of the column. */
const mostAtAll = 2_147_483_646;
const dayOf = (time: number) => time - (time % dayMs);

const loadPlan = async (db: Kysely<Tables>) => {
  const { planId } = await db.selectFrom('tenants').select('planId').executeTakeFirstOrThrow();
  return planId;
};

type Admitted = {
  /** False if no user has the address: refused like any other, so that the limit reveals nothing about users. */
  isSent: boolean;
  templateType: string;
};

/**
 * Stands before every email of the built-in service, in the transaction that causes it. The row of the day is locked by
 * the count: of requests that come at once no more get through than of those in a row.
 */
export const admitBuiltInEmail = async (db: Kysely<Tables>, { isSent, templateType }: Admitted) => {
  const planId = await loadPlan(db);
  const limit = builtInEmailsPerDay(planId);
  // Strangers can have codes sent until the limit is reached: what warns users has as much room again.
  const room = (limit ?? mostAtAll / 2) * (isSecurityNotice(templateType) ? 2 : 1);
  const sent = isSent ? 1 : 0;
  const now = Date.now();
  const day = dayOf(now);
  const counted = await db
    .insertInto('builtInEmailDays')
    .values({ day, sentCount: sent })
    .onConflict(conflict =>
      conflict
        .columns(['tenantId', 'day'])
        .doUpdateSet(({ eb }) => ({ sentCount: eb('builtInEmailDays.sentCount', '+', sent) }))
        .where('builtInEmailDays.sentCount', '<', room),
    )
    .returning('sentCount')
    .executeTakeFirst();
  if (counted) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((day + dayMs - now) / 1000));
  throw new RequestError('connector.built_in_email_limit', { data: { limit }, retryAfterSeconds });
};

export const readBuiltInUsage = async (db: Kysely<Tables>) => {
  const planId = await loadPlan(db);
  const today = await db
    .selectFrom('builtInEmailDays')
    .select('sentCount')
    .where('day', '=', dayOf(Date.now()))
    .executeTakeFirst();
  return { sentToday: today?.sentCount ?? 0, dailyLimit: builtInEmailsPerDay(planId) };
};

/**
 * The sender of the message. Only the server sets it, because the rest of a payload may come from the tenant's own
 * API calls.
 */
export const senderOf = ({ senderName, companyInformation }: BuiltInEmailConfig) => ({
  sender: {
    ...(senderName ? { name: senderName } : {}),
    ...(companyInformation ? { company: companyInformation } : {}),
  },
});

/** Whether the built-in service sends this message. */
export const isBuiltIn = (eb: ExpressionBuilder<Tables, 'messages'>) =>
  eb.exists(
    eb
      .selectFrom('connectors')
      .select(sql<number>`1`.as('one'))
      .whereRef('connectors.tenantId', '=', 'messages.tenantId')
      .whereRef('connectors.id', '=', 'messages.connectorId')
      .where('connectors.connectorId', '=', builtInEmailId),
  );
