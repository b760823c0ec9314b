import { minuteMs } from '@gatehouse/contract/duration.ts';
import { generateId, generateSecret } from '@gatehouse/contract/ids.ts';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { PeerKey } from '../domain/saml-participants.ts';
import { isSame, type Participant } from './sessions.ts';

/** The browser may stay at a service provider for a while. */
const lifetimeMs = 30 * minuteMs;

const kind = z.enum(['application', 'connector']);

/** A sign-out on its way from one side to the next. */
const logoutState = z.object({
  /** The peer that started it. Absent if it started here. */
  asker: z.object({ kind, id: z.string(), requestId: z.string(), relayState: z.string() }).optional(),
  /** The final URL of a logout that started here. */
  returnTo: z.string().optional(),
  pending: z.array(
    z.object({
      kind,
      id: z.string(),
      nameId: z.string(),
      nameIdFormat: z.string().nullable(),
      sessionIndexes: z.array(z.string()),
    }),
  ),
  /** The names of the participants that were not reachable or did not confirm. */
  failed: z.array(z.string()),
  /** The last answer that counted. */
  answered: z.object({ kind, id: z.string(), requestId: z.string() }).optional(),
});
export type LogoutState = z.infer<typeof logoutState>;
export type Logout = LogoutState & { id: string; requestId: string | null };

const rowOf = ({ asker, returnTo, pending, failed, answered }: LogoutState) => ({
  state: logoutState.parse({ asker, returnTo, pending, failed, answered }),
});

/** The peer that started it already knows. */
export const keepLogout = async (
  { db }: Pick<Write, 'db'>,
  { asker, id = generateSecret() }: Pick<LogoutState, 'asker'> & { id?: string },
  participants: Participant[],
): Promise<string> => {
  const pending = participants.filter(each => !asker || !isSame(each, asker));
  await db
    .insertInto('samlLogouts')
    .values({
      id,
      ...rowOf({ asker, pending, failed: [] }),
      expiresAt: Date.now() + lifetimeMs,
    })
    .execute();
  return id;
};

const query = (db: Kysely<Tables>) =>
  db
    .selectFrom('samlLogouts')
    .select(['id', 'requestId', 'state'])
    .where('expiresAt', '>', Date.now())
    .forUpdate();

const read = (row: { id: string; requestId: string | null; state: unknown } | undefined) =>
  row && { id: row.id, requestId: row.requestId, ...logoutState.parse(row.state) };

export const lockLogout = async (db: Kysely<Tables>, id: string): Promise<Logout | undefined> =>
  read(await query(db).where('id', '=', id).executeTakeFirst());

/** A request that comes again this late was not answered the first time: the server or the connection was gone. */
const lostAfterMs = 10_000;

/** The logout that a request began, whether or not it has come to its end. */
export const findUnanswered = async (
  db: Kysely<Tables>,
  { kind: askerKind, id, requestId }: NonNullable<LogoutState['asker']>,
): Promise<Logout | undefined> =>
  read(
    await query(db)
      .where('expiresAt', '<', Date.now() + lifetimeMs - lostAfterMs)
      .where(names('asker', { kind: askerKind, id, requestId }))
      .executeTakeFirst(),
  );

const names = (field: 'asker' | 'answered', message: PeerKey & { requestId: string }) =>
  sql<boolean>`state -> ${field} @> ${JSON.stringify(message)}::text::jsonb`;

/**
 * Takes the answer of the side that was asked last. Of two answers, the first counts. The last one that counted can come
 * again, from a browser that did not hear what comes next.
 */
export const settleAnswer = async (
  { db }: Pick<Write, 'db'>,
  peer: PeerKey & { name: string },
  requestId: string,
  isDone: boolean,
): Promise<Logout | undefined> => {
  const answered = { kind: peer.kind, id: peer.id, requestId };
  const found = read(await query(db).where('requestId', '=', requestId).executeTakeFirst());
  if (!found) return read(await query(db).where(names('answered', answered)).executeTakeFirst());
  const [current, ...pending] = found.pending;
  if (!current || !isSame(current, peer)) return undefined;
  const failed = isDone ? found.failed : [...found.failed, peer.name];
  return updateLogout(db, { ...found, pending, failed, answered, requestId: null });
};

export const updateLogout = async (db: Kysely<Tables>, logout: Logout): Promise<Logout> => {
  await db
    .updateTable('samlLogouts')
    .set({ ...rowOf(logout), requestId: logout.requestId })
    .where('id', '=', logout.id)
    .execute();
  return logout;
};

export const newMessageId = () => `_${generateId()}`;
