import type { userFactors as rows } from '@gatehouse/contract/user-identities.ts';
import { generateBackupCodes } from '../../domain/backup-codes.ts';
import {
  addBackupCodes,
  addTotp,
  openFactors,
  presentFactor,
  sealFactors,
  totpQrCode,
  withoutFactor,
} from '../../domain/mfa-factors.ts';
import { findUser, updateUser } from '../../domain/users.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

export const userFactors: Handlers<typeof rows> = {
  async listMfaVerifications({ db, params, services }) {
    const user = await findUser(db, params.userId);
    return openFactors(user, services.vault).map(presentFactor);
  },

  async createMfaVerification({ tx, db, params, body, tenant, services }) {
    const user = await findUser(db, params.userId, { isHeld: true });
    const factors = openFactors(user, services.vault);
    const codes = body.type === 'BackupCode' ? (body.codes ?? generateBackupCodes()) : [];
    const factor =
      body.type === 'Totp' ? addTotp(factors, body.secret) : await addBackupCodes(factors, codes);
    const mfaVerifications = sealFactors([...factors, factor], services.vault);
    await updateUser(tx, user.id, { mfaVerifications });
    if (factor.type === 'BackupCode') return { type: factor.type, codes };
    const secretQrCode = await totpQrCode(tenant, user, factor.key);
    return { type: factor.type, secret: factor.key, secretQrCode };
  },

  async deleteMfaVerification({ tx, db, params, services }) {
    const user = await findUser(db, params.userId, { isHeld: true });
    const factors = openFactors(user, services.vault);
    if (!factors.some(({ id }) => id === params.verificationId)) throw new RequestError('entity.not_found');
    const kept = withoutFactor(factors, params.verificationId);
    await updateUser(tx, user.id, { mfaVerifications: sealFactors(kept, services.vault) });
  },
};
