import { setTimeout as pause } from 'node:timers/promises';
import { createRequests } from '../../../packages/server/src/drills/testing/requests.ts';
import { longestGap } from './figures.mjs';
import { until } from './programs.mjs';

const writers = 4;
const machines = 2;
const visitors = 1;
/** The maximum number of requests in flight. */
export const clients = writers + machines + visitors;
/** After a refusal a client waits; without it a dead server would be asked thousands of times a second. */
const afterFailureMs = 50;
/** People do not sign in one after the other; hashing passwords must not be all that the machine does. */
const betweenSignInsMs = 250;

/**
 * Load as it comes from clients: users created and renamed over the management API, tokens for machines, and whole sign-ins.
 * Everything that was acknowledged is kept, to be looked for at the end.
 */
export const startLoad = async (context, product) => {
  const client = JSON.parse(await product.command('m2m', 'create', '--name', 'Drill', '--json'));
  const requests = await createRequests(product.endpoint, client);
  const { manage, failures } = requests;
  const person = { username: `visitor_${Date.now()}`, password: 'violet harbor 42' };
  await manage('POST', '/users', person);
  const application = await requests.createApplication();
  const signIn = () => requests.signInPerson(application.id, person);
  /** The last acknowledged name of each user, by the user's ID. */
  const users = new Map();
  const refreshTokens = [];
  const times = { write: [], token: [], signIn: [] };
  let isOver = false;

  const loops = createLoops({ requests, signIn, users, refreshTokens, times });
  const repeat = async loop => {
    while (!isOver) await loop();
  };
  const startedAt = performance.now();
  const running = [
    ...Array.from({ length: writers }, () => repeat(loops.write)),
    ...Array.from({ length: machines }, () => repeat(loops.token)),
    ...Array.from({ length: visitors }, () => repeat(loops.signIn)),
  ];

  const stop = async () => {
    isOver = true;
    await Promise.all(running);
  };
  context.defer(() => {
    isOver = true;
  });

  return {
    manage,
    failures,
    applicationId: application.id,
    /** When each acknowledged request of a kind was answered. */
    times,
    users,
    findUsers: () => findUsers(manage),
    signIn,
    /** Waits until this many more writes are acknowledged, and as many sign-ins as said. */
    async acknowledge(writes, { signIns = 0, seconds = 300 } = {}) {
      const goal = { write: times.write.length + writes, signIn: times.signIn.length + signIns };
      await until(
        `${writes} more writes and ${signIns} more sign-ins are acknowledged`,
        () => times.write.length >= goal.write && times.signIn.length >= goal.signIn,
        { seconds },
      );
    },
    stop,
    /** Looks for all that was acknowledged, and says how long nothing was. Ends the load. */
    async result({ from = startedAt, to } = {}) {
      const endedAt = to ?? performance.now();
      await stop();
      const found = await findUsers(manage);
      let lost = 0;
      for (const [id, name] of users)
        if (!found.has(id) || (name !== undefined && found.get(id) !== name)) lost += 1;
      const refused = failures.length;
      for (const token of refreshTokens) if (!(await requests.refresh(application.id, token))) lost += 1;
      return {
        acknowledged: times.write.length + refreshTokens.length,
        lost,
        secondsOut: longestGap(times.write, from, endedAt),
        signIns: refreshTokens.length,
        signInsOut: longestGap(times.signIn, from, endedAt),
        refused,
      };
    },
  };
};

/** The names of all users that are there now, by ID. */
const findUsers = async manage => {
  const found = new Map();
  for (let page = 1; ; page += 1) {
    const body = await manage('GET', `/users?page=${page}&page_size=100`);
    if (!body) throw new Error('The users could not be listed.');
    for (const user of body) found.set(user.id, user.name ?? null);
    if (body.length < 100) return found;
  }
};

/** The request loop of each kind of client. */
const createLoops = ({ requests, signIn, users, refreshTokens, times }) => {
  const { manage } = requests;
  let round = 0;
  const attempt = async (kind, request) => {
    const answer = await request;
    if (answer) times[kind].push(performance.now());
    else await pause(afterFailureMs);
    return answer;
  };
  return {
    async write() {
      round += 1;
      const name = `Name ${round}`;
      const username = `user_${round}_${Date.now()}`;
      const user = await attempt('write', manage('POST', '/users', { username }));
      if (!user) return;
      // A rename without an answer may have happened or not: then either name is right.
      users.set(user.id, undefined);
      if (await attempt('write', manage('PATCH', `/users/${user.id}`, { name }))) users.set(user.id, name);
    },
    token: () => attempt('token', requests.requestMachineToken()),
    async signIn() {
      const tokens = await attempt('signIn', signIn());
      if (tokens) refreshTokens.push(tokens.refresh_token);
      await pause(betweenSignInsMs);
    },
  };
};
