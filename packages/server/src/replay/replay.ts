import type { DraftReplay, ReplayDetails } from '@gatehouse/contract/draft-replay.ts';
import type { Tenant } from '../domain/tenant.ts';
import { differencesOf } from './differences.ts';
import { isOutdated, isUnknown, outcomeOf, type Side, type SignIn } from './outcome.ts';
import type { ReplayPieces } from './pieces.ts';
import { countDecisions, readAdmitted, readSignIns } from './read.ts';
import type { Rules } from './rules.ts';
import { createTally } from './tally.ts';

/** More are replayed by a sample. */
const mostDecisions = 200_000;
/** More would keep other requests waiting for long. */
const judgedAtOnce = 250;

type Compared = { tenant: Tenant; pieces: ReplayPieces; live: Rules; draft: Rules; from: number };
type Replayed = { signIn: SignIn; differences: ReplayDetails[] };

/** Each recorded sign-in, with what a draft changes about it. */
export async function* replaySignIns({
  tenant,
  pieces,
  live,
  draft,
  from,
}: Compared): AsyncGenerator<Replayed[]> {
  const sideOf = async (rules: Rules): Promise<Side> => ({
    rules,
    admitted: await readAdmitted(tenant, rules, from),
  });
  const [now, then] = [await sideOf(live), await sideOf(draft)];
  let count = 0;
  const judge = (signIn: SignIn): Replayed => ({
    signIn,
    differences: differencesOf(outcomeOf(signIn, now, live), outcomeOf(signIn, then, live)),
  });
  const signIns = readSignIns(tenant, from);
  while (count < mostDecisions) {
    const read = await pieces(tenant.id, () => signIns.next());
    if (read.done) return;
    for (let first = 0; first < read.value.length; first += judgedAtOnce) {
      const some = read.value.slice(first, first + judgedAtOnce);
      yield await pieces(tenant.id, async () => some.map(judge));
      count += some.reduce((sum, { decisions }) => sum + decisions.length, 0);
    }
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
