import type { accountFactors as rows } from '@gatehouse/contract/account-factors.ts';
import type { MfaFactor, MfaVerification } from '@gatehouse/contract/mfa.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { generateBackupCodes } from '../../domain/backup-codes.ts';
import {
  addBackupCodes,
  addTotp,
  createTotp,
  openFactors,
  presentFactor,
  replaceBackupCodes,
  replaceTotp,
  sealFactors,
  totpQrCode,
  withoutFactor,
} from '../../domain/mfa-factors.ts';
import { useTotp } from '../../domain/second-factors.ts';
import { configsOf, decide } from '../../domain/user-configs.ts';
import type { UserRow } from '../../domain/user-row.ts';
import { findUser } from '../../domain/users.ts';
import {
  findRecord,
  forgetRecord,
  type PasskeyData,
  rememberGenerated,
  takeGenerated,
} from '../../domain/verification-records.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import {
  type AccountContext,
  changeAccount,
  type OpenAccount,
  openAccount,
  requireProof,
} from './open-account.ts';

/** Stands for a code that can no longer be read. */
const hiddenCode = '••••••••••';

/** The own second factors. */
export const factors = ownTransactions<typeof rows>({
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
      if (body.type === 'BackupCode') {
        const backup = await addBackupCodes(known, body.codes);
        await takeGenerated(db, open.user.id, 'BackupCodes', body.codes.join(' '));
        return [...known, backup];
      }
      const totp = addTotp(known, body.secret, 400);
      await takeGenerated(db, open.user.id, 'TotpSecret', body.secret);
      return [...known, body.code === undefined ? totp : requireCode(totp, body.code)];
    });
  },

  async replaceTotp(context) {
    const { secret, code } = context.body;
    await requireEnabled(context, 'Totp');
    await changeFactors(context, async ({ known, db, open }) => {
      requireEditable(open, 'Totp');
      const replaced = replaceTotp(known, secret);
      await takeGenerated(db, open.user.id, 'TotpSecret', secret);
      return replaced.map(factor => (factor.type === 'Totp' ? requireCode(factor, code) : factor));
    });
  },

  async replaceBackupCodes(context) {
    await requireEnabled(context, 'BackupCode');
    const { codes } = context.body;
    await changeFactors(context, async ({ known, db, open }) => {
      requireEditable(open, 'BackupCode');
      const replaced = await replaceBackupCodes(known, codes);
      await takeGenerated(db, open.user.id, 'BackupCodes', codes.join(' '));
      return replaced;
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
    const { key: secret } = createTotp();
    const user = await tenant.database.send(async db => {
      await rememberGenerated(db, caller.id, 'TotpSecret', secret);
      return findUser(db, caller.id);
    });
    return { secret, secretQrCode: await totpQrCode(tenant, user, secret) };
  },

  async generateBackupCodes({ tenant, caller }) {
    const codes = generateBackupCodes();
    await tenant.database.send(db => rememberGenerated(db, caller.id, 'BackupCodes', codes.join(' ')));
    return { codes };
  },

  readBackupCodes: context =>
    context.tenant.database.read(async db => {
      const { user, requireVisible } = await openAccount({ ...context, db });
      requireVisible('mfa');
      await requireProof({ ...context, db, user, level: 'factor' });
      const backup = openFactors(user, context.services.vault).find(({ type }) => type === 'BackupCode');
      if (backup?.type !== 'BackupCode')
        throw new RequestError('verification_record.not_found', { status: 404 });
      // They were shown when they were created. Callers learn how many there are, and which are used.
      return {
        codes: backup.codes.map(({ usedAt }) => ({ code: hiddenCode, ...(usedAt ? { usedAt } : {}) })),
      };
    }),

  readSettings: context =>
    context.tenant.database.read(async db => {
      const { user, requireVisible } = await openAccount({ ...context, db });
      requireVisible('mfa');
      return { skipMfaOnSignIn: configsOf(user).mfa.skipMfaOnSignIn };
    }),

  async updateSettings(context) {
    const { body } = context;
    await changeAccount(context, async ({ db, open }) => {
      open.requireEditable('mfa');
      await requireProof({ ...context, db, user: open.user, level: 'factor' });
      return decide(open.user, { mfa: body });
    });
    return body;
  },
});

type Change = {
  known: MfaVerification[];
  db: Kysely<Tables>;
  open: OpenAccount;
};

/** One change of the own second factors, by who proves to be still there: by a factor where there is one. */
const changeFactors = async (
  context: AccountContext,
  decide: (change: Change) => Promise<MfaVerification[]>,
): Promise<MfaVerification[]> => {
  const { vault } = context.services;
  const { user } = await changeAccount(context, async ({ db, open }) => {
    await requireProof({ ...context, db, user: open.user, level: 'factor' });
    const factors = await decide({ known: openFactors(open.user, vault), db, open });
    return { mfaVerifications: sealFactors(factors, vault) };
  });
  return openFactors(user, vault);
};

/** A passkey is an authentication factor and a sign-in method: either field turns it on. */
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
