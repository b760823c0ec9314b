import type { userSessions as rows } from '@gatehouse/contract/user-access.ts';
import { listGrants, listSessions, readSession, revokeGrant, revokeSession } from '../../domain/sessions.ts';
import type { Handlers } from '../../http/implement.ts';
import { noteRevokedGrant } from '../../http/revoked-grants.ts';

export const userSessions: Handlers<typeof rows> = {
  listSessions: async ({ db, params }) => ({ sessions: await listSessions(db, params.userId) }),

  readSession: ({ db, params }) => readSession(db, params.userId, params.sessionId),

  revokeSession: ({ tx, tenant, params, query }) =>
    revokeSession(
      { tenant, tx },
      { userId: params.userId, uid: params.sessionId, grants: query.revokeGrantsTarget },
    ),

  listGrants: async ({ db, tenant, params, query }) => ({
    grants: await listGrants({ tenant, db }, params.userId, query.appType),
  }),

  async revokeGrant({ db, params, ...context }) {
    const { userId, grantId } = params;
    noteRevokedGrant(context, { userId, ...(await revokeGrant(db, userId, grantId)) });
  },
};
