import type { verifications as rows } from '@gatehouse/contract/account.ts';
import { checkPasscode, sendPasscode } from '../../domain/passcodes.ts';
import { checkPassword } from '../../domain/passwords.ts';
import { RequestError } from '../../domain/request-error.ts';
import { reportAttempt, requireNotBlocked } from '../../domain/sentinel.ts';
import { findUser } from '../../domain/users.ts';
import { createRecord, findRecord } from '../../domain/verification-records.ts';
import type { DirectHandlers } from '../../http/implement.ts';

/** Direct: hashing a password must not hold a transaction. */
export const verifications: DirectHandlers<typeof rows> = {
  async createPassword({ tenant, origin, caller, body, services }) {
    const identifier = { type: 'user', value: caller.id };
    await requireNotBlocked(tenant, 'Password', identifier);
    const user = await tenant.database.read(db => findUser(db, caller.id));
    const succeeded = await checkPassword({ tenant, passwords: services.passwords }, user, body.password);
    await reportAttempt(tenant, origin, { action: 'Password', identifier, succeeded });
    if (!succeeded) throw new RequestError('session.invalid_credentials');
    return tenant.database.write(origin, tx =>
      createRecord(tx.db, { userId: user.id, type: 'Password', isVerified: true }),
    );
  },

  async sendCode({ tenant, origin, caller, body, services }) {
    const { identifier } = body;
    const user = await tenant.database.read(db => findUser(db, caller.id));
    const isOwn = [user.primaryEmail, user.primaryPhone].includes(identifier.value);
    const templateType = isOwn ? (body.templateType ?? 'UserPermissionValidation') : 'BindNewIdentifier';
    const id = await sendPasscode({ tenant, origin, vault: services.vault }, { identifier, templateType });
    return tenant.database.write(origin, tx =>
      createRecord(tx.db, { id, userId: user.id, type: 'VerificationCode', identifier, isVerified: false }),
    );
  },

  async verifyCode({ tenant, origin, caller, body }) {
    const { verificationId: id, identifier, code } = body;
    const record = await tenant.database.read(db => findRecord(db, caller.id, id));
    if (!record) throw new RequestError('verification_record.not_found');
    await checkPasscode({ tenant, origin }, { id, identifier, code });
    await tenant.database.write(origin, tx =>
      tx.db.updateTable('verificationRecords').set({ isVerified: true }).where('id', '=', id).execute(),
    );
    return { verificationRecordId: id };
  },
};
