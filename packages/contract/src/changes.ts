import { z } from 'zod';
import { defineRows, queryFlag, repeated } from './endpoint.ts';
import { entityKinds } from './entities.ts';
import { timestamp } from './fields.ts';

export const changeActor = z.object({
  kind: z.enum(['user', 'application', 'system']),
  id: z.string(),
  name: z.string().nullable(),
  /** The role by which a member acted: the name of a built-in role, or of one of the tenant’s own. */
  role: z.string().nullable(),
});

/** Absent `before`: the field is new. Absent `after`: it is gone. Secrets appear as fingerprints. */
export const changedField = z.object({
  name: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});
export type ChangedField = z.infer<typeof changedField>;

/** The ID in a change that is about several objects of one kind. */
export const severalObjects = '*';

/** One write to the configuration: who, through what, which object, before and after. */
export const change = z.object({
  id: z.string(),
  createdAt: timestamp,
  actor: changeActor,
  via: z.object({ method: z.string(), path: z.string() }),
  requestId: z.string(),
  objectKind: z.string(),
  objectId: z.string(),
  objectName: z.string().nullable(),
  summary: z.enum(['create', 'update', 'delete']),
  fields: z.array(changedField),
  isRevertible: z.boolean(),
  /** The change had data of a person who was erased: the author and time stay, the data reads as null. */
  isErased: z.boolean(),
  /** The change that undid this one. */
  revertedBy: z.string().nullable(),
  /** The change that this one undid. */
  reverts: z.string().nullable(),
  /** The place in the tenant's hash chain, and the hash up to here; null for the seconds until it is linked. */
  sequence: z.number().nullable(),
  hash: z.string().nullable(),
});
export type Change = z.infer<typeof change>;

export const changes = defineRows({
  list: {
    method: 'get',
    path: '/changes',
    summary: 'List changes to the configuration, newest first',
    query: z.object({
      objectKind: repeated(z.string()).optional(),
      /** Changes that wrote to objects of this kind, whatever they are about, such as an applied bundle. */
      touchedKind: z.enum(entityKinds).optional(),
      objectId: z.string().optional(),
      /** Also the drafts and bundles that wrote to these objects. */
      withBatches: queryFlag.optional(),
      actorId: z.string().optional(),
      start_time: z.coerce.number().int().optional(),
      end_time: z.coerce.number().int().optional(),
    }),
    response: z.array(change),
    status: 200,
    permission: 'changes:read',
    paging: 'always',
  },
  read: {
    method: 'get',
    path: '/changes/:id',
    summary: 'Read a change',
    response: change,
    status: 200,
    permission: 'changes:read',
    unknown: ['entity.not_found'],
  },
  revert: {
    method: 'post',
    path: '/changes/:id/revert',
    summary: 'Undo a change',
    response: change,
    status: 201,
    permission: 'changes:write',
    errors: [
      'subscription.limit_exceeded',
      'bundle.managed_as_code',
      'draft.required',
      'change.conflict',
      'change.not_revertible',
    ],
    unknown: ['entity.not_found'],
  },
});
