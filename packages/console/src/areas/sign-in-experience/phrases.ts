import type { Translation } from '@gatehouse/contract/custom-phrases.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { useQuery } from '@tanstack/react-query';

/** The words that the sign-in pages bring; English where a language lacks them. */
export const useBuiltInPhrases = (language: string) =>
  useQuery({
    queryKey: ['phrases', 'experience', language],
    queryFn: async () => (await loadPhrases(language, 'experience')) as Translation,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;

export type FlatPhrase = { key: string; text: string };

export const flatten = (phrases: Translation, prefix = ''): FlatPhrase[] =>
  Object.entries(phrases).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ key: prefix + name, text: value }] : flatten(value, `${prefix}${name}.`),
  );

export const countOwn = (own: Translation) => flatten(own).filter(({ text }) => text).length;

export const countMissing = (builtIn: Translation, own: Translation) => {
  const worded = new Set(flatten(own).flatMap(({ key, text }) => (text ? [key] : [])));
  return flatten(builtIn).filter(({ key }) => !worded.has(key)).length;
};

/** Every phrase with the tenant's own words for it, or none. */
export const fillIn = (builtIn: Translation, own: Translation): Translation =>
  Object.fromEntries(
    Object.entries(builtIn).map(([name, value]) => {
      const mine = own[name];
      if (typeof value === 'string') return [name, typeof mine === 'string' ? mine : ''];
      return [name, fillIn(value, typeof mine === 'object' ? mine : {})];
    }),
  );

/** Only what has words. */
export const keepWorded = (phrases: Translation): Translation =>
  Object.fromEntries(
    Object.entries(phrases).flatMap(([name, value]): [string, string | Translation][] => {
      if (typeof value === 'string') return value.trim() ? [[name, value]] : [];
      const kept = keepWorded(value);
      return Object.keys(kept).length > 0 ? [[name, kept]] : [];
    }),
  );

/** The places for values in a phrase. */
export const variablesOf = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])];
