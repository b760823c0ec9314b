const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

/** A stream of random choices that is the same for the same seed (mulberry32). */
export const createRandom = (seed: number) => {
  let state = seed >>> 0;

  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };

  /** A whole number from 0 up to, not including, the limit. */
  const below = (limit: number) => Math.floor(next() * limit);

  return {
    next,
    below,
    chance: (probability: number) => next() < probability,
    pick: <T>(items: readonly T[]): T => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('Nothing to pick from.');
      return item;
    },
    id: (size: number) => Array.from({ length: size }, () => alphabet[below(alphabet.length)]).join(''),
  };
};

export type Random = ReturnType<typeof createRandom>;
