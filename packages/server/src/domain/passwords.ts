import { availableParallelism } from 'node:os';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { RequestError } from './request-error.ts';

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Without a digest it takes as long and says no, so that time does not tell who exists. */
  verify(digest: string | null | undefined, password: string): Promise<boolean>;
};

export const passwordAlgorithm = 'Argon2id';

/** The setting that OWASP recommends first: 19 MiB, two passes, one lane. */
const settings = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

export const hashPassword = (password: string) => hash(password, settings);

/**
 * Hashing runs on the thread pool, at most one for each core at once and a bounded number waiting. When the queue is
 * full callers are turned away at once: a burst of sign-ins must not starve everything else.
 */
export const createPasswordHasher = ({
  concurrency = availableParallelism(),
  maxWaiting = 200,
} = {}): PasswordHasher => {
  let running = 0;
  const waiting: (() => void)[] = [];
  const decoy = hashPassword('nobody has this password');

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
    hash: password => enqueue(() => hashPassword(password)),
    verify: (digest, password) =>
      enqueue(async () => {
        const matches = await verify(digest ?? (await decoy), password);
        return matches && Boolean(digest);
      }),
  };
};
