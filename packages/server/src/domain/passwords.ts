import { availableParallelism } from 'node:os';
import { normalizePassword } from '@gatehouse/contract/password-rules.ts';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { RequestError } from '../request-error.ts';
import { createFairQueue } from '../scripts/fair-queue.ts';
import { systemOrigin } from './origins.ts';
import { type PasswordHashMethod, verifyDigest } from './password-digests.ts';
import type { Tenant } from './tenant.ts';

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Without a digest it takes as long and says no, so that time does not tell who exists. */
  verify(
    tenantId: string,
    digest: string | null | undefined,
    password: string,
    method?: PasswordHashMethod | null,
  ): Promise<boolean>;
};

export const passwordAlgorithm = 'Argon2id';

/** The cost of a hash: memory in KiB, and passes over it. */
type HashingCost = { memoryCost: number; timeCost: number };

/** The setting that OWASP recommends first: 19 MiB, two passes, one lane. */
const recommendedCost: HashingCost = { memoryCost: 19_456, timeCost: 2 };

export const hashPassword = (password: string, cost = recommendedCost) =>
  hash(normalizePassword(password), {
    algorithm: 2 satisfies Algorithm.Argon2id,
    parallelism: 1,
    ...cost,
  });

/** Whether a digest costs no more than those that we make. An imported one of the same algorithm can cost far more. */
const isOfOurCost = (digest: string) => {
  const [, memory, passes] = /\$m=(\d+),t=(\d+),/.exec(digest) ?? [];
  return Number(memory) <= recommendedCost.memoryCost && Number(passes) <= recommendedCost.timeCost;
};

const importedLimits = {
  // Other work finds a free thread in the pool of four.
  workers: Math.min(3, Math.max(2, availableParallelism())),
  waitingPerTenant: 200,
  trialsPerTenant: 0,
  trialsPerPerson: 0,
  longestWaitMs: 10_000,
  // bcrypt and the common settings of Argon2 and PBKDF2 take less.
  quickMs: 250,
};

/**
 * Hashing runs on the thread pool, at most one for each core at once and a bounded number waiting. When the queue is
 * full callers are turned away at once: a burst of sign-ins must not starve everything else. A tenant chooses what its
 * imported digests cost: they are checked in a queue of their own, in which tenants whose
 * digests cost much wait for the others.
 */
export const createPasswordHasher = ({
  concurrency = availableParallelism(),
  maxWaiting = 200,
  cost = recommendedCost,
} = {}): PasswordHasher => {
  let running = 0;
  const waiting: (() => void)[] = [];
  const imported = createFairQueue(importedLimits);
  const decoy = hashPassword('nobody has this password', cost);

  const enqueue = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) throw new RequestError('server.busy', { retryAfterSeconds: 2 });
      await new Promise<void>(resolve => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };

  return {
    hash: password => enqueue(() => hashPassword(password, cost)),
    async verify(tenantId, digest, password, method) {
      if (digest && method === passwordAlgorithm && isOfOurCost(digest))
        return enqueue(() => verify(digest, normalizePassword(password)));
      // An imported digest is checked so fast that the time would reveal it: the decoy is checked, too.
      await enqueue(async () => verify(await decoy, password));
      if (!digest) return false;
      return imported.run({ tenantId }, async () => {
        const begun = performance.now();
        const result = await verifyDigest(method ?? passwordAlgorithm, digest, password);
        return { result, spentMs: performance.now() - begun };
      });
    },
  };
};

type Holder = { id: string; passwordEncrypted: string | null; passwordEncryptionMethod: string | null };

/** Verifies the password of a user. An imported password with another algorithm is hashed again on success, but in no preview. */
export const checkPassword = async (
  { tenant, passwords }: { tenant: Tenant; passwords: PasswordHasher },
  user: Holder | undefined,
  password: string,
): Promise<boolean> => {
  const method = user?.passwordEncryptionMethod as PasswordHashMethod | null | undefined;
  const matches = await passwords.verify(tenant.id, user?.passwordEncrypted, password, method);
  if (matches && user && method !== passwordAlgorithm && !tenant.live) {
    const passwordEncrypted = await passwords.hash(password);
    await tenant.database.write(systemOrigin('password'), tx =>
      tx.db
        .updateTable('users')
        .set({ passwordEncrypted, passwordEncryptionMethod: passwordAlgorithm })
        .where('id', '=', user.id)
        .where('passwordEncrypted', '=', user.passwordEncrypted)
        .execute(),
    );
  }
  return matches;
};
