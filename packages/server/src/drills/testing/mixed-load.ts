import { setTimeout } from 'node:timers/promises';
import { createRequests } from './requests.ts';

const crowdSize = 40;
const pauseMs = 20;
const lists = ['/users', '/logs', '/changes', '/users/jobs', '/applications'];
const person = { username: 'ann', password: 'correct horse battery' };

type Requests = Awaited<ReturnType<typeof createRequests>>;

/** Acknowledged writes, to be checked later. */
type Ledger = ReturnType<typeof createLedger>;
const createLedger = () => ({
  /** Users and roles by ID, with the name that was acknowledged last. */
  users: new Map<string, string>(),
  roles: new Map<string, string>(),
  /** Jobs, and the role that each gives to the whole crowd. */
  jobs: new Map<string, string>(),
  /** A refresh token of each client that uses them. */
  refreshTokens: new Map<string, string>(),
  stale: [] as string[],
});

/** Sign-ins, tokens, writes and jobs, all at once and all the time; what was acknowledged is noted. */
export const startMixedLoad = async (
  endpoint: string,
  manager: { id: string; secret: string },
  webhookUrl: string,
) => {
  const requests = await createRequests(endpoint, manager);
  const ledger = createLedger();
  const { users, roles, jobs, refreshTokens } = ledger;
  const { clientId, crowdIds } = await prepare(requests, ledger, webhookUrl);
  const first = await requests.signInPerson(clientId, person);
  if (!first) throw new Error(`The load cannot begin: ${JSON.stringify(requests.failures)}`);
  refreshTokens.set('refresher', first.refresh_token);

  let isOver = false;
  const clients = createClients(requests, ledger, { clientId, crowdIds, isOver: () => isOver });
  const load = Promise.all(
    clients.map(async work => {
      for (let round = 0; !isOver; round += 1) {
        await work(round);
        await setTimeout(pauseMs);
      }
    }),
  );
  return {
    failures: requests.failures,
    answered: requests.answered,
    longestPause: requests.longestPause,
    stale: ledger.stale,
    /** IDs that webhooks must have told of. */
    announced: () => [...users.keys(), ...roles.keys()],
    jobCount: () => jobs.size,
    async end() {
      isOver = true;
      await load;
      for (const id of jobs.keys()) while (!(await isDone(requests, id))) await setTimeout(pauseMs);
    },
    /** Acknowledged writes that are missing. */
    findLost: () => findLost(requests, ledger, { clientId, crowdSize: crowdIds.length }),
  };
};

const createUser = async ({ manage }: Requests, { users }: Ledger, username: string, fields: object = {}) => {
  const user = await manage('POST', '/users', { username, name: 'New', ...fields });
  if (user) users.set(user.id, 'New');
  return user;
};

const createRole = async ({ manage }: Requests, { roles }: Ledger, name: string) => {
  const role = await manage('POST', '/roles', { name, description: 'd' });
  if (role) roles.set(role.id, name);
  return role;
};

const readBack = async ({ manage }: Requests, path: string, name: string | undefined) => {
  const read = await manage<{ name: string }>('GET', path);
  return read?.name === name ? [] : [`${path}: ${read?.name} instead of ${name}`];
};

const isDone = async ({ manage }: Requests, id: string) => {
  const job = await manage<{ finishedAt: number | null }>('GET', `/users/jobs/${id}`);
  return !job || job.finishedAt !== null;
};

/** A webhook, an application, a user who signs in, and many users for jobs to work on. */
const prepare = async (requests: Requests, ledger: Ledger, webhookUrl: string) => {
  const hook = { name: 'Drill', events: ['User.Created', 'Role.Created'], config: { url: webhookUrl } };
  await requests.manage('POST', '/hooks', hook, 201);
  const application = await requests.createApplication();
  await createUser(requests, ledger, person.username, { password: person.password });
  const crowd = await Promise.all(
    Array.from({ length: crowdSize }, (_, index) => createUser(requests, ledger, `crowd_${index}`)),
  );
  return { clientId: application?.id ?? '', crowdIds: crowd.flatMap(user => user?.id ?? []) };
};

const createClients = (
  requests: Requests,
  ledger: Ledger,
  { clientId, crowdIds, isOver }: { clientId: string; crowdIds: string[]; isOver(): boolean },
) => {
  const { manage } = requests;
  const { users, jobs, refreshTokens, stale } = ledger;
  return [
    async (round: number) => {
      const user = await createUser(requests, ledger, `user_${round}`);
      if (!user) return;
      const name = `Name ${round}`;
      if (await manage('PATCH', `/users/${user.id}`, { name })) users.set(user.id, name);
      // Whichever version is asked: what the other one acknowledged is there.
      stale.push(...(await readBack(requests, `/users/${user.id}`, users.get(user.id))));
    },
    async (round: number) => {
      await createRole(requests, ledger, `Role ${round}`);
      await manage('GET', '/roles?page_size=5');
    },
    async (round: number) => {
      await requests.requestMachineToken();
      // Lists must work in both versions, whatever the other one seals or adds.
      await manage('GET', `${lists[round % lists.length]}?page_size=20`);
    },
    async () => {
      const answer = await requests.refresh(clientId, refreshTokens.get('refresher') ?? '');
      if (!answer) return;
      refreshTokens.set('refresher', answer.refresh_token);
      await requests.readUserinfo(answer.access_token);
    },
    async () => {
      const answer = await requests.signInPerson(clientId, person);
      if (answer) refreshTokens.set('visitor', answer.refresh_token);
    },
    async (round: number) => {
      const role = await createRole(requests, ledger, `Job ${round}`);
      if (!role) return;
      const details = { kind: 'assign-roles', roleIds: [role.id], userIds: crowdIds };
      const job = await manage('POST', '/users/jobs', details, 202);
      if (!job) return;
      jobs.set(job.id, role.id);
      while (!isOver() && !(await isDone(requests, job.id))) await setTimeout(pauseMs);
    },
  ];
};

const findLost = async (
  requests: Requests,
  { users, roles, jobs, refreshTokens }: Ledger,
  expected: { clientId: string; crowdSize: number },
) => {
  const rows = [
    ...[...users].map(([id, name]) => ({ path: `/users/${id}`, name })),
    ...[...roles].map(([id, name]) => ({ path: `/roles/${id}`, name })),
  ];
  const lost = await Promise.all(rows.map(({ path, name }) => readBack(requests, path, name)));
  for (const [id, roleId] of jobs) {
    const path = `/roles/${roleId}/users?page_size=100`;
    const holders = (await requests.manage<unknown[]>('GET', path)) ?? [];
    if (holders.length !== expected.crowdSize) lost.push([`job ${id}: ${holders.length} holders`]);
  }
  for (const [client, token] of refreshTokens)
    if (!(await requests.refresh(expected.clientId, token))) lost.push([`refresh token of the ${client}`]);
  return lost.flat();
};
