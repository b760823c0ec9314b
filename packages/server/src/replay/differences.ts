import type { ReplayDetails, ReplayKind } from '@gatehouse/contract/draft-replay.ts';
import type { MfaFactor } from '@gatehouse/contract/mfa.ts';
import { explainRefusal } from '@gatehouse/contract/refusals.ts';
import type { Outcome } from './outcome.ts';
import type { Objection } from './rules.ts';

/** The differences between two outcomes of a sign-in. */
export const differencesOf = (live: Outcome, draft: Outcome): ReplayDetails[] => {
  if (draft.refused && !live.refused) return [describe('refused', draft.refused)];
  if (live.refused && !draft.refused) return [describe('admitted', live.refused)];
  if (live.refused && draft.refused)
    return live.refused.code === draft.refused.code ? [] : [describe('refusedOtherwise', draft.refused)];
  return [
    ...added(live, draft).map(objection => describe('asked', objection)),
    ...added(draft, live).map(objection => describe('spared', objection)),
  ];
};

const added = (from: Outcome, to: Outcome) => {
  const known = new Set(from.asked.map(({ code }) => code));
  const fresh = to.asked.filter(({ code }) => !known.has(code));
  return fresh.filter(({ code }, index) => fresh.findIndex(each => each.code === code) === index);
};

const describe = (kind: ReplayKind, { rule, code, data }: Objection): ReplayDetails => {
  const { setting } = explainRefusal({ code });
  const factors = data?.availableFactors as MfaFactor[] | undefined;
  const missingProfile = data?.missingProfile as string[] | undefined;
  return {
    kind,
    code,
    rule,
    ...(setting ? { setting } : {}),
    ...(factors?.length ? { factors: factors.toSorted() } : {}),
    ...(missingProfile?.length ? { missingProfile } : {}),
    ...(data?.skippable ? { isSkippable: true } : {}),
  };
};
