import { createHash, getHashes, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { passwordHashMethods } from '@gatehouse/contract/users.ts';
import { verify as verifyArgon2 } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { z } from 'zod';
import { RequestError } from '../request-error.ts';

export type PasswordHashMethod = (typeof passwordHashMethods)[number];

type Method = {
  /** Whether a digest belongs to this method and is cheap enough that checking it cannot tie up the server. */
  accepts(digest: string): boolean;
  verify(digest: string, password: string): Promise<boolean>;
};

/** Imported passwords come in the format of the previous system. */
export const verifyDigest = (method: PasswordHashMethod, digest: string, password: string) =>
  methods[method].verify(digest, password);

export const requireDigest = (method: PasswordHashMethod, digest: string) => {
  if (methods[method].accepts(digest)) return;
  if (method === 'Legacy') throw new RequestError('password.invalid_legacy_password_format');
  throw new RequestError('guard.invalid_input', {
    violations: [{ path: 'passwordDigest', code: 'validation.invalid', values: {} }],
  });
};

const largestMemoryKiB = 256 * 1024;
const mostPasses = 16;
const highestBcryptCost = 15;
/** Of all blocks of a key together. */
const mostIterations = 2_000_000;
const longestKeyBytes = 512;

/** `$argon2id$v=19$m=19456,t=2,p=1${salt}${hash}`, the format of the Password Hashing Competition. */
const argon2 = (variant: 'argon2i' | 'argon2d' | 'argon2id'): Method => ({
  accepts(digest) {
    const [, name, memory, passes] =
      /^\$(argon2\w+)\$v=\d+\$m=(\d+),t=(\d+),p=\d{1,2}\$[\w+/]+\$[\w+/]+$/.exec(digest) ?? [];
    return name === variant && Number(memory) <= largestMemoryKiB && Number(passes) <= mostPasses;
  },
  verify: verifyArgon2,
});

const plainHash = (algorithm: string, digits: number): Method => ({
  accepts: digest => new RegExp(`^[\\da-f]{${digits}}$`, 'i').test(digest),
  verify: async (digest, password) => isSame(digest, createHash(algorithm).update(password).digest('hex')),
});

/** `["sha256", ["salt", "@"], "{hash in hexadecimal}"]`, where `@` stands for the password. */
const legacyFormat = z.tuple([z.string(), z.array(z.string()), z.string().regex(/^[\da-f]+$/i)]);

const parseLegacy = (digest: string) => {
  try {
    return legacyFormat.safeParse(JSON.parse(digest)).data;
  } catch {
    return undefined;
  }
};

const derive = promisify(pbkdf2);
const isUpTo = (most: number, digits = '') => /^[1-9]\d*$/.test(digits) && Number(digits) <= most;

/** A key is as long as several hashes, and each of its blocks takes all iterations (RFC 8018 section 5.2). */
const blocksOf = (hash: string, keyLength: number) =>
  getHashes().includes(hash) ? Math.ceil(keyLength / createHash(hash).digest().length) : 1;

const legacy: Method = {
  accepts(digest) {
    const [algorithm = '', parameters = []] = parseLegacy(digest) ?? [];
    if (!parameters.includes('@')) return false;
    const [, iterations, keyLength, hash = ''] = parameters;
    const isCheap =
      isUpTo(longestKeyBytes, keyLength) &&
      isUpTo(Math.floor(mostIterations / blocksOf(hash, Number(keyLength))), iterations);
    const name = algorithm === 'pbkdf2' && isCheap ? hash : algorithm;
    if (!getHashes().includes(name))
      throw new RequestError('password.unsupported_legacy_hash_algorithm', { data: { name } });
    return true;
  },
  async verify(digest, password) {
    const [algorithm = '', parameters = [], expected = ''] = parseLegacy(digest) ?? [];
    const filled = parameters.map(parameter => (parameter === '@' ? password : parameter));
    if (algorithm !== 'pbkdf2')
      return isSame(expected, createHash(algorithm).update(filled.join('')).digest('hex'));
    const [salt = '', iterations, keyLength, hash = '', secret = ''] = filled;
    const key = await derive(secret, salt, Number(iterations), Number(keyLength), hash);
    return isSame(expected, key.toString('hex'));
  },
};

const methods: Record<PasswordHashMethod, Method> = {
  Argon2id: argon2('argon2id'),
  Argon2i: argon2('argon2i'),
  Argon2d: argon2('argon2d'),
  SHA1: plainHash('sha1', 40),
  SHA256: plainHash('sha256', 64),
  MD5: plainHash('md5', 32),
  Bcrypt: {
    accepts(digest) {
      const [, cost] = /^\$2[abxy]\$(\d\d)\$[./\dA-Za-z]{53}$/.exec(digest) ?? [];
      return cost !== undefined && Number(cost) <= highestBcryptCost;
    },
    verify: (digest, password) => verifyBcrypt(password, digest),
  },
  Legacy: legacy,
};

const isSame = (expected: string, actual: string) => {
  const [left, right] = [Buffer.from(expected.toLowerCase()), Buffer.from(actual.toLowerCase())];
  return left.length === right.length && timingSafeEqual(left, right);
};
