import { z } from 'zod';
import { defineRows } from './endpoint.ts';

const role = z.string().min(1).max(128);

/** Answers Hasura's auth hook, which asks whether the caller may have the requested role. */
export const hasura = defineRows({
  authorize: {
    method: 'get',
    path: '/authn/hasura',
    summary:
      'Answer the auth hook of Hasura: whether the bearer of a token holds the role in `Expected-Role`',
    query: z.object({
      /** The identifier of the API that the token is for. */
      resource: z.url().max(2048),
      /** The role of callers without a valid token, or without the expected role. */
      unauthorizedRole: role.optional(),
    }),
    response: z.object({ 'X-Hasura-User-Id': z.string().optional(), 'X-Hasura-Role': z.string() }),
    status: 200,
    permission: 'public',
    errors: ['auth.unauthorized', 'auth.expected_role_not_found'],
  },
});
