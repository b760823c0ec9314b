import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { MfaVerification } from '@gatehouse/contract/mfa.ts';

type BackupCodes = MfaVerification & { type: 'BackupCode' };

const codeCount = 10;
const codeLength = 10;
const codeAlphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

export const generateBackupCodes = () =>
  Array.from({ length: codeCount }, () =>
    Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join(''),
  );

export const isBackupCode = (code: string) => new RegExp(`^[a-z\\d]{${codeLength}}$`).test(code);

/** Ten characters can be guessed by who has the digest: each guess costs memory and time. One salt for a whole set. */
const digest = promisify(scrypt) as (code: string, salt: Buffer, length: number) => Promise<Buffer>;
const digestLength = 32;
const mark = 'scrypt';

const print = (salt: Buffer, value: Buffer) =>
  [mark, salt.toString('base64url'), value.toString('base64url')].join(':');

const parse = (stored: string) => {
  const [kind, salt = '', value = ''] = stored.split(':');
  if (kind !== mark) return undefined;
  return { salt: Buffer.from(salt, 'base64url'), value: Buffer.from(value, 'base64url') };
};

/** Codes as they are kept. Those that an earlier version kept as they are get their digest too. */
export const hashBackupCodes = async (codes: BackupCodes['codes']): Promise<BackupCodes['codes']> => {
  const salt = randomBytes(16);
  return Promise.all(
    codes.map(async entry =>
      parse(entry.code)
        ? entry
        : { ...entry, code: print(salt, await digest(entry.code, salt, digestLength)) },
    ),
  );
};

/** The set after one of its codes was used, or nothing when the code is wrong or was used before. */
export const useBackupCode = async (
  factor: BackupCodes,
  code: string,
  now: string,
): Promise<BackupCodes | undefined> => {
  const digests = new Map<string, Buffer>();
  const isSame = async (stored: string) => {
    const kept = parse(stored);
    if (!kept) return stored === code;
    const key = kept.salt.toString('base64url');
    const given = digests.get(key) ?? (await digest(code, kept.salt, digestLength));
    digests.set(key, given);
    return timingSafeEqual(given, kept.value);
  };
  let used = -1;
  for (const [index, { code: stored, usedAt }] of factor.codes.entries())
    if (!usedAt && (await isSame(stored))) used = index;
  if (used === -1) return undefined;
  const codes = factor.codes.map((known, index) => (index === used ? { ...known, usedAt: now } : known));
  return { ...factor, codes: await hashBackupCodes(codes), lastUsedAt: now };
};
