import { draftLimits, type drafts as rows } from '@gatehouse/contract/drafts.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { Write } from '../../database/database.ts';
import { fetchPage } from '../../domain/listing.ts';
import {
  findDraft,
  findShownDraft,
  isUndone,
  keepRequest,
  listRequests,
  lockEditableDraft,
  type StoredRequest,
} from '../../drafts/requests.ts';
import { callOf } from '../../drafts/rows.ts';
import { seenBy } from '../../drafts/seen.ts';
import { type Handlers, ownTransaction } from '../../http/implement.ts';
import { mayCall } from '../../http/may-call.ts';
import { RequestError } from '../../request-error.ts';
import { writeInTurn } from './bundle-context.ts';
import { approve, describeApprovals, withdrawApproval } from './draft-approvals.ts';
import { authorOf, type Naming, withName } from './draft-authors.ts';
import { compareRequests } from './draft-diff.ts';
import { confirm, publish, publishing } from './draft-publish.ts';
import { exportReplay, replayDraft } from './draft-replay.ts';
import { type DraftContext, everyone, RefusedRequest, runRequests, tryInTurn } from './draft-runs.ts';
import { cancelSchedule, schedule } from './draft-schedule.ts';

export const drafts: Handlers<typeof rows> = {
  list: ({ db, page }) =>
    fetchPage(
      db.selectFrom('drafts').selectAll().select(isUndone).orderBy('createdAt', 'desc').orderBy('id'),
      page,
    ),

  async create({ tx, body }) {
    const draft = await tx.insert('drafts', { id: generateId(), ...body });
    return { ...draft, isUndone: false };
  },

  read: ({ db, params: { id } }) => findShownDraft(db, id),

  async update({ tx, params: { id }, body }) {
    await findDraft(tx.db, id);
    await tx.update('drafts', { id }, body);
    return findShownDraft(tx.db, id);
  },

  async delete({ tx, params: { id } }) {
    const draft = await tx.db
      .selectFrom('drafts')
      .select('trial')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    // Without the draft, nothing would take its settings back.
    if (draft?.trial) throw new RequestError('draft.on_trial');
    const deleted = await tx.delete('drafts', { id });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },

  readDiff: ownTransaction(async ({ params: { id }, ...context }) => {
    const { tenant, services } = context;
    const { draft, requests } = await tenant.database.read(async db => ({
      draft: await findDraft(db, id),
      requests: await listRequests(db, services.vault, id),
    }));
    const named = await Promise.all(requests.map(request => present(context, request)));
    const compared =
      draft.publishedAt === null
        ? await compareRequests(context, requests)
        : { objects: [], fingerprint: '' };
    const { fingerprint } = compared;
    const approvals = await describeApprovals(context, { draft, requests, fingerprint });
    return { requests: named, ...compared, ...approvals };
  }),

  replay: ownTransaction(async ({ params: { id }, query, ...context }) =>
    replayDraft(context, await findRequests(context, id), query),
  ),

  exportReplay: ownTransaction(async ({ params: { id }, query, reply, ...context }) =>
    exportReplay(context, await findRequests(context, id), { ...query, reply }),
  ),

  addRequest: ownTransaction(async ({ params: { id: draftId }, body: asked, ...context }) => {
    const { tenant, services, origin, caller } = context;
    if (!mayCall(caller, callOf(asked).row)) throw new RequestError('auth.forbidden');
    const id = generateId();
    const read = (tx: Write) => listRequests(tx.db, services.vault, draftId);
    const tryAll = async (tx: Write) => {
      await lockEditableDraft(tx, draftId);
      const earlier = (await read(tx)).map(request => ({ ...request, caller: everyone(caller) }));
      await runRequests(context, tx, [...earlier, { id, ...asked, caller }], () => undefined);
      return seenBy(tx.entries);
    };
    const seen = await tryInTurn(context, tryAll).catch(refuse);
    const added = await tenant.database.write(origin, async tx => {
      const { name } = await lockEditableDraft(tx, draftId);
      tx.object('draft', draftId, name);
      const { body, method, path } = asked;
      return keepRequest(tx, services.vault, {
        draftId,
        id,
        method,
        path,
        body,
        seen,
        author: authorOf(caller),
      });
    });
    return present(context, added);
  }),

  async removeRequest({ tx, params: { id, requestId } }) {
    await lockEditableDraft(tx, id);
    const removed = await tx.delete('draftRequests', { draftId: id, id: requestId });
    if (removed.length === 0) throw new RequestError('entity.not_found');
  },

  listComments: ownTransaction(async ({ tenant, services, params: { id } }) => {
    const comments = await tenant.database.read(async db => {
      await findDraft(db, id);
      return db
        .selectFrom('draftComments')
        .selectAll()
        .where('draftId', '=', id)
        .orderBy('createdAt')
        .execute();
    });
    return Promise.all(comments.map(comment => withName({ tenant, services }, comment)));
  }),

  comment: ownTransaction(async ({ tenant, services, origin, caller, params: { id: draftId }, body }) => {
    const comment = await tenant.database.write(origin, async tx => {
      const { name } = await findDraft(tx.db, draftId);
      tx.object('draft', draftId, name);
      const { count } = await tx.db
        .selectFrom('draftComments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('draftId', '=', draftId)
        .executeTakeFirstOrThrow();
      if (count >= draftLimits.comments)
        throw new RequestError('draft.limit_reached', { data: { limit: draftLimits.comments } });
      return tx.insert('draftComments', { draftId, id: generateId(), author: authorOf(caller), ...body });
    });
    return withName({ tenant, services }, comment);
  }),

  approve: ownTransaction(({ params: { id }, body, ...context }) => approve(context, id, body.fingerprint)),

  withdrawApproval: ({ tx, params: { id }, caller }) => withdrawApproval(tx, id, caller.id),

  publish: ownTransaction(async ({ params: { id }, body: { at, ...body }, ...context }) => {
    const publication = { id, ...body };
    if (at !== undefined) return schedule(publishing(context), { ...publication, at }).catch(refuse);
    return writeInTurn(publishing(context), async tx => {
      await lockEditableDraft(tx, id);
      return publish(context, tx, publication);
    }).catch(refuse);
  }),

  cancelSchedule: ({ tx, params: { id } }) => cancelSchedule(tx, id),

  confirm: ownTransaction(async ({ params: { id }, ...context }) => confirm(context, id)),
};

const findRequests = ({ tenant, services }: DraftContext, id: string) =>
  tenant.database.read(async db => {
    const { publishedAt } = await findDraft(db, id);
    if (publishedAt !== null) throw new RequestError('draft.published');
    return listRequests(db, services.vault, id);
  });

/** The error of the request itself: what stands in its way. */
const refuse = (error: unknown): never => {
  throw error instanceof RefusedRequest ? error.reason : error;
};

const present = async (
  context: Naming,
  { id, method, path, author, createdAt }: Omit<StoredRequest, 'body' | 'seen'>,
) => withName(context, { id, method, path, author, createdAt });
