import {
  type SignInChangeKind,
  type StuckReason,
  signInChangeKinds,
} from '@gatehouse/contract/sign-in-changes.ts';
import { checkSignIn } from '../check.ts';
import { applicationChanges } from './application-changes.ts';
import type { Asked, Candidate, Facts, Known } from './facts.ts';
import { settingChanges } from './setting-changes.ts';
import { companyChanges, userChanges } from './user-changes.ts';

export type Step = { change: Candidate['change']; requests: Asked[] };
type Tried = { steps: Step[]; facts: Facts };

const mostSuggestions = 6;

/**
 * The smallest changes after which the rules of a real sign-in let the user in: single ones, or else pairs. Those that
 * affect the fewest others come first.
 */
export const findChanges = (known: Known, facts: Facts): Step[][] => {
  const isLet = ({ facts: after }: Tried) => isLetThrough(after, known.stuckOn);
  const nothing: Tried = { steps: [], facts };
  if (isLet(nothing)) return [];
  const candidates = [
    ...userChanges(known),
    ...companyChanges(facts),
    ...applicationChanges(known),
    ...settingChanges,
  ].toSorted((one, other) => rankOf(one.change.kind) - rankOf(other.change.kind));
  const singles = candidates.flatMap(candidate => add(nothing, candidate));
  const found = singles.filter(isLet);
  const enough = found.length > 0 ? found : pairs(candidates, nothing).filter(isLet);
  return enough
    .map(({ steps }) => steps)
    .toSorted((one, other) => dangerOf(one) - dangerOf(other))
    .slice(0, mostSuggestions);
};

const add = ({ steps, facts }: Tried, { change, make }: Candidate): Tried[] => {
  const made = make(facts);
  return made ? [{ steps: [...steps, { change, requests: made.requests }], facts: made.facts }] : [];
};

/** In the order in which both can be made: the first can be what makes the second possible. */
const pairs = (candidates: readonly Candidate[], nothing: Tried) =>
  candidates.flatMap((one, index) =>
    candidates.slice(index + 1).flatMap(other => {
      const [inOrder] = add(nothing, one).flatMap(tried => add(tried, other));
      return inOrder ?? add(nothing, other).flatMap(tried => add(tried, one));
    }),
  );

const rankOf = (kind: SignInChangeKind) => signInChangeKinds.indexOf(kind);

/** That of the worse change counts, then that of the other. */
const dangerOf = (steps: readonly Step[]) => {
  const ranks = steps.map(({ change }) => rankOf(change.kind)).toSorted((one, other) => other - one);
  return ranks.reduce((danger, rank) => danger * signInChangeKinds.length + rank, 0);
};

/** A question counts as an obstacle if the user cannot answer it. */
const isLetThrough = ({ surroundings, attempt }: Facts, stuckOn: StuckReason | undefined) => {
  const { isAllowed, gates } = checkSignIn(surroundings, attempt);
  return isAllowed && !gates.some(({ notes }) => notes.some(({ code }) => code === stuckOn));
};
