import type { z } from 'zod';

/**
 * Invisible characters: controls, line separators, direction marks, fillers and blanks. The joiners of emoji and of
 * scripts such as Arabic and Devanagari stay, and so do variation selectors.
 */
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const variants = /^[\uFE00-\uFE0F]$/;
const joiners = /^[\u200C\u200D]$/;
/** Nothing joins these: a joiner among them only makes one name look like another. */
const unjoined = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Z}]$/u;
/** More marks on one letter cover the lines around it. */
const piled = /\p{M}{6,}/u;

/** Whether users see a name as it is. Names are often written by one person and read by others. */
export const isPlainName = (name: string) => {
  if (piled.test(name)) return false;
  for (const { 0: character, index } of name.matchAll(hidden)) {
    // One character, which may have two halves: names of any length are looked at before they are refused for it.
    const before = name.slice(Math.max(0, index - 2), index);
    if (variants.test(character) && before !== '') continue;
    const isJoined = before !== '' && !unjoined.test(before) && index + 1 < name.length;
    if (!joiners.test(character) || !isJoined) return false;
  }
  return true;
};

/** A new name that is shown to users. Names from before stay as they are. */
export const displayName = <Name extends z.ZodType<string, string>>(name: Name) =>
  name.refine(isPlainName, { error: 'validation.hidden_characters' });
