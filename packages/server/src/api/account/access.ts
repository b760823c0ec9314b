import type { accountAccess as rows } from '@gatehouse/contract/account-access.ts';
import type { Kysely } from 'kysely';
import type { Write } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import {
  listGrants,
  listSessions,
  revokeGrant,
  revokeOtherAccess,
  revokeSession,
} from '../../domain/sessions.ts';
import { ownTransactions } from '../../http/implement.ts';
import { noteRevokedGrant } from '../../http/revoked-grants.ts';
import { type AccountContext, openAccount, requireProof } from './open-account.ts';

/** Direct: that a session ended is no change of configuration. */
export const access = ownTransactions<typeof rows>({
  listSessions: context =>
    look(context, async db => {
      const sessions = await listSessions(db, context.caller.id);
      const isCurrent = ({ payload }: { payload: { uid: string } }) =>
        payload.uid === context.caller.sessionUid;
      return { sessions: sessions.map(session => ({ ...session, isCurrent: isCurrent(session) })) };
    }),

  revokeSession: context =>
    change(context, tx => {
      const { tenant, caller, params, query } = context;
      const session = { userId: caller.id, uid: params.sessionId, grants: query.revokeGrantsTarget };
      return revokeSession({ tenant, tx }, session);
    }),

  revokeOtherSessions: context =>
    change(context, tx => revokeOtherAccess(tx, context.caller.id, context.caller.sessionUid)),

  listGrants: context =>
    look(context, async db => {
      const { tenant, caller, query } = context;
      return { grants: await listGrants({ tenant, db }, caller.id, query.appType) };
    }),

  async revokeGrant(context) {
    const { caller, params } = context;
    const revoked = await change(context, ({ db }) => revokeGrant(db, caller.id, params.grantId));
    noteRevokedGrant(context, { userId: caller.id, ...revoked });
  },
});

const look = <T>(context: AccountContext, work: (db: Kysely<Tables>) => Promise<T>) =>
  context.tenant.database.read(async db => {
    const { user, requireVisible } = await openAccount({ ...context, db });
    requireVisible('session');
    await requireProof({ ...context, db, user });
    return work(db);
  });

const change = <T>(context: AccountContext, work: (tx: Write) => Promise<T>) =>
  context.tenant.database.write(context.origin, async tx => {
    const { db } = tx;
    const { user, requireEditable } = await openAccount({ ...context, db, isHeld: true });
    requireEditable('session');
    await requireProof({ ...context, db, user });
    return work(tx);
  });
