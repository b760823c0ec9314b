import type { DraftReplay, ReplayDetails } from '@gatehouse/contract/draft-replay.ts';
import type { Tenant } from '../domain/tenant.ts';
import { differencesOf } from './differences.ts';
import { isOutdated, isUnknown, outcomeOf, type Side, type SignIn } from './outcome.ts';
import { countDecisions, readAdmitted, readSignIns } from './read.ts';
import type { Rules } from './rules.ts';
import { createTally } from './tally.ts';

/** More are replayed by a sample. */
const mostDecisions = 200_000;

type Compared = { tenant: Tenant; live: Rules; draft: Rules; from: number };
type Replayed = { signIn: SignIn; differences: ReplayDetails[] };

/** Each recorded sign-in, with what a draft changes about it. */
export async function* replaySignIns({ tenant, live, draft, from }: Compared): AsyncGenerator<Replayed[]> {
  const sideOf = async (rules: Rules): Promise<Side> => ({
    rules,
    admitted: await readAdmitted(tenant, rules, from),
  });
  const [now, then] = [await sideOf(live), await sideOf(draft)];
  let count = 0;
  for await (const signIns of readSignIns(tenant, from)) {
    yield signIns.map(signIn => ({
      signIn,
      differences: differencesOf(outcomeOf(signIn, now, live), outcomeOf(signIn, then, live)),
    }));
    count += signIns.reduce((sum, { decisions }) => sum + decisions.length, 0);
    if (count >= mostDecisions) return;
  }
}

export const replay = async (compared: Compared, until: number): Promise<Omit<DraftReplay, 'isScripted'>> => {
  const { tenant, live, draft, from } = compared;
  const tally = createTally(from, until);
  let [outdated, unknown, decisions] = [0, 0, 0];
  for await (const page of replaySignIns(compared))
    for (const { signIn, differences } of page) {
      tally.add(signIn, differences);
      decisions += signIn.decisions.length;
      if (isOutdated(signIn, live)) outdated += 1;
      if (isUnknown(signIn, draft)) unknown += 1;
    }
  const total = decisions >= mostDecisions ? await countDecisions(tenant, from) : decisions;
  const sample = total > decisions ? { sample: decisions / total } : {};
  return { ...tally.result(), outdated, unknown, ...sample };
};
