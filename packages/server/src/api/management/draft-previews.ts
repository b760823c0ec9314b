import { draftPreviewLinkPath } from '@gatehouse/contract/draft-preview-paths.ts';
import { draftPreviewLimits, type draftPreviews as rows } from '@gatehouse/contract/draft-previews.ts';
import { hourMs } from '@gatehouse/contract/duration.ts';
import { generateId, generateSecret } from '@gatehouse/contract/ids.ts';
import type { Kysely } from 'kysely';
import type { Row } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { namesOfUsers } from '../../domain/users.ts';
import { findDraft, listRequests, lockOpenDraft } from '../../drafts/requests.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { hashOfToken } from '../draft-preview/sessions.ts';
import { authorOf, type Naming, withName } from './draft-authors.ts';
import { requirePublisher } from './draft-publish.ts';

export const draftPreviews: Handlers<typeof rows> = {
  async list({ db, params: { id }, ...context }) {
    await findDraft(db, id);
    const links = await db
      .selectFrom('draftPreviews')
      .selectAll()
      .where('draftId', '=', id)
      .where('expiresAt', '>', context.services.now())
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .execute();
    return present(context, db, links);
  },

  async create({ db, tx, params: { id: draftId }, body, ...context }) {
    const { services, tenant, caller } = context;
    const { name } = await lockOpenDraft(tx, draftId);
    await requirePublisher(context, tx, await listRequests(db, services.vault, draftId));
    const now = services.now();
    const { count } = await db
      .selectFrom('draftPreviews')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('draftId', '=', draftId)
      .where('expiresAt', '>', now)
      .executeTakeFirstOrThrow();
    const { links: limit } = draftPreviewLimits;
    if (count >= limit) throw new RequestError('draft.limit_reached', { data: { limit } });
    const userIds = [...new Set(body.userIds)];
    const known = await namesOfUsers(db, userIds);
    const unknown = userIds.filter(userId => !known.has(userId));
    if (unknown.length > 0)
      throw new RequestError('entity.relation_foreign_key_not_found', { data: { userIds: unknown } });
    tx.object('draft', draftId, name);
    const token = generateSecret();
    const link = await tx.insert('draftPreviews', {
      id: generateId(),
      draftId,
      tokenHash: hashOfToken(token),
      author: authorOf(caller),
      expiresAt: now + body.hours * hourMs,
    });
    await tx.insertMany(
      'draftPreviewTesters',
      userIds.map(userId => ({ previewId: link.id, userId })),
    );
    const [presented] = await present(context, db, [link]);
    return { ...presented!, url: `${tenant.endpoint}${draftPreviewLinkPath}#${token}` };
  },

  async revoke({ tx, params: { id: draftId, previewId } }) {
    const { name } = await findDraft(tx.db, draftId);
    tx.object('draft', draftId, name);
    const revoked = await tx.delete('draftPreviews', { draftId, id: previewId });
    if (revoked.length === 0) throw new RequestError('entity.not_found');
  },
};

const present = async (context: Naming, db: Kysely<Tables>, links: readonly Row<'draftPreviews'>[]) => {
  const ids = links.map(({ id }) => id);
  const testers = ids.length
    ? await db.selectFrom('draftPreviewTesters').selectAll().where('previewId', 'in', ids).execute()
    : [];
  const names = await namesOfUsers(
    db,
    testers.map(({ userId }) => userId),
  );
  return Promise.all(
    links.map(({ id, createdAt, expiresAt, author }) =>
      withName(context, {
        id,
        createdAt,
        expiresAt,
        author,
        testers: testers
          .filter(({ previewId }) => previewId === id)
          .map(({ userId }) => ({ userId, name: names.get(userId) ?? null })),
      }),
    ),
  );
};
