import { ExperienceError } from '../api.ts';
import { data } from '../data.ts';
import { say } from './client.ts';

/** That it is still the user counts for some minutes, in this tab. */
type Proof = { id: string; expiresAt: number };

const storageKey = `gatehouse:${data.tenantId}:proof`;
/** A proof is not used in its last seconds: it must last until the server has read it. */
const marginMs = 15_000;

export const getProof = () => {
  const proof: Proof | undefined =
    JSON.parse(window.sessionStorage.getItem(storageKey) ?? 'null') ?? undefined;
  return proof && proof.expiresAt - marginMs > Date.now() ? proof.id : undefined;
};

export const keepProof = (id: string, expiresAt: string | number) =>
  window.sessionStorage.setItem(storageKey, JSON.stringify({ id, expiresAt: new Date(expiresAt).getTime() }));

export const forgetProof = () => window.sessionStorage.removeItem(storageKey);

let ask: (() => Promise<boolean>) | undefined;

/** The dialog says how to ask; there is one at a time. */
export const setAsker = (asker: typeof ask) => {
  ask = asker;
};

/** Ends when the user has proven to be still there, or says that they would not. */
export const prove = async () => {
  if (getProof() || (await ask?.())) return;
  throw new ExperienceError('cancelled', say('proof.cancelled'));
};
