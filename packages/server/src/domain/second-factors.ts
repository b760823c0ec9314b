import type { MfaVerification } from '@gatehouse/contract/mfa.ts';
import { Secret, TOTP } from 'otpauth';
import type { Origin } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import { useBackupCode } from './backup-codes.ts';
import { openFactors, sealFactors } from './mfa-factors.ts';
import { guardAttempt, type SentinelAction } from './sentinel.ts';
import type { Tenant } from './tenant.ts';
import { findUser } from './users.ts';
import type { Passkey } from './web-authn.ts';

type Prover = { tenant: Tenant; origin: Origin; vault: Vault };

type Totp = MfaVerification & { type: 'Totp' };

/**
 * The factor after a code of it was used, or nothing when the code is wrong. One step of thirty seconds early or late is
 * fine, because clocks are not exact; but each code is good for once, and none after a later one (RFC 6238 section 5.2).
 */
export const useTotp = (factor: Totp, code: string): Totp | undefined => {
  const totp = new TOTP({ secret: Secret.fromBase32(factor.key) });
  const timestamp = Date.now();
  const distance = totp.validate({ token: code, timestamp, window: 1 });
  if (distance === null) return undefined;
  const step = totp.counter({ timestamp }) + distance;
  return step > (factor.lastUsedStep ?? 0) ? { ...factor, lastUsedStep: step } : undefined;
};

/** Checks a code of the user's authenticator app. */
export const proveTotp = (prover: Prover, userId: string, code: string) =>
  prove(prover, userId, 'MfaTotp', async (factor, now) => {
    const used = factor.type === 'Totp' ? useTotp(factor, code) : undefined;
    return used && { ...used, lastUsedAt: now };
  });

/** Keeps the counter of the passkey that was used; without one the attempt has failed. */
export const provePasskey = (prover: Prover, userId: string, used: Passkey | undefined) =>
  prove(prover, userId, 'WebAuthn', async (factor, now) =>
    used && factor.id === used.id ? { ...used, lastUsedAt: now } : undefined,
  );

/** Uses one of the user's backup codes up. */
export const proveBackupCode = (prover: Prover, userId: string, code: string) =>
  prove(prover, userId, 'MfaBackupCode', async (factor, now) =>
    factor.type === 'BackupCode' ? useBackupCode(factor, code, now) : undefined,
  );

/** The user's row is held meanwhile: of two requests with the same code only one gets through. */
const prove = (
  { tenant, origin, vault }: Prover,
  userId: string,
  action: SentinelAction,
  use: (factor: MfaVerification, now: string) => Promise<MfaVerification | undefined>,
): Promise<boolean> => {
  const identifier = { type: 'user', value: userId };
  const { database, live } = tenant;
  // In a preview, a code stays unused.
  const write = live ? live.database.tryWrite : database.write;
  return guardAttempt({ tenant, origin }, { action, identifier }, () =>
    write(origin, async tx => {
      await tx.db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
      const factors = openFactors(await findUser(tx.db, userId), vault);
      const now = new Date().toISOString();
      const used = await Promise.all(factors.map(factor => use(factor, now)));
      if (!used.some(Boolean)) return false;
      const mfaVerifications = sealFactors(
        factors.map((factor, index) => used[index] ?? factor),
        vault,
      );
      await tx.db.updateTable('users').set({ mfaVerifications }).where('id', '=', userId).execute();
      return true;
    }),
  );
};
