let last: Promise<unknown> = Promise.resolve();

/**
 * An RSA key takes a thread for up to a second, of the few on which passwords are hashed as well. Keys are made one after
 * the other, so that many of them at once keep no sign-in waiting.
 */
export const makeRsaKey = <Key>(generate: () => Promise<Key>): Promise<Key> => {
  const key = last.then(generate);
  last = key.catch(() => undefined);
  return key;
};
