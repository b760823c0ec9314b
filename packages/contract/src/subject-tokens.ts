import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { jsonObject, reference, timestamp } from './fields.ts';

/** The prefix of every subject token. */
export const subjectTokenPrefix = 'sub_';

/** Seconds. */
export const subjectTokenLifetime = 600;

/** Tokens that represent a user and can be exchanged for an access token (impersonation). */
export const subjectTokens = defineRows({
  create: {
    method: 'post',
    path: '/subject-tokens',
    summary: 'Create a subject token for impersonation',
    body: z.strictObject({ userId: reference, context: jsonObject.optional() }),
    response: z.object({ subjectToken: z.string(), expiresIn: z.number().int() }),
    status: 201,
    permission: 'users:write',
    quota: ['subjectTokenEnabled'],
    change: 'subject-token',
    errors: ['entity.not_exists_with_id'],
  },
});

/** The subject tokens of a user that can still be exchanged. The tokens themselves are not stored. */
export const userSubjectTokens = defineRows({
  listSubjectTokens: {
    method: 'get',
    path: '/users/:userId/subject-tokens',
    summary: 'List the active subject tokens of a user, newest first',
    response: z.array(
      z.object({
        creatorId: z.string(),
        context: jsonObject,
        createdAt: timestamp,
        expiresAt: timestamp,
      }),
    ),
    status: 200,
    permission: 'users:read',
  },
  revokeSubjectTokens: {
    method: 'delete',
    path: '/users/:userId/subject-tokens',
    summary: 'Revoke the active subject tokens of a user',
    status: 204,
    permission: 'users:write',
    change: 'user',
  },
});
