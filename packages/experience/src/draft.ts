import { data } from './data.ts';
import type { TypedIdentifier } from './identifiers.ts';
import { keep, readKept } from './kept.ts';

const regionOfBrowser = () => new Intl.Locale(navigator.language).maximize().region ?? 'US';

/** What was typed as identifier on any page of a sign-in, or what the application says that it is. */
const read = (): TypedIdentifier =>
  readKept<TypedIdentifier>('identifier') ?? {
    text: data.parameters?.login_hint ?? '',
    region: regionOfBrowser(),
    callingCode: '',
  };

export type Draft = { read: () => TypedIdentifier; keep: (typed: TypedIdentifier) => void };

export const signInDraft: Draft = { read, keep: typed => keep('identifier', typed) };

/** A new draft that has no text from another page. */
export const newDraft: Draft = {
  read: () => ({ text: '', region: regionOfBrowser(), callingCode: '' }),
  keep: () => undefined,
};
