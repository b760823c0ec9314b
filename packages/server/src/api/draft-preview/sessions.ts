import { createHash } from 'node:crypto';
import type { DraftPreviewEnd } from '@gatehouse/contract/draft-previews.ts';
import { generateSecret } from '@gatehouse/contract/ids.ts';
import { sql } from 'kysely';
import type { TenantDatabase } from '../../database/database.ts';
import type { Vault } from '../../database/vault.ts';
import type { Author, StoredRequest } from '../../drafts/requests.ts';
import type { ExperienceState } from '../../oidc/interaction-state.ts';
import { RequestError } from '../../request-error.ts';

export const previewCookie = '_preview';

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** How far the tester has come, and where the preview has stopped. */
export type Progress = { state?: ExperienceState; end?: DraftPreviewEnd };

type DraftRequest = Pick<StoredRequest, 'id' | 'method' | 'path'>;

export type PreviewSession = {
  id: string;
  userId: string;
  draft: { id: string; name: string; requests: readonly DraftRequest[] };
  /** The author of the link, and when it was made. */
  author: Author & { beganAt: number };
  progress: Progress;
};

type Holding = { database: TenantDatabase; vault: Vault; now: number };

/** The preview that a cookie opens, as long as its link, its draft and its tester are good. */
export const findSession = async (
  { database, vault, now }: Holding,
  token: string,
): Promise<PreviewSession | undefined> => {
  const tokenHash = hashOfToken(token);
  const found = await database.read(db =>
    db
      .selectFrom('draftPreviewSessions as session')
      .innerJoin('draftPreviews as link', 'link.id', 'session.previewId')
      .innerJoin('drafts as draft', 'draft.id', 'link.draftId')
      .innerJoin('users as user', 'user.id', 'session.userId')
      .select(['session.userId', 'session.content', 'draft.id as draftId', 'draft.name'])
      .select(['link.author', 'link.createdAt as beganAt'])
      .select(({ selectFrom }) =>
        selectFrom('draftRequests as request')
          .whereRef('request.draftId', '=', 'draft.id')
          .select(
            sql<DraftRequest[] | null>`jsonb_agg(jsonb_build_object(
              'id', request.id, 'method', request.method, 'path', request.path) order by request.place)`.as(
              'requests',
            ),
          )
          .as('requests'),
      )
      .where('session.tokenHash', '=', tokenHash)
      .where('link.expiresAt', '>', now)
      .where('draft.publishedAt', 'is', null)
      .where('user.isSuspended', '=', false)
      .where('user.deletionDueAt', 'is', null)
      .where(({ eb, or, ref }) =>
        or([
          eb('user.credentialsChangedAt', 'is', null),
          eb('user.credentialsChangedAt', '<=', ref('session.createdAt')),
        ]),
      )
      .executeTakeFirst(),
  );
  if (!found) return undefined;
  const { userId, content, author, beganAt, draftId, name, requests } = found;
  return {
    id: tokenHash,
    userId,
    draft: { id: draftId, name, requests: requests ?? [] },
    author: { ...author, beganAt },
    progress: content === null ? {} : JSON.parse(vault.open(content)),
  };
};

/** A preview that has ended in the meantime takes no further step. */
export const saveProgress = async (
  { database, vault }: Pick<Holding, 'database' | 'vault'>,
  { id }: PreviewSession,
  progress: Progress,
) => {
  const content = vault.seal(JSON.stringify(progress));
  const saved = await database.send(db =>
    db
      .updateTable('draftPreviewSessions')
      .set({ content })
      .where('tokenHash', '=', id)
      .returning('userId')
      .executeTakeFirst(),
  );
  if (!saved) throw new RequestError('session.not_found');
};

/** Opens a link for a tester. To all other users it is as unknown as one that never was. */
export const openLink = (
  { database, now }: Omit<Holding, 'vault'>,
  { token, userId }: { token: string; userId: string },
) =>
  database.send(async db => {
    const link = await db
      .selectFrom('draftPreviews as link')
      .innerJoin('draftPreviewTesters as tester', 'tester.previewId', 'link.id')
      .innerJoin('drafts as draft', 'draft.id', 'link.draftId')
      .innerJoin('users as user', 'user.id', 'tester.userId')
      .select(['link.id', 'link.draftId', 'link.expiresAt', 'draft.publishedAt'])
      .where('link.tokenHash', '=', hashOfToken(token))
      .where('tester.userId', '=', userId)
      .where('user.isSuspended', '=', false)
      .executeTakeFirst();
    if (!link) throw new RequestError('draft.preview_unavailable');
    if (link.expiresAt <= now || link.publishedAt !== null) throw new RequestError('draft.preview_ended');
    const secret = generateSecret();
    const begun = { tokenHash: hashOfToken(secret), content: null, createdAt: now };
    await db
      .insertInto('draftPreviewSessions')
      .values({ previewId: link.id, userId, ...begun })
      .onConflict(conflict => conflict.columns(['tenantId', 'previewId', 'userId']).doUpdateSet(begun))
      .execute();
    return {
      previewId: link.id,
      draftId: link.draftId,
      secret,
      seconds: Math.ceil((link.expiresAt - now) / 1000),
    };
  });
