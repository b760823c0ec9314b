import type { accountFactors as rows } from '@gatehouse/contract/account-factors.ts';
import {
  addBackupCodes,
  addTotp,
  createBackupCodes,
  createTotp,
  openFactors,
  presentFactor,
  sealFactors,
} from '../../domain/mfa-factors.ts';
import { RequestError } from '../../domain/request-error.ts';
import { matchesTotp } from '../../domain/second-factors.ts';
import type { UserRow } from '../../domain/users.ts';
import type { DirectHandlers } from '../../http/implement.ts';
import { changeAccount, openAccount, requireProof } from './access.ts';

export const factors: DirectHandlers<typeof rows> = {
  list: context =>
    context.tenant.database.read(async db => {
      const { user, requireVisible } = await openAccount({ ...context, db });
      requireVisible('mfa');
      return openFactors(user, context.services.vault).map(presentFactor);
    }),

  async create(context) {
    const { body, tenant, services, request } = context;
    const { mfa } = await tenant.cached.signInExperience();
    if (!mfa.factors.includes(body.type)) throw new RequestError('session.mfa.mfa_factor_not_enabled');
    await changeAccount(context, async ({ db, open }) => {
      open.requireEditable('mfa');
      await requireProof({ db, request, user: open.user });
      const known = openFactors(open.user, services.vault);
      const added = body.type === 'Totp' ? addTotp(known, body.secret) : addBackupCodes(known, body.codes);
      if (body.type === 'Totp' && body.code !== undefined && !matchesTotp(body.secret, body.code))
        throw new RequestError('session.mfa.invalid_totp_code');
      return { mfaVerifications: sealFactors([...known, added], services.vault) };
    });
  },

  async delete(context) {
    const { params, services, request } = context;
    await changeAccount(context, async ({ db, open }) => {
      open.requireEditable('mfa');
      await requireProof({ db, request, user: open.user });
      const known = openFactors(open.user, services.vault);
      const rest = known.filter(({ id }) => id !== params.verificationId);
      if (rest.length === known.length) throw new RequestError('verification_record.not_found');
      // Backup codes are never the only second factor: they go with the last other one.
      const kept = rest.some(({ type }) => type !== 'BackupCode') ? rest : [];
      return { mfaVerifications: sealFactors(kept, services.vault) };
    });
  },

  generateTotpSecret: async () => ({ secret: createTotp().key }),

  generateBackupCodes: async () => ({ codes: createBackupCodes().codes.map(({ code }) => code) }),

  readBackupCodes: context =>
    context.tenant.database.read(async db => {
      const { user, requireVisible } = await openAccount({ ...context, db });
      requireVisible('mfa');
      await requireProof({ db, request: context.request, user });
      const backup = openFactors(user, context.services.vault).find(({ type }) => type === 'BackupCode');
      if (backup?.type !== 'BackupCode') throw new RequestError('verification_record.not_found');
      return { codes: backup.codes };
    }),

  readSettings: context =>
    context.tenant.database.read(async db => {
      const { user, requireVisible } = await openAccount({ ...context, db });
      requireVisible('mfa');
      return settingsOf(user);
    }),

  async updateSettings(context) {
    const { body, request } = context;
    await changeAccount(context, async ({ db, open }) => {
      open.requireEditable('mfa');
      await requireProof({ db, request, user: open.user });
      return { mfaConfig: { ...open.user.mfaConfig, ...body } };
    });
    return body;
  },
};

const settingsOf = ({ mfaConfig }: UserRow) => ({ skipMfaOnSignIn: mfaConfig.skipMfaOnSignIn === true });
