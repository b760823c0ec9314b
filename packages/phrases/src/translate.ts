import { listFormat, numberFormat } from './formatters.ts';
import { directionOf } from './languages.ts';

/** Nested phrases; the keys of the English ones are the keys that can be asked for. */
export type Phrases = { readonly [key: string]: string | Phrases };
export type PhraseValues = Readonly<Record<string, string | number | readonly string[]>>;

type PluralSuffix = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other';
type WithoutPlural<Key extends string> = Key extends `${infer Stem}${PluralSuffix}` ? Stem : Key;

/** The dotted keys of nested phrases; the plural forms of a phrase are one key. */
export type PhraseKey<P> = {
  [Key in keyof P & string]: P[Key] extends string ? WithoutPlural<Key> : `${Key}.${PhraseKey<P[Key]>}`;
}[keyof P & string];

export type Translate<Key extends string> = (key: Key, values?: PhraseValues) => string;

/** Keys are nested by their dots; where the names themselves have dots (audit keys), the phrases are flat. */
const find = (phrases: Phrases, key: string): string | undefined => {
  if (Object.hasOwn(phrases, key) && typeof phrases[key] === 'string') return phrases[key];
  let node: string | Phrases | undefined = phrases;
  for (const part of key.split('.')) {
    if (typeof node !== 'object' || !Object.hasOwn(node, part)) return undefined;
    node = node[part];
  }
  return typeof node === 'string' ? node : undefined;
};

const placeholder = /\{\{\s*(\w+)\s*\}\}/g;

const valueNamed = (values: PhraseValues, name: string) =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** Names and addresses run in their own direction within a line that runs the other way; codes are the same in both. */
const isolate = (value: string) => (/^\d*$/.test(value) ? value : `\u2068${value}\u2069`);

/** Numbers and lists are written as the language writes them. A value that is not given leaves its placeholder empty. */
const interpolate = (phrase: string, values: PhraseValues, { language, numbers, lists }: Writing) =>
  phrase.replace(placeholder, (_, name: string) => {
    const value = valueNamed(values, name) ?? '';
    if (typeof value === 'number') return numbers.format(value);
    const write = directionOf(language) === 'rtl' ? isolate : String;
    return typeof value === 'string' ? write(value) : lists.format(value.map(write));
  });

type Writing = { language: string; numbers: Intl.NumberFormat; lists: Intl.ListFormat };

/** The number that selects the plural form: `count`, or the only number in the phrase. */
const numberFor = (phrase: string, values: PhraseValues) => {
  const names = new Set([...phrase.matchAll(placeholder)].map(([, name]) => name ?? ''));
  const [number, another] = [...names]
    .map(name => valueNamed(values, name))
    .filter(value => typeof value === 'number');
  return typeof values.count === 'number' ? values.count : another === undefined ? number : undefined;
};

const findForm = (phrases: Phrases, plurals: Intl.PluralRules, key: string, values: PhraseValues) => {
  const usual = find(phrases, `${key}_other`);
  if (!usual) return find(phrases, key);
  const number = numberFor(usual, values);
  return (number !== undefined && find(phrases, `${key}_${plurals.select(number)}`)) || usual;
};

/**
 * A function from key and values to text. A phrase with plural forms (`key_one`, `key_other`) is chosen by `count`, or
 * else by the only number that it names. What the language lacks is taken from English, and what English lacks is the
 * key itself. Values that are `known` need not be given.
 */
export const createTranslator = <Key extends string = string>(
  language: string,
  phrases: Phrases,
  english: Phrases = phrases,
  known: PhraseValues = {},
): Translate<Key> => {
  const writing = {
    language,
    numbers: numberFormat(language),
    lists: listFormat(language, { style: 'narrow' }),
  };
  const sources = [
    { source: phrases, plurals: new Intl.PluralRules(language) },
    { source: english, plurals: new Intl.PluralRules('en') },
  ];

  return (key, given) => {
    const values = { ...known, ...given };
    for (const { source, plurals } of sources) {
      const phrase = findForm(source, plurals, key, values);
      if (phrase) return interpolate(phrase, values, writing);
    }
    return key;
  };
};
