import { data } from './data.ts';

/** Reads text typed during this sign-in, by its purpose. It survives navigation and reloads. */
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
