import { RequestError } from './request-error.ts';

/** More than a request can wait for: a key takes up to a second, and a request has 20. */
const mostWaiting = 32;

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * An RSA key takes a thread for up to a second, and passwords are hashed on the same few threads. Keys are made one after
 * the other, so that sign-ins do not wait for them. Requests beyond those that can be answered in time are refused, so
 * that one tenant cannot keep the others waiting.
 */
export const makeRsaKey = async <Key>(generate: () => Promise<Key>): Promise<Key> => {
  if (waiting >= mostWaiting) throw new RequestError('server.busy', { retryAfterSeconds: 10 });
  waiting += 1;
  const key = last.then(generate).finally(() => {
    waiting -= 1;
  });
  last = key.catch(() => undefined);
  return key;
};
