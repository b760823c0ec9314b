import type { verifications as rows } from '@gatehouse/contract/account-verifications.ts';
import { proveByCode, proveByPassword, sendOwnCode } from '../../domain/own-proofs.ts';
import { RequestError } from '../../domain/request-error.ts';
import { findUser } from '../../domain/users.ts';
import {
  createRecord,
  findRecord,
  markVerified,
  type PasskeyData,
} from '../../domain/verification-records.ts';
import { describeRegistration, readRegistration } from '../../domain/web-authn.ts';
import type { DirectHandlers } from '../../http/implement.ts';
import type { AccountContext } from './open-account.ts';

/** Direct: hashing a password must not hold a transaction. */
export const verifications: DirectHandlers<typeof rows> = {
  createPassword: async context => proveByPassword(context, await userOf(context), context.body.password),

  async sendCode(context) {
    const { identifier, templateType } = context.body;
    return sendOwnCode(context, await userOf(context), { identifier, ownTemplate: templateType });
  },

  async verifyCode(context) {
    const { verificationId: id, identifier, code } = context.body;
    await requireRecord(context, id);
    await proveByCode(context, { id, identifier, code });
    return { verificationRecordId: id };
  },

  async createPasskey(context) {
    const { tenant, origin } = context;
    const user = await userOf(context);
    const registrationOptions = await describeRegistration(tenant, user);
    const { challenge } = registrationOptions;
    const record = await tenant.database.write(origin, tx =>
      createRecord(tx.db, { userId: user.id, type: 'WebAuthn', isVerified: false, data: { challenge } }),
    );
    return { ...record, registrationOptions: { ...registrationOptions } };
  },

  async verifyPasskey(context) {
    const { tenant, origin, request, body } = context;
    const record = await requireRecord(context, body.verificationRecordId);
    if (record.type !== 'WebAuthn' || record.isVerified)
      throw new RequestError('verification_record.not_found');
    const { challenge } = record.data as PasskeyData;
    const factor = await readRegistration(tenant, {
      payload: body.payload,
      challenge,
      agent: request.headers['user-agent'] ?? '',
    });
    if (!factor) throw new RequestError('session.mfa.webauthn_verification_failed');
    await tenant.database.write(origin, tx => markVerified(tx.db, record.id, { challenge, factor }));
    return { verificationRecordId: record.id };
  },
};

const userOf = ({ tenant, caller }: AccountContext) => tenant.database.read(db => findUser(db, caller.id));

const requireRecord = async ({ tenant, caller }: AccountContext, id: string) => {
  const record = await tenant.database.read(db => findRecord(db, caller.id, id));
  if (!record) throw new RequestError('verification_record.not_found');
  return record;
};
