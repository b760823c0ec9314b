import { data } from './data.ts';
import type { TypedIdentifier } from './identifiers.ts';

const key = 'gatehouse:identifier';

const regionOfBrowser = () => new Intl.Locale(navigator.language).maximize().region ?? 'US';

/** What was typed as identifier on any page of this sign-in: it is there on the next page, and after a reload. */
export const readDraft = (): TypedIdentifier => {
  const fresh = { text: data.parameters?.login_hint ?? '', region: regionOfBrowser(), callingCode: '' };
  try {
    const { interactionId, typed } = JSON.parse(window.sessionStorage.getItem(key) ?? '{}');
    return { ...fresh, ...(interactionId === data.interactionId ? typed : {}) };
  } catch {
    return fresh;
  }
};

export const keepDraft = (typed: TypedIdentifier) => {
  try {
    window.sessionStorage.setItem(key, JSON.stringify({ interactionId: data.interactionId, typed }));
  } catch {
    // Without storage the page still works; it only remembers less.
  }
};
