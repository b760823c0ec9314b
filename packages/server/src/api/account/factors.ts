import type { accountFactors as rows } from '@gatehouse/contract/account-factors.ts';
import type { MfaFactor, MfaVerification } from '@gatehouse/contract/mfa.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import {
  addBackupCodes,
  addTotp,
  createBackupCodes,
  createTotp,
  openFactors,
  presentFactor,
  replaceBackupCodes,
  replaceTotp,
  sealFactors,
  totpQrCode,
  withoutFactor,
} from '../../domain/mfa-factors.ts';
import { RequestError } from '../../domain/request-error.ts';
import { useTotp } from '../../domain/second-factors.ts';
import { configsOf, decide } from '../../domain/user-configs.ts';
import { findUser, type UserRow } from '../../domain/users.ts';
import { findRecord, forgetRecord, type PasskeyData } from '../../domain/verification-records.ts';
import type { DirectHandlers } from '../../http/implement.ts';
import {
  type AccountContext,
  changeAccount,
  type OpenAccount,
  openAccount,
  requireProof,
} from './open-account.ts';

/** The own second factors. */
export const factors: DirectHandlers<typeof rows> = {
  list: context =>
    context.tenant.database.read(async db => {
      const { user, accessTo, requireVisible } = await openAccount({ ...context, db });
      const factors = openFactors(user, context.services.vault).map(presentFactor);
      if (accessTo('mfa') === 'Off' && accessTo('passkey') !== 'Off')
        return factors.filter(({ type }) => type === 'WebAuthn');
      requireVisible('mfa');
      return factors;
    }),

  async create(context) {
    const { body } = context;
    await requireEnabled(context, body.type);
    await changeFactors(context, async ({ known, db, open }) => {
      requireEditable(open, body.type);
      if (body.type === 'WebAuthn') return [...known, await takePasskey(db, open.user, body)];
      if (body.type === 'BackupCode') return [...known, addBackupCodes(known, body.codes)];
      const totp = addTotp(known, body.secret);
      return [...known, body.code === undefined ? totp : requireCode(totp, body.code)];
    });
  },

  async replaceTotp(context) {
    const { secret, code } = context.body;
    await requireEnabled(context, 'Totp');
    await changeFactors(context, async ({ known, open }) => {
      requireEditable(open, 'Totp');
      return replaceTotp(known, secret).map(factor =>
        factor.type === 'Totp' ? requireCode(factor, code) : factor,
      );
    });
  },

  async replaceBackupCodes(context) {
    await requireEnabled(context, 'BackupCode');
    await changeFactors(context, async ({ known, open }) => {
      requireEditable(open, 'BackupCode');
      return replaceBackupCodes(known, context.body.codes);
    });
  },

  async rename(context) {
    const { verificationId: id } = context.params;
    const factors = await changeFactors(context, async ({ known, open }) => {
      const passkey = requireFactor(known, id);
      requireEditable(open, passkey.type);
      if (passkey.type !== 'WebAuthn') throw new RequestError('verification_record.not_found');
      return known.map(factor => (factor === passkey ? { ...passkey, ...context.body } : factor));
    });
    return presentFactor(requireFactor(factors, id));
  },

  async delete(context) {
    const { verificationId: id } = context.params;
    await changeFactors(context, async ({ known, open }) => {
      requireEditable(open, requireFactor(known, id).type);
      return withoutFactor(known, id);
    });
  },

  async generateTotpSecret({ tenant, caller }) {
    const user = await tenant.database.read(db => findUser(db, caller.id));
    const { key: secret } = createTotp();
    return { secret, secretQrCode: await totpQrCode(tenant, user, secret) };
  },

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
      return { skipMfaOnSignIn: configsOf(user).mfa.skipMfaOnSignIn };
    }),

  async updateSettings(context) {
    const { body, request } = context;
    await changeAccount(context, async ({ db, open }) => {
      open.requireEditable('mfa');
      await requireProof({ db, request, user: open.user });
      return decide(open.user, { mfa: body });
    });
    return body;
  },
};

type Change = {
  known: MfaVerification[];
  db: Kysely<Tables>;
  open: OpenAccount;
};

/** One change of the own second factors, by who proves to be still there. */
const changeFactors = async (
  context: AccountContext,
  decide: (change: Change) => Promise<MfaVerification[]>,
): Promise<MfaVerification[]> => {
  const { vault } = context.services;
  const { user } = await changeAccount(context, async ({ db, open }) => {
    await requireProof({ db, request: context.request, user: open.user });
    const factors = await decide({ known: openFactors(open.user, vault), db, open });
    return { mfaVerifications: sealFactors(factors, vault) };
  });
  return openFactors(user, vault);
};

/** A passkey is a second factor, and a way in of its own: either field opens it. */
const requireEditable = ({ accessTo, requireEditable }: OpenAccount, type: MfaFactor) =>
  requireEditable(type === 'WebAuthn' && accessTo('passkey') === 'Edit' ? 'passkey' : 'mfa');

const requireEnabled = async ({ tenant }: AccountContext, factor: MfaFactor) => {
  const { mfa, passkeySignIn } = await tenant.cached.signInExperience();
  if (factor === 'WebAuthn' && passkeySignIn.enabled) return;
  if (!mfa.factors.includes(factor)) throw new RequestError('session.mfa.mfa_factor_not_enabled');
};

const requireFactor = (factors: MfaVerification[], id: string) => {
  const factor = factors.find(known => known.id === id);
  if (!factor) throw new RequestError('verification_record.not_found');
  return factor;
};

const requireCode = (...proof: Parameters<typeof useTotp>) => {
  const used = useTotp(...proof);
  if (!used) throw new RequestError('session.mfa.invalid_totp_code');
  return used;
};

/** The passkey of a verification, which counts once. */
const takePasskey = async (
  db: Kysely<Tables>,
  user: UserRow,
  {
    newIdentifierVerificationRecordId: id,
    name,
  }: { newIdentifierVerificationRecordId: string; name?: string },
): Promise<MfaVerification> => {
  const record = await findRecord(db, user.id, id);
  const { factor } = (record?.data ?? {}) as Partial<PasskeyData>;
  if (!record?.isVerified || factor?.type !== 'WebAuthn')
    throw new RequestError('verification_record.not_found');
  await forgetRecord(db, id);
  return { ...factor, name };
};
