import { setTimeout } from 'node:timers/promises';
import { createRequests } from './requests.ts';

const crowdSize = 40;
const pauseMs = 20;
const lists = ['/users', '/logs', '/changes', '/users/jobs', '/applications'];
const person = { username: 'ann', password: 'correct horse battery' };

/** Sign-ins, tokens, writes and jobs, all at once and all the time; what was acknowledged is noted. */
export const startMixedLoad = async (
  endpoint: string,
  manager: { id: string; secret: string },
  webhookUrl: string,
) => {
  const requests = await createRequests(endpoint, manager);
  const { manage } = requests;
  /** Users and roles by ID, with the name that was acknowledged last. */
  const users = new Map<string, string>();
  const roles = new Map<string, string>();
  /** Jobs, and the role that each gives to the whole crowd. */
  const jobs = new Map<string, string>();
  /** A refresh token of each client that uses them. */
  const refreshTokens = new Map<string, string>();

  const createUser = async (username: string, fields: object = {}) => {
    const user = await manage('POST', '/users', { username, name: 'New', ...fields });
    if (user) users.set(user.id, 'New');
    return user;
  };
  const createRole = async (name: string) => {
    const role = await manage('POST', '/roles', { name, description: 'd' });
    if (role) roles.set(role.id, name);
    return role;
  };

  await manage(
    'POST',
    '/hooks',
    {
      name: 'Drill',
      events: ['User.Created', 'Role.Created'],
      config: { url: webhookUrl },
    },
    201,
  );
  const application = await requests.createApplication();
  await createUser(person.username, { password: person.password });
  const crowd = await Promise.all(
    Array.from({ length: crowdSize }, (_, index) => createUser(`crowd_${index}`)),
  );
  const crowdIds = crowd.flatMap(user => user?.id ?? []);
  const clientId = application?.id ?? '';
  const first = await requests.signInPerson(clientId, person);
  if (!first) throw new Error(`The load cannot begin: ${JSON.stringify(requests.failures)}`);
  refreshTokens.set('refresher', first.refresh_token);

  const clients = [
    async (round: number) => {
      const user = await createUser(`user_${round}`);
      if (!user) return;
      const name = `Name ${round}`;
      if (await manage('PATCH', `/users/${user.id}`, { name })) users.set(user.id, name);
      // Whichever version is asked: what the other one acknowledged is there.
      stale.push(...(await readBack(`/users/${user.id}`, users.get(user.id))));
    },
    async (round: number) => {
      await createRole(`Role ${round}`);
      await manage('GET', '/roles?page_size=5');
    },
    async (round: number) => {
      await requests.requestMachineToken();
      // What one version seals or adds does not stop the other one from listing it.
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
      const role = await createRole(`Job ${round}`);
      if (!role) return;
      const details = { kind: 'assign-roles', roleIds: [role.id], userIds: crowdIds };
      const job = await manage('POST', '/users/jobs', details, 202);
      if (!job) return;
      jobs.set(job.id, role.id);
      while (!isOver && !(await isDone(job.id))) await setTimeout(pauseMs);
    },
  ];
  const readBack = async (path: string, name: string | undefined) => {
    const read = await manage<{ name: string }>('GET', path);
    return read?.name === name ? [] : [`${path}: ${read?.name} instead of ${name}`];
  };
  const isDone = async (id: string) => {
    const job = await manage<{ finishedAt: number | null }>('GET', `/users/jobs/${id}`);
    return !job || job.finishedAt !== null;
  };

  let isOver = false;
  const stale: string[] = [];
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
    stale,
    /** IDs that webhooks must have told of. */
    announced: () => [...users.keys(), ...roles.keys()],
    jobCount: () => jobs.size,
    async end() {
      isOver = true;
      await load;
      for (const id of jobs.keys()) while (!(await isDone(id))) await setTimeout(pauseMs);
    },
    /** What was acknowledged and is not there. */
    async findLost() {
      const rows = [
        ...[...users].map(([id, name]) => ({ path: `/users/${id}`, name })),
        ...[...roles].map(([id, name]) => ({ path: `/roles/${id}`, name })),
      ];
      const lost = await Promise.all(rows.map(({ path, name }) => readBack(path, name)));
      for (const [id, roleId] of jobs) {
        const holders = (await manage<unknown[]>('GET', `/roles/${roleId}/users?page_size=100`)) ?? [];
        if (holders.length !== crowdIds.length) lost.push([`job ${id}: ${holders.length} holders`]);
      }
      for (const [client, token] of refreshTokens)
        if (!(await requests.refresh(clientId, token))) lost.push([`refresh token of the ${client}`]);
      return lost.flat();
    },
  };
};
