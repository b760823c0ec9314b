import { displayName } from '@gatehouse/contract/display-names.ts';
import fc from 'fast-check';
import { z } from 'zod';
import { hostileText } from './hostile-texts.ts';

export const shorter = (longest: number) => hostileText.map(text => cut(text, longest));

/** Never in the middle of a character. */
const cut = (text: string, longest: number) =>
  text.length <= longest ? text : text.slice(0, longest).toWellFormed().replaceAll('\ufffd', '?');

export const shownName = displayName(z.string().min(1).max(128));
export const name = shorter(128).filter(text => z.safeParse(shownName, text).success);
export const token = shorter(60)
  .map(text => text.replace(/\s/g, '') || 'x')
  .filter(text => z.safeParse(shownName, text).success);
export const description = shorter(120);
const slug = fc.stringMatching(/^[a-z\d][a-z\d-]{0,12}$/);
export const json = fc.dictionary(
  hostileText.filter(key => key !== '__proto__'),
  fc.oneof(hostileText, fc.integer(), fc.boolean(), fc.constant(null)),
  {
    maxKeys: 3,
  },
);
export const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

export type Fields = Record<string, unknown>;
export type Objects = Map<string, Fields>;

/** Objects by their slugs, no two of them with the same value in a field that is unique. */
export const objects = (fields: fc.Arbitrary<Fields>, unique: (fields: Fields) => unknown, maxLength = 3) =>
  fc.uniqueArray(fc.tuple(slug, fields), { maxLength, selector: ([each]) => each }).map(list => {
    const seen = new Set<unknown>();
    return new Map(
      list.filter(([, each]) => {
        const key = unique(each);
        const isNew = !seen.has(key);
        seen.add(key);
        return isNew;
      }),
    );
  });

export const some = <T>(values: readonly T[], maxLength = 3): fc.Arbitrary<T[]> =>
  values.length
    ? fc.subarray([...values], { maxLength: Math.min(maxLength, values.length) })
    : fc.constant([]);

export const host = fc.stringMatching(/^[a-z]{3,10}$/).map(label => `${label}.example`);
export const address = fc
  .tuple(host, fc.stringMatching(/^[a-z]{0,6}$/))
  .map(([at, path]) => `https://${at}/${path}`);
