import { z } from 'zod';
import { changedField } from './changes.ts';
import { draftAuthor } from './draft-author.ts';
import { draftReplay, replayQuery } from './draft-replay.ts';
import { dayMs } from './duration.ts';
import { crud, defineRows } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { logExportFormats } from './logs.ts';

/** `size`: of all requests of a draft together, in characters as they are stored. */
export const draftLimits = { requests: 100, comments: 200, size: 4_000_000 } as const;

/** How a draft that is published on trial is watched. */
const draftTrial = z.object({
  until: timestamp,
  /** Percentage points by which the share of failed sign-ins may rise above that of the day before. */
  failures: z.number().optional(),
});
export type DraftTrial = z.infer<typeof draftTrial>;

const takenBack = z.object({
  at: timestamp,
  reason: z.enum(['notConfirmed', 'failedSignIns', 'notPublished']),
  /** The draft is still live, because its settings were changed since. */
  isRefused: z.boolean(),
  /** The error that stood in the way at the scheduled time. */
  code: z.string().optional(),
  /** Sign-ins since the draft was published, and how many of them failed. */
  signIns: z.number().optional(),
  failed: z.number().optional(),
});
export type TakenBack = z.infer<typeof takenBack>;

/** Watches a draft that is published, and undoes it unless a member signs in afresh and confirms it in time. */
const newTrial = z.strictObject({
  minutes: z.number().int().min(1).max(60).default(5),
  failures: z.number().int().min(1).max(100).optional(),
});
export type NewTrial = z.output<typeof newTrial>;

export const draft = z.object({
  tenantId: id,
  id,
  name: z.string().min(1).max(128),
  createdAt: timestamp,
  /** A published draft stays as it was. */
  publishedAt: timestamp.nullable(),
  /** The change that published it. */
  changeId: z.string().nullable(),
  /** Until when a member can confirm a draft on trial. */
  trial: draftTrial.nullable(),
  /** How the last trial ended, if the draft was not confirmed, or why it was not published at its time. */
  takenBack: takenBack.nullable(),
  /** When it is published automatically. */
  schedule: z.object({ at: timestamp, trial: newTrial.optional() }).nullable(),
});

/** With what other tables say about it. */
const shownDraft = draft.extend({
  /** The change that published it was undone. */
  isUndone: z.boolean(),
});
export type Draft = z.infer<typeof shownDraft>;
export type StoredDraft = z.infer<typeof draft>;

const draftMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type DraftMethod = (typeof draftMethods)[number];

/** A request of the management API, which is sent when the draft is published. */
const newRequest = z.strictObject({
  method: z.enum(draftMethods),
  /** Relative to the management API. */
  path: z.string().max(2048).startsWith('/'),
  body: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional(),
});

/** Without its body, which can hold secrets. The differences show what it changes. */
const draftRequest = newRequest
  .omit({ body: true })
  .extend({ id, author: draftAuthor, createdAt: timestamp });
export type DraftRequest = z.infer<typeof draftRequest>;

/** A member approves what a comparison shows: an approval of something else does not count. */
const draftApproval = z.object({ author: draftAuthor, createdAt: timestamp, isCurrent: z.boolean() });

const draftComment = z.object({ id, text: z.string(), author: draftAuthor, createdAt: timestamp });

const draftObject = z.object({
  objectKind: z.string(),
  /** Absent for an object that the draft creates: it gets its ID when the draft is published. */
  objectId: z.string().optional(),
  objectName: z.string().nullable(),
  summary: z.enum(['create', 'update', 'delete']),
  fields: z.array(changedField),
  requestIds: z.array(id),
  /** Fields that were changed after they were added to the draft, and the last change of the object. */
  conflict: z
    .object({
      fields: z.array(z.string()),
      actor: z.string().optional(),
      at: z.number().optional(),
      changeId: id.optional(),
    })
    .optional(),
});
export type DraftObject = z.infer<typeof draftObject>;

export const draftDiff = z.object({
  requests: z.array(draftRequest),
  objects: z.array(draftObject),
  /** The server would refuse it now: a request, and those after it are not compared, or all together. */
  failure: z.object({ requestId: id.optional(), code: z.string(), message: z.string() }).optional(),
  /** Says what was compared: a draft that has other effects by then is not published. */
  fingerprint: z.string(),
  approvals: z.array(draftApproval),
  /** Whether publishing takes an approval, and whether it has one. */
  approval: z.enum(['notNeeded', 'needed', 'given']),
  /** Whether the caller could approve it: a member who could make all changes, and has not added all of them. */
  mayApprove: z.boolean(),
});
export type DraftDiff = z.infer<typeof draftDiff>;

const fields = draft.pick({ name: true });

/** Of the differences that were looked at. */
const fingerprint = z.string().max(128);

const refusals = ['draft.published'] as const;
const editRefusals = [...refusals, 'draft.scheduled'] as const;

/** How far ahead a draft can be scheduled. */
export const longestScheduleMs = 90 * dayMs;

/** A replay tells of people's sign-ins, as the audit log does. */
const replayed = {
  permission: 'bundles:read',
  shows: ['logs:read'],
  errors: [...refusals, 'draft.refused'],
} as const;

const rows = crud({
  kind: 'draft',
  path: '/drafts',
  entity: shownDraft,
  create: z.strictObject(fields.shape),
  update: z.strictObject(fields.partial().shape),
});

export const drafts = defineRows({
  ...rows,
  delete: { ...rows.delete, errors: ['draft.on_trial'] },
  readDiff: {
    method: 'get',
    path: '/drafts/:id/diff',
    summary: 'Compare a draft with the configuration of the tenant',
    response: draftDiff,
    status: 200,
    permission: 'bundles:read',
    isHeavy: true,
  },
  replay: {
    ...replayed,
    method: 'get',
    path: '/drafts/:id/replay',
    summary: 'Replay a draft on the sign-ins of the last days',
    query: replayQuery,
    response: draftReplay,
    status: 200,
    isHeavy: true,
  },
  exportReplay: {
    ...replayed,
    method: 'get',
    path: '/drafts/:id/replay/export',
    summary: 'Download the sign-ins that a draft changes, as CSV or JSON',
    query: replayQuery.extend({ format: z.enum(logExportFormats).optional() }),
    response: z.unknown(),
    file: ['text/csv', 'application/json'],
    status: 200,
    isHeavy: true,
  },
  addRequest: {
    method: 'post',
    path: '/drafts/:id/requests',
    summary: 'Add a request of the management API to a draft',
    body: newRequest,
    response: draftRequest,
    status: 201,
    permission: 'bundles:write',
    change: 'draft',
    errors: [...editRefusals, 'auth.forbidden', 'draft.unsupported_request', 'draft.limit_reached'],
    unknown: ['entity.not_exists_with_id'],
  },
  removeRequest: {
    method: 'delete',
    path: '/drafts/:id/requests/:requestId',
    summary: 'Remove a request from a draft',
    status: 204,
    permission: 'bundles:write',
    change: 'draft',
    errors: editRefusals,
  },
  listComments: {
    method: 'get',
    path: '/drafts/:id/comments',
    summary: 'List the comments on a draft, oldest first',
    response: z.array(draftComment),
    status: 200,
    permission: 'bundles:read',
  },
  comment: {
    method: 'post',
    path: '/drafts/:id/comments',
    summary: 'Comment on a draft',
    body: z.strictObject({ text: z.string().trim().min(1).max(2048) }),
    response: draftComment,
    status: 201,
    permission: 'bundles:write',
    change: 'draft',
    errors: ['draft.limit_reached'],
    unknown: ['entity.not_exists_with_id'],
  },
  confirm: {
    method: 'post',
    path: '/drafts/:id/confirm',
    summary: 'Confirm a draft on trial after a fresh sign-in',
    response: shownDraft,
    status: 200,
    permission: 'bundles:write',
    change: 'draft',
    errors: ['draft.needs_fresh_sign_in', 'draft.not_on_trial'],
    unknown: ['entity.not_exists_with_id'],
  },
  approve: {
    method: 'put',
    path: '/drafts/:id/approval',
    summary: 'Approve the differences of a draft',
    body: z.strictObject({ fingerprint }),
    status: 204,
    permission: 'bundles:write',
    change: 'draft',
    errors: [...refusals, 'auth.forbidden', 'draft.outdated_diff', 'draft.own_changes', 'draft.refused'],
    unknown: ['entity.not_exists_with_id'],
  },
  withdrawApproval: {
    method: 'delete',
    path: '/drafts/:id/approval',
    summary: 'Withdraw your approval of a draft',
    status: 204,
    permission: 'bundles:write',
    change: 'draft',
    errors: refusals,
    unknown: ['entity.not_exists_with_id'],
  },
  cancelSchedule: {
    method: 'delete',
    path: '/drafts/:id/schedule',
    summary: 'Cancel the scheduled publication of a draft',
    response: shownDraft,
    status: 200,
    permission: 'bundles:write',
    change: 'draft',
    errors: ['draft.not_scheduled'],
    unknown: ['entity.not_exists_with_id'],
  },
  publish: {
    method: 'post',
    path: '/drafts/:id/publish',
    summary: 'Publish a draft in one transaction, now or at a time',
    body: z.strictObject({
      fingerprint: fingerprint.optional(),
      /** Publishes also where the tenant was changed after a request was added. */
      overwrite: z.boolean().optional(),
      trial: newTrial.optional(),
      /** Publishes the draft at this time, if it has the same effects by then. */
      at: timestamp.optional(),
    }),
    response: shownDraft,
    status: 200,
    permission: 'bundles:write',
    change: 'draft',
    errors: [
      ...editRefusals,
      'auth.forbidden',
      'auth.grant_exceeds_own',
      'bundle.managed_as_code',
      'draft.conflict',
      'draft.empty',
      'draft.invalid_time',
      'draft.needs_approval',
      'draft.not_revertible',
      'draft.outdated_diff',
    ],
    unknown: ['entity.not_exists_with_id'],
  },
});
