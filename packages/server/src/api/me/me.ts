import type { me as rows } from '@gatehouse/contract/me.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { RequestError } from '../../domain/request-error.ts';
import { presentUser } from '../../domain/users.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { DirectHandlers } from '../../http/implement.ts';

/** Direct: preferences are personal, not configuration, and are not recorded as changes. */
export const me: DirectHandlers<typeof rows> = {
  read: ({ tenant, caller }) => tenant.database.read(async db => presentUser(await findMe(db, caller))),

  update: ({ tenant, caller, origin, body, services }) =>
    tenant.database.write(origin, async tx => {
      await findMe(tx.db, caller);
      const { username, primaryEmail, ...rest } = body;
      // An e-mail address must be verified first, which needs a mail connector; a username is not for the cloud.
      if (primaryEmail !== undefined) throw new RequestError('session.verification_session_not_found');
      if (username !== undefined && services.env.GATEHOUSE_EDITION === 'cloud')
        throw new RequestError('request.invalid_input');
      const patch = { ...rest, ...(username === undefined ? {} : { username }), updatedAt: Date.now() };
      const user = await tx.update('users', { id: caller.id }, patch);
      if (!user) throw new RequestError('entity.not_exists');
      tx.object('user', user.id, user.username ?? undefined);
      return presentUser(user);
    }),

  readCustomData: ({ tenant, caller }) =>
    tenant.database.read(async db => (await findMe(db, caller)).customData),

  updateCustomData: ({ tenant, caller, origin, body }) =>
    tenant.database.write(origin, async tx => {
      const { customData } = await findMe(tx.db, caller);
      const merged = { ...customData, ...body };
      await tx.db.updateTable('users').set({ customData: merged }).where('id', '=', caller.id).execute();
      return merged;
    }),
};

const findMe = async (db: Kysely<Tables>, { id }: Caller) => {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  if (!user) throw new RequestError('auth.unauthorized');
  if (user.isSuspended) throw new RequestError('user.suspended');
  return user;
};
