import type { me as rows } from '@gatehouse/contract/me.ts';
import { imageLimits } from '@gatehouse/contract/uploads.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { proveByCode, proveByPassword, sendOwnCode } from '../../domain/own-proofs.ts';
import { hashNewPassword } from '../../domain/password-policy.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { UserRow } from '../../domain/user-row.ts';
import { presentUser, requireFree, updateUser } from '../../domain/users.ts';
import { findLastCode, forgetRecord } from '../../domain/verification-records.ts';
import type { Caller } from '../../http/authenticate.ts';
import { localeOf } from '../../http/errors.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { keepUpload, readUploadStatus } from '../../uploads/keep.ts';
import { findMe, readMissingProof, requirePresence } from './signed-in.ts';

/** Far more than the console keeps. Fields are added by every request, and all of them are read with the user. */
const maximumCustomData = 64 * 1024;

/** Direct: preferences are personal, not configuration, and are not recorded as changes. */
export const me = ownTransactions<typeof rows>({
  read: async context => presentUser(await readMe(context)),

  update: ({ tenant, caller, origin, body, services }) =>
    tenant.database.write(origin, async tx => {
      const me = await findMe(tx.db, caller, { isHeld: true });
      if (body.username !== undefined && services.env.GATEHOUSE_EDITION === 'cloud')
        throw new RequestError('request.invalid_input', {
          details: 'The username cannot be changed in the cloud edition.',
        });
      if (body.username !== undefined && body.username !== me.username)
        await requirePresence(tx.db, me, caller);
      const proven =
        body.primaryEmail === undefined ? {} : await takeOverAddress(tx.db, me, caller, body.primaryEmail);
      const user = await updateUser(tx, caller.id, { ...body, ...proven });
      tx.object('user', user.id, user.username ?? undefined);
      return presentUser(user);
    }),

  readCustomData: async context => (await readMe(context)).customData,

  updateCustomData: ({ tenant, caller, origin, body }) =>
    tenant.database.write(origin, async tx => {
      await findMe(tx.db, caller, { isHeld: true });
      // By the database: screens that save at the same moment do not lose each other's fields.
      const { customData } = await tx.db
        .updateTable('users')
        .set({ customData: sql`custom_data || ${JSON.stringify(body)}::jsonb` })
        .where('id', '=', caller.id)
        .returning('customData')
        .executeTakeFirstOrThrow();
      if (JSON.stringify(customData).length > maximumCustomData)
        throw new RequestError('request.body_too_large');
      return customData;
    }),

  readProof: async context => {
    const user = await readMe(context);
    const missing = await context.tenant.database.read(db => readMissingProof(db, user, context.caller));
    return { missing };
  },

  async verifyPassword(context) {
    await proveByPassword(context, await readMe(context), context.body.password);
  },

  async updatePassword(context) {
    const { tenant, origin, body, caller } = context;
    const user = await readMe(context);
    // Before the password is looked at: the refusal of the present one must tell nothing.
    await tenant.database.read(db => requirePresence(db, user, caller));
    const columns = await hashNewPassword(context, user, body.password);
    await tenant.database.write(origin, async tx => {
      // Again: hashing takes its time, in which another session may have changed the password and ended this one.
      const held = await findMe(tx.db, caller, { isHeld: true });
      const presence = await requirePresence(tx.db, held, caller);
      await updateUser(tx, user.id, columns);
      if (presence) await forgetRecord(tx.db, presence.id);
      tx.object('user', user.id, user.username ?? undefined);
    });
  },

  async sendCode(context) {
    const identifier = { type: 'email', value: context.body.email } as const;
    await sendOwnCode(context, await readMe(context), { identifier, locale: localeOf(context.request) });
  },

  async verifyCode(context) {
    const { tenant, caller, body } = context;
    const identifier = { type: 'email', value: body.email } as const;
    const record = await tenant.database.read(db => findLastCode(db, caller, identifier));
    if (!record) throw new RequestError('verification_code.not_found');
    await proveByCode(context, { id: record.id, identifier, code: body.verificationCode });
  },

  readUploadStatus: context => readUploadStatus(context, imageLimits),

  upload: context => keepUpload(context, imageLimits),
});

const readMe = ({ tenant, caller }: { tenant: Tenant; caller: Caller }) =>
  tenant.database.read(db => findMe(db, caller));

/** An address is taken over once it was proven by a code. It resets the password from then on. */
const takeOverAddress = async (db: Kysely<Tables>, user: UserRow, caller: Caller, address: string) => {
  const { id } = user;
  const identifier = { type: 'email', value: address } as const;
  const record = await findLastCode(db, caller, identifier);
  if (!record?.isVerified) throw new RequestError('session.verification_session_not_found');
  await requirePresence(db, user, caller);
  await requireFree(db, identifier, id);
  await forgetRecord(db, record.id);
  return { isEmailVerified: true };
};
