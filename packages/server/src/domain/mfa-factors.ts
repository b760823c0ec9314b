import { generateId } from '@gatehouse/contract/ids.ts';
import type { MfaVerification } from '@gatehouse/contract/mfa.ts';
import type { MfaView } from '@gatehouse/contract/user-identities.ts';
import { Secret, TOTP } from 'otpauth';
import { toDataURL } from 'qrcode';
import type { Vault } from '../database/vault.ts';
import { RequestError } from '../request-error.ts';
import { hashBackupCodes, isBackupCode } from './backup-codes.ts';
import type { Tenant } from './tenant.ts';
import type { UserRow } from './user-row.ts';
import { nameOfUser } from './users.ts';

/** A user's second factors, with their secrets in the clear. */
export const openFactors = ({ mfaVerifications }: UserRow, vault: Vault): MfaVerification[] =>
  (mfaVerifications as MfaVerification[]).map(factor => mapSecrets(factor, vault.open));

/** As stored: reading the database does not allow impersonating the user. */
export const sealFactors = (factors: MfaVerification[], vault: Vault) =>
  factors.map(factor => mapSecrets(factor, vault.seal));

export const presentFactor = (factor: MfaVerification): MfaView => {
  const { id, createdAt, lastUsedAt, type } = factor;
  const view = { id, createdAt, type, ...(lastUsedAt ? { lastUsedAt } : {}) };
  if (factor.type === 'WebAuthn') return { ...view, agent: factor.agent, name: factor.name };
  if (factor.type === 'BackupCode')
    return { ...view, remainCodes: factor.codes.filter(({ usedAt }) => !usedAt).length };
  return view;
};

export const createTotp = (key = new Secret({ size: 20 }).base32): MfaVerification & { type: 'Totp' } => ({
  ...newFactor(),
  type: 'Totp',
  key,
});

/** At least the 80 bits that authenticator apps take (RFC 4226 section 4 asks for 128, but not of what was imported). */
const isTotpKey = (key: string) => /^[A-Z2-7]{16,}$/.test(key);

/** The picture that an authenticator app scans. */
export const totpQrCode = ({ endpoint }: Pick<Tenant, 'endpoint'>, user: UserRow, key: string) => {
  const names = { issuer: new URL(endpoint).host, label: nameOfUser(user) ?? user.id };
  return toDataURL(new TOTP({ ...names, secret: Secret.fromBase32(key) }).toString());
};

/** Backup codes that are about to be saved. */
export const createBackupCodes = (codes: string[]): MfaVerification & { type: 'BackupCode' } => ({
  ...newFactor(),
  type: 'BackupCode',
  codes: codes.map(code => ({ code })),
});

/** A factor as stored with the user: backup codes cannot be read again. */
export const settleFactor = async <Factor extends MfaVerification>(factor: Factor): Promise<Factor> =>
  factor.type === 'BackupCode' ? { ...factor, codes: await hashBackupCodes(factor.codes) } : factor;

/** A user has at most one authenticator app. The dialect has two statuses for a secret that is none. */
export const addTotp = (factors: MfaVerification[], key?: string, status: 400 | 422 = 422) => {
  if (factors.some(({ type }) => type === 'Totp')) throw new RequestError('user.totp_already_in_use');
  if (key !== undefined && !isTotpKey(key)) throw new RequestError('user.totp_secret_invalid', { status });
  return createTotp(key);
};

/** Another authenticator app in the place of the one before. */
export const replaceTotp = (factors: MfaVerification[], key: string) => {
  const others = factors.filter(({ type }) => type !== 'Totp');
  return [...others, addTotp(others, key, 400)];
};

/** The remaining factors. Backup codes never stand alone, so they are removed with the last other factor. */
export const withoutFactor = (factors: MfaVerification[], id: string): MfaVerification[] => {
  const rest = factors.filter(factor => factor.id !== id);
  return rest.some(({ type }) => type !== 'BackupCode') ? rest : [];
};

/** Backup codes stand in for another factor that was lost. */
export const addBackupCodes = async (factors: MfaVerification[], codes: string[]) => {
  if (factors.some(({ type }) => type === 'BackupCode'))
    throw new RequestError('user.backup_code_already_in_use');
  if (factors.length === 0) throw new RequestError('session.mfa.backup_code_can_not_be_alone');
  if (!codes.every(isBackupCode)) throw new RequestError('user.wrong_backup_code_format');
  return settleFactor(createBackupCodes(codes));
};

/** Other backup codes in the place of those before, which end at the same moment. */
export const replaceBackupCodes = async (factors: MfaVerification[], codes: string[]) => {
  const others = factors.filter(({ type }) => type !== 'BackupCode');
  return [...others, await addBackupCodes(others, codes)];
};

const newFactor = () => ({ id: generateId(), createdAt: new Date().toISOString() });

const mapSecrets = (factor: MfaVerification, map: (text: string) => string): MfaVerification => {
  if (factor.type === 'Totp') return { ...factor, key: map(factor.key) };
  if (factor.type === 'BackupCode')
    return { ...factor, codes: factor.codes.map(({ code, ...rest }) => ({ ...rest, code: map(code) })) };
  return factor;
};
