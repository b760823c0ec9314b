import { z } from 'zod';
import { draftAuthor } from './draft-author.ts';
import { defineRows } from './endpoint.ts';
import { id, reference, timestamp } from './fields.ts';

/** `links`: of a draft, those that have not expired. */
export const draftPreviewLimits = { links: 20, testers: 50, hours: 168 } as const;

const tester = z.object({ userId: id, name: z.string().nullable() });

/** A link by which chosen users open the sign-in pages with the settings of a draft. */
const draftPreview = z.object({
  id,
  createdAt: timestamp,
  expiresAt: timestamp,
  author: draftAuthor,
  testers: z.array(tester),
});
export type DraftPreview = z.infer<typeof draftPreview>;

/** The next step of the live pages, at which a preview ends. */
export const draftPreviewEnds = ['signIn', 'register', 'resetPassword', 'provider', 'message'] as const;
export type DraftPreviewEnd = (typeof draftPreviewEnds)[number];

export const draftPreviews = defineRows({
  list: {
    method: 'get',
    path: '/drafts/:id/previews',
    summary: 'List the preview links of a draft, newest first',
    response: z.array(draftPreview),
    status: 200,
    permission: 'bundles:read',
    shows: ['users:read'],
  },
  create: {
    method: 'post',
    path: '/drafts/:id/previews',
    summary: 'Create a link by which chosen users see the sign-in pages with a draft',
    body: z.strictObject({
      userIds: z.array(reference).min(1).max(draftPreviewLimits.testers),
      hours: z.number().int().min(1).max(draftPreviewLimits.hours).default(24),
    }),
    /** The link is shown once. */
    response: draftPreview.extend({ url: z.string() }),
    status: 201,
    permission: 'bundles:write',
    shows: ['users:read'],
    change: 'draft',
    errors: [
      'auth.forbidden',
      'draft.limit_reached',
      'draft.published',
      'entity.relation_foreign_key_not_found',
    ],
    unknown: ['entity.not_exists_with_id'],
  },
  revoke: {
    method: 'delete',
    path: '/drafts/:id/previews/:previewId',
    summary: 'Revoke a preview link of a draft',
    status: 204,
    permission: 'bundles:write',
    change: 'draft',
  },
});

/** Part of the account API: the token of the live tenant says who the tester is. */
export const accountDraftPreviews = defineRows({
  open: {
    method: 'post',
    path: '/my-account/draft-preview',
    summary: 'Open a preview link of a draft as one of its testers',
    body: z.strictObject({ token: z.string().min(1).max(256) }),
    status: 204,
    permission: 'openid',
    isFirstParty: true,
    perAddress: 'failures',
    errors: ['draft.preview_unavailable', 'draft.preview_ended', 'request.address_rate_limited'],
  },
});
