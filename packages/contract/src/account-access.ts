import { z } from 'zod';
import { accessErrors } from './account.ts';
import { defineRows } from './endpoint.ts';
import { sessionsScope } from './scopes.ts';
import { userGrant, userSession, userSessions } from './user-access.ts';

const permission = sessionsScope;

/** The user's sessions, and the grants of applications. */
export const accountAccess = defineRows({
  listSessions: {
    method: 'get',
    path: '/my-account/sessions',
    summary: 'List your sessions',
    isFirstParty: true,
    response: z.object({ sessions: z.array(userSession.extend({ isCurrent: z.boolean() })) }),
    status: 200,
    permission,
    errors: accessErrors,
  },
  revokeSession: {
    method: 'delete',
    path: '/my-account/sessions/:sessionId',
    summary: 'End one of your sessions and optionally revoke its grants',
    query: userSessions.revokeSession.query,
    status: 204,
    permission,
    change: 'user',
    errors: [...accessErrors, 'oidc.session_not_found'],
  },
  revokeOtherSessions: {
    method: 'delete',
    path: '/my-account/sessions',
    summary: 'End all your other sessions, and all tokens and grants outside the current one',
    status: 204,
    permission,
    change: 'user',
    errors: accessErrors,
  },
  listGrants: {
    method: 'get',
    path: '/my-account/grants',
    summary: 'List your grants',
    isFirstParty: true,
    query: userSessions.listGrants.query,
    response: z.object({ grants: z.array(userGrant) }),
    status: 200,
    permission,
    errors: accessErrors,
  },
  revokeGrant: {
    method: 'delete',
    path: '/my-account/grants/:grantId',
    summary: 'Revoke one of your grants with its tokens',
    status: 204,
    permission,
    change: 'user',
    errors: [...accessErrors, 'oidc.invalid_grant'],
  },
});
