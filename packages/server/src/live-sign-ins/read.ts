import type { LiveSignIn } from '@gatehouse/contract/live-sign-ins.ts';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { presentSignIn, readSteps } from '../audit/sign-ins.ts';
import type { TenantDatabase } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** A part of the log: entries after one position, up to another. */
export type Span = { after: number; upTo: number };

export type LiveEvent = { position: number; signIn: LiveSignIn };

export type LiveBatch = {
  events: readonly LiveEvent[];
  /** The position up to which the log was read. */
  position: number;
};

const batchSize = 200;

/** The sign-ins that were decided in a part of the log, in the order of their last decisive entry. */
export const readLiveSignIns = (tenant: TenantDatabase, span: Span): Promise<LiveBatch> =>
  tenant.read(async db => {
    const entries = await selectDecisive(db, span);
    const last = entries.length === batchSize ? entries.at(-1) : undefined;
    return { events: await describe(tenant, db, entries), position: last?.position ?? span.upTo };
  });

type Entry = {
  id: string;
  position: number;
  signInId: string | null;
  applicationId: string | null;
  userId: string | null;
  at: number;
  isFirstToken: boolean;
};

/**
 * Tokens that no user asked for are only of interest when they are the first of their application. What is older than an hour
 * was missed for too long to be shown as news.
 */
const selectDecisive = async (db: Kysely<Tables>, { after, upTo }: Span) => {
  const isToken = sql<SqlBool>`is_application_sign_in(entry.key, entry.result)`;
  const { rows } = await sql<Entry>`
    select entry.id, entry.position, left(entry.sign_in_id, 64) as "signInId",
      entry.application_id as "applicationId", entry.user_id as "userId",
      (extract(epoch from entry.created_at) * 1000)::float8 as at, first.is_token as "isFirstToken"
    from logs entry
    cross join lateral (select case when ${isToken} then ${isFirst} else false end as is_token) first
    where entry.position > ${after} and entry.position <= ${upTo} and entry.position >= (${firstOfHour})
      and entry.created_at > now() - interval '1 hour' and entry.key not like 'TriggerHook.%'
      and case when entry.sign_in_id is null then first.is_token
        else ${isToken} or decides_sign_in(entry.key, entry.result) end
    order by entry.position limit ${batchSize}`.execute(db);
  return rows;
};

/** Without it, a reader who comes back after long has the log walked from where they left. */
const firstOfHour = sql`
  select position from logs where created_at > now() - interval '1 hour' order by created_at limit 1`;

/** Days and hours are counted a few minutes late: before them, the log itself knows. */
const isFirst: RawBuilder<SqlBool> = sql`
  not exists (select from application_days day where day.application_id = entry.application_id
    and day.sign_ins > 0 and day.date < (entry.created_at at time zone 'UTC')::date)
  and not exists (select from application_hours counted where counted.application_id = entry.application_id
    and counted.sign_ins > 0 and counted.hour < date_trunc('hour', entry.created_at))
  and not exists (select from logs earlier where earlier.application_id = entry.application_id
    and earlier.position < entry.position and is_application_sign_in(earlier.key, earlier.result)
    and earlier.created_at > entry.created_at - interval '1 day')`;

const describe = async (
  tenant: TenantDatabase,
  db: Kysely<Tables>,
  entries: readonly Entry[],
): Promise<LiveEvent[]> => {
  if (entries.length === 0) return [];
  const ids = entries.flatMap(({ signInId }) => signInId ?? []);
  const rows = ids.length ? await db.selectFrom('signIns').selectAll().where('id', 'in', ids).execute() : [];
  const steps = await readSteps(tenant, db, [...new Set(ids)]);
  const named = await readNames(db, [...rows, ...entries]);
  const signIns = new Map(rows.map(row => [row.id, presentSignIn(row, steps.get(row.id))]));
  return lastOfEach(entries).flatMap(({ position, isFirstToken, ...entry }) => {
    const signIn = entry.signInId === null ? ofMachine(tenant, entry) : signIns.get(entry.signInId);
    return signIn ? [{ position, signIn: { ...named(signIn), isFirstToken } }] : [];
  });
};

/** Several steps of a sign-in in one batch are told at once. */
const lastOfEach = (entries: readonly Entry[]): Entry[] =>
  [...Map.groupBy(entries, ({ signInId, id }) => signInId ?? id).values()]
    .map(group => ({ ...group.at(-1)!, isFirstToken: group.some(({ isFirstToken }) => isFirstToken) }))
    .sort((a, b) => a.position - b.position);

const ofMachine = (
  { tenantId }: TenantDatabase,
  { id, applicationId, userId, at }: Pick<Entry, 'id' | 'applicationId' | 'userId' | 'at'>,
) => ({
  ...{ tenantId, id, applicationId, userId },
  entryId: id,
  outcome: 'Success' as const,
  event: 'SignIn' as const,
  methods: [{ method: 'Token', result: 'Success' } as const],
  startedAt: at,
  endedAt: at,
});

type Subject = { userId: string | null; applicationId: string | null };

const readNames = async (db: Kysely<Tables>, subjects: readonly Subject[]) => {
  const of = (field: keyof Subject) => [...new Set(subjects.flatMap(subject => subject[field] ?? []))];
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'username', 'primaryEmail', 'primaryPhone', 'avatar'])
    .where('id', '=', sql<string>`any(${of('userId')})`)
    .execute();
  const applications = await db
    .selectFrom('applications')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${of('applicationId')})`)
    .execute();
  const userOf = new Map(users.map(user => [user.id, user]));
  const nameOf = new Map(applications.map(({ id, name }) => [id, name]));
  return <S extends Subject>(subject: S) => ({
    ...subject,
    user: userOf.get(subject.userId ?? ''),
    applicationName: nameOf.get(subject.applicationId ?? ''),
  });
};
