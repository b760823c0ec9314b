import { ExperienceError } from '../api.ts';
import { data } from '../data.ts';
import { say } from './client.ts';

/** That it is still the user counts for some minutes, in this tab. */
type Proof = { id: string; expiresAt: number; level: ProofLevel };

/** `factor`: what changes the factors takes one that is there already. */
export type ProofLevel = 'presence' | 'factor';

const storageKey = `gatehouse:${data.tenantId}:proof`;
/** A proof is not used in its last seconds: it must last until the server has read it. */
const marginMs = 15_000;

export const getProof = (level: ProofLevel) => {
  const proof: Proof | undefined =
    JSON.parse(window.sessionStorage.getItem(storageKey) ?? 'null') ?? undefined;
  const isEnough = proof && (level === 'presence' || proof.level === 'factor');
  return isEnough && proof.expiresAt - marginMs > Date.now() ? proof.id : undefined;
};

export const keepProof = (id: string, expiresAt: string | number, level: ProofLevel) =>
  window.sessionStorage.setItem(
    storageKey,
    JSON.stringify({ id, expiresAt: new Date(expiresAt).getTime(), level } satisfies Proof),
  );

export const forgetProof = () => window.sessionStorage.removeItem(storageKey);

let ask: ((level: ProofLevel) => Promise<boolean>) | undefined;

/** The dialog says how to ask; there is one at a time. */
export const setAsker = (asker: typeof ask) => {
  ask = asker;
};

/** Ends when the user has proven to be still there, or says that they would not. */
export const prove = async (level: ProofLevel = 'presence') => {
  if (getProof(level) || (await ask?.(level))) return;
  throw new ExperienceError('cancelled', say('proof.cancelled'));
};
