import { data } from './data.ts';
import type { TypedIdentifier } from './identifiers.ts';
import { keep, readKept } from './kept.ts';

const regionOfBrowser = () => new Intl.Locale(navigator.language).maximize().region ?? 'US';

/** What was typed as identifier on any page, or what the application says that it is. */
export const readDraft = (): TypedIdentifier =>
  readKept<TypedIdentifier>('identifier') ?? {
    text: data.parameters?.login_hint ?? '',
    region: regionOfBrowser(),
    callingCode: '',
  };

export const keepDraft = (typed: TypedIdentifier) => keep('identifier', typed);
