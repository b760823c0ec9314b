import { dayMs } from '@gatehouse/contract/duration.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';

export const daysOfActivity = 30;
const browsers = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/138.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
];

/** Shares of the sign-in methods, in percent. */
const waysIn = [
  ['Password', 52],
  ['EmailVerificationCode', 18],
  ['Social', 16],
  ['SignInPasskey', 9],
  ['EnterpriseSso', 5],
] as const;

const chooseWayIn = (random: Random) => {
  let left = random.below(100);
  for (const [way, share] of waysIn) {
    if (left < share) return way;
    left -= share;
  }
  return waysIn[0][0];
};

/** Weekends are quieter, and the shop grows a little every week. */
const visitorsOn = (random: Random, daysAgo: number, weekday: number) => {
  const growth = 1 - daysAgo * 0.008;
  const rhythm = weekday === 0 || weekday === 6 ? 0.62 : 1;
  return Math.round((170 + random.below(40)) * growth * rhythm);
};

type Visit = { person: Person; applicationId: string; sessionId: string; ip: string; userAgent: string };

const logEntry = (
  random: Random,
  key: string,
  at: number,
  { person, applicationId, sessionId, ip, userAgent }: Visit,
  error?: string,
) => ({
  id: random.id(21),
  key,
  createdAt: at,
  payload: {
    key,
    result: error ? 'Error' : 'Success',
    ...(error ? { error: { code: error } } : {}),
    ip,
    userAgent,
    userId: person.id,
    applicationId,
    sessionId,
  },
});

/** Sign-ins, tokens and failures of the last thirty days. */
export const createActivity = (
  random: Random,
  people: readonly Person[],
  applicationIds: readonly string[],
  now: number,
) => {
  const logs: ReturnType<typeof logEntry>[] = [];
  const activeUsers: { date: string; userId: string }[] = [];
  const tokenUsage: { date: string; userTokens: number; machineTokens: number }[] = [];
  const firstSignIn = new Map<string, number>();
  const lastSignIn = new Map<string, number>();
  const today = Math.floor(now / dayMs) * dayMs;

  for (let daysAgo = daysOfActivity - 1; daysAgo >= 0; daysAgo -= 1) {
    const day = today - daysAgo * dayMs;
    const date = new Date(day).toISOString().slice(0, 10);
    const length = daysAgo === 0 ? Math.max(now - day, 1) : dayMs;
    const visitors = new Set<Person>();
    const wanted = Math.min(visitorsOn(random, daysAgo, new Date(day).getUTCDay()), people.length);
    while (visitors.size < wanted) visitors.add(random.pick(people));
    for (const person of visitors) {
      const at = day + random.below(length);
      const visit = {
        person,
        applicationId: random.pick(applicationIds),
        sessionId: random.id(21),
        // Documentation addresses of RFC 5737.
        ip: `203.0.113.${1 + random.below(254)}`,
        userAgent: random.pick(browsers),
      };
      activeUsers.push({ date, userId: person.id });
      if (!firstSignIn.has(person.id)) firstSignIn.set(person.id, at);
      lastSignIn.set(person.id, at);
      const note = (step: string, secondsBefore: number, error?: string) =>
        logs.push(
          logEntry(random, `Interaction.SignIn.${step}Submit`, at - secondsBefore * 1000, visit, error),
        );
      logs.push(logEntry(random, 'Interaction.Create', at - 30_000, visit));
      if (random.chance(0.15)) {
        const left = { ...visit, sessionId: random.id(21) };
        logs.push(logEntry(random, 'Interaction.Create', at - 60_000, left));
      }
      if (random.chance(0.06)) note('Verification.Password.', 20, 'session.invalid_credentials');
      if (random.chance(0.01)) {
        note('Verification.Password.', 15, 'session.verification_blocked_too_many_attempts');
      }
      note(`Verification.${chooseWayIn(random)}.`, 2);
      if (random.chance(0.2)) note('Verification.Totp.', 1);
      note('', 0);
      if (random.chance(0.03)) {
        logs.push(logEntry(random, 'Interaction.Register.Submit', at, visit));
      }
      if (random.chance(0.5)) {
        logs.push(logEntry(random, 'ExchangeTokenBy.AuthorizationCode', at + 400, visit));
      }
    }
    tokenUsage.push({
      date,
      userTokens: visitors.size * 3 + random.below(60),
      machineTokens: 240 + random.below(80),
    });
  }
  return { logs, activeUsers, tokenUsage, firstSignIn, lastSignIn };
};
