import { type PresenceProof, presenceProofs } from '@gatehouse/contract/account.ts';
import type { TemplateType } from '@gatehouse/contract/email-templates.ts';
import type { Kysely } from 'kysely';
import type { Origin } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { findSender } from '../messages/queue.ts';
import { RequestError } from '../request-error.ts';
import { type CodeIdentifier, checkPasscode, sendPasscode } from './passcodes.ts';
import { checkPassword, type PasswordHasher } from './passwords.ts';
import { proveBackupCode, proveTotp } from './second-factors.ts';
import { guardAttempt } from './sentinel.ts';
import { isSignedInSince } from './sessions.ts';
import type { Tenant } from './tenant.ts';
import type { UserRow } from './user-row.ts';
import { createRecord, markVerified, type ProofLevel, proofLifetimeMs } from './verification-records.ts';

type Prover = { tenant: Tenant; origin: Origin; services: { passwords: PasswordHasher; vault: Vault } };

const sessionOf = ({ sessionUid }: Origin) => ({ ...(sessionUid ? { sessionUid } : {}) });

/** Signed-in users prove that they are still there by their password. */
export const proveByPassword = async (
  { tenant, origin, services }: Prover,
  user: UserRow,
  password: string,
) => {
  const identifier = { type: 'user', value: user.id };
  const succeeded = await guardAttempt({ tenant, origin }, { action: 'Password', identifier }, () =>
    checkPassword({ tenant, passwords: services.passwords }, user, password),
  );
  if (!succeeded) throw new RequestError('session.invalid_credentials');
  return tenant.database.send(db =>
    createRecord(db, { userId: user.id, type: 'Password', isVerified: true, data: sessionOf(origin) }),
  );
};

/** Or by their authenticator app. */
export const proveByTotp = async ({ tenant, origin, services }: Prover, user: UserRow, code: string) => {
  const isRight = await proveTotp({ tenant, origin, vault: services.vault }, user.id, code);
  if (!isRight) throw new RequestError('session.mfa.invalid_totp_code');
  return tenant.database.send(db => createRecord(db, { userId: user.id, type: 'Totp', isVerified: true }));
};

/** Or by one of their backup codes, when the other factor is lost. */
export const proveByBackupCode = async (
  { tenant, origin, services }: Prover,
  user: UserRow,
  code: string,
) => {
  const isRight = await proveBackupCode({ tenant, origin, vault: services.vault }, user.id, code);
  if (!isRight) throw new RequestError('session.mfa.invalid_backup_code');
  return tenant.database.send(db =>
    createRecord(db, { userId: user.id, type: 'BackupCode', isVerified: true }),
  );
};

/**
 * How users can prove that they are still there, as far as a code can be sent to them. Those who are left with nothing
 * sign in again.
 */
export const listProofs = async (db: Kysely<Tables>, user: UserRow, level: ProofLevel = 'presence') => {
  const proofs = proofsOf(user, level);
  const unsent: PresenceProof[] = [];
  for (const [proof, channel] of [
    ['EmailVerificationCode', 'Email'],
    ['PhoneVerificationCode', 'Sms'],
  ] as const)
    if (proofs.includes(proof) && !(await findSender(db, channel))) unsent.push(proof);
  return proofs.filter(proof => !unsent.includes(proof));
};

/** Whether the user signed in to this session so recently that it counts as a proof. */
export const isSignInProof = (db: Kysely<Tables>, userId: string, sessionUid: string | undefined) =>
  isSignedInSince(db, { userId, uid: sessionUid, since: Date.now() - proofLifetimeMs });

/** The accepted proofs of a user. Email and SMS codes count only when there is no MFA factor. */
const proofsOf = (user: UserRow, level: ProofLevel): PresenceProof[] => {
  const types = (user.mfaVerifications as { type: string }[]).map(({ type }) => type);
  const hasFactor = types.length > 0;
  const held = {
    Password: user.passwordEncrypted !== null && (level === 'presence' || !hasFactor),
    EmailVerificationCode: user.primaryEmail !== null && !hasFactor,
    PhoneVerificationCode: user.primaryPhone !== null && !hasFactor,
    Totp: types.includes('Totp'),
    WebAuthn: types.includes('WebAuthn'),
    BackupCode: types.includes('BackupCode'),
  };
  return presenceProofs.filter(proof => held[proof]);
};

/** Sends a code to what is theirs, or to what they want to have. */
export const sendOwnCode = async (
  { tenant, origin, services }: Prover,
  user: UserRow,
  {
    identifier,
    ownTemplate,
    locale,
  }: { identifier: CodeIdentifier; ownTemplate?: TemplateType; locale: string | undefined },
) => {
  const isOwn = [user.primaryEmail, user.primaryPhone].includes(identifier.value);
  const templateType = isOwn ? (ownTemplate ?? 'UserPermissionValidation') : 'BindNewIdentifier';
  const id = await sendPasscode(
    { tenant, origin, vault: services.vault },
    { identifier, templateType, locale, senderId: user.id },
  );
  return tenant.database.send(db =>
    createRecord(db, {
      id,
      userId: user.id,
      type: 'VerificationCode',
      identifier,
      isVerified: false,
      data: sessionOf(origin),
    }),
  );
};

/** The record of a code has the code's id. */
export const proveByCode = async (
  { tenant, origin }: Pick<Prover, 'tenant' | 'origin'>,
  attempt: { id: string; identifier: CodeIdentifier; code: string },
) => {
  await checkPasscode({ tenant, origin }, attempt);
  await tenant.database.send(db => markVerified(db, attempt.id));
};
