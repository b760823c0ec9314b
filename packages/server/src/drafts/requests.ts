import { type DraftMethod, draftLimits } from '@gatehouse/contract/drafts.ts';
import { type Kysely, sql } from 'kysely';
import { undoOf } from '../database/changes.ts';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { RequestError } from '../request-error.ts';
import type { Seen } from './seen.ts';

export type Author = { kind: 'user' | 'application'; id: string };

export type StoredRequest = {
  id: string;
  method: DraftMethod;
  path: string;
  author: Author;
  createdAt: number;
  body?: unknown;
  /** The rows that it met when it was added. */
  seen: Seen;
};

const missing = (id: string) =>
  new RequestError('entity.not_exists_with_id', { data: { name: 'draft', id } });

export const findDraft = async (db: Kysely<Tables>, id: string) => {
  const draft = await db.selectFrom('drafts').selectAll().where('id', '=', id).executeTakeFirst();
  if (!draft) throw missing(id);
  return draft;
};

/** Whether the change that published a draft was undone. */
export const isUndone = sql<boolean>`${undoOf('drafts.changeId')} is not null`.as('isUndone');

export const findShownDraft = async (db: Kysely<Tables>, id: string) => {
  const query = db.selectFrom('drafts').selectAll().select(isUndone).where('id', '=', id);
  const draft = await query.executeTakeFirst();
  if (!draft) throw missing(id);
  return draft;
};

/** Whatever changes, approves or publishes a draft comes one after the other. */
export const lockOpenDraft = async ({ db }: Pick<Write, 'db'>, id: string) => {
  const draft = await db.selectFrom('drafts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!draft) throw missing(id);
  if (draft.publishedAt !== null) throw new RequestError('draft.published');
  return draft;
};

/** A scheduled draft is published exactly as it was when it was scheduled. */
export const lockEditableDraft = async (tx: Pick<Write, 'db'>, id: string) => {
  const draft = await lockOpenDraft(tx, id);
  if (draft.schedule) throw new RequestError('draft.scheduled');
  return draft;
};

/** In the order in which they were added. */
export const listRequests = async (
  db: Kysely<Tables>,
  vault: Vault,
  draftId: string,
): Promise<StoredRequest[]> => {
  const rows = await db
    .selectFrom('draftRequests')
    .select(['id', 'method', 'path', 'author', 'createdAt', 'content'])
    .where('draftId', '=', draftId)
    .orderBy('place')
    .execute();
  return rows.map(({ content, ...row }) => ({
    ...row,
    ...(JSON.parse(vault.open(content)) as Pick<StoredRequest, 'body' | 'seen'>),
  }));
};

export const keepRequest = async (
  tx: Write,
  vault: Vault,
  { draftId, body, seen, ...request }: Omit<StoredRequest, 'createdAt'> & { draftId: string },
) => {
  const { count, last, size } = await tx.db
    .selectFrom('draftRequests')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.max('place').as('last'),
      sql<number>`coalesce(sum(length(content)), 0)::int`.as('size'),
    ])
    .where('draftId', '=', draftId)
    .executeTakeFirstOrThrow();
  if (count >= draftLimits.requests)
    throw new RequestError('draft.limit_reached', { data: { limit: draftLimits.requests } });
  const content = vault.seal(JSON.stringify({ body, seen }));
  if (size + content.length > draftLimits.size) throw new RequestError('request.body_too_large');
  return tx.insert('draftRequests', { draftId, place: (last ?? 0) + 1, content, ...request });
};
