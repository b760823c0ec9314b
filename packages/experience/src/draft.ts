import { data } from './data.ts';
import type { TypedIdentifier } from './identifiers.ts';
import { keep, readKept } from './kept.ts';

const regionOfBrowser = () => new Intl.Locale(navigator.language).maximize().region ?? 'US';

/** The identifier typed on any page of the sign-in, or the login hint of the application. */
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
