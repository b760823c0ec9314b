import type {
  DraftReplay,
  ReplayDetails,
  ReplayedSignIn,
  ReplayGroup,
} from '@gatehouse/contract/draft-replay.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import type { SignIn } from './outcome.ts';

const mostExamples = 20;

type Group = ReplayDetails & { signIns: number; people: Set<string>; examples: ReplayedSignIn[] };

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Adds up what changes for sign-ins, by day and by reason. */
export const createTally = (from: number, until: number) => {
  const days = new Map<string, { signIns: number; changed: number }>();
  for (let at = from; at <= until; at += dayMs) days.set(dayOf(at), { signIns: 0, changed: 0 });
  days.set(dayOf(until), { signIns: 0, changed: 0 });
  const groups = new Map<string, Group>();
  let [signIns, changed] = [0, 0];

  const addTo = (details: ReplayDetails, signIn: ReplayedSignIn) => {
    const key = JSON.stringify(details);
    const group = groups.get(key) ?? { ...details, signIns: 0, people: new Set(), examples: [] };
    groups.set(key, group);
    group.signIns += 1;
    if (signIn.userId !== null) group.people.add(signIn.userId);
    group.examples.push(signIn);
    if (group.examples.length >= 2 * mostExamples) group.examples = latest(group.examples);
  };

  return {
    add(signIn: SignIn, differences: readonly ReplayDetails[]) {
      const replayed = presentSignIn(signIn);
      const day = days.get(dayOf(replayed.at));
      const isChanged = differences.length > 0;
      signIns += 1;
      if (day) day.signIns += 1;
      if (!isChanged) return;
      changed += 1;
      if (day) day.changed += 1;
      for (const details of differences) addTo(details, replayed);
    },

    result: (): Pick<DraftReplay, 'from' | 'until' | 'signIns' | 'changed' | 'days' | 'groups'> => ({
      from,
      until,
      signIns,
      changed,
      days: [...days].map(([date, counts]) => ({ date, ...counts })),
      groups: [...groups.values()].map(presentGroup).toSorted((one, other) => other.signIns - one.signIns),
    }),
  };
};

const latest = (examples: readonly ReplayedSignIn[]) =>
  examples.toSorted((one, other) => other.at - one.at).slice(0, mostExamples);

const presentGroup = ({ people, examples, ...group }: Group): ReplayGroup => ({
  ...group,
  people: people.size,
  examples: latest(examples),
});

export const presentSignIn = ({ id, decisions }: SignIn): ReplayedSignIn => ({
  signInId: id,
  at: decisions[0]?.at ?? 0,
  userId: decisions.findLast(({ userId }) => userId !== null)?.userId ?? null,
  applicationId: decisions.findLast(({ applicationId }) => applicationId !== null)?.applicationId ?? null,
});
