import { data } from './data.ts';

/** What was typed during this sign-in, by what it is for. It is there on the next page, and after a reload. */
export const readKept = <Value>(name: string): Value | undefined => {
  try {
    const { interactionId, value } = JSON.parse(window.sessionStorage.getItem(`gatehouse:${name}`) ?? '{}');
    return interactionId === data.interactionId ? value : undefined;
  } catch {
    return undefined;
  }
};

export const keep = (name: string, value: unknown) => {
  try {
    const kept = { interactionId: data.interactionId, value };
    window.sessionStorage.setItem(`gatehouse:${name}`, JSON.stringify(kept));
  } catch {
    // Without storage the page still works; it only remembers less.
  }
};
