import { management } from '@gatehouse/contract/apis.ts';
import { sortsOf } from '@gatehouse/contract/endpoint.ts';
import type pg from 'pg';
import { onFilledDatabase } from './filled-database.ts';

const rowCount = 100_000;
const lastPage = rowCount / 20;

/** Statements that fill each list of the console with very many rows. */
const fillings = [
  `insert into users (tenant_id, id, username, primary_email, name, created_at, last_sign_in_at)
   select 'default', lpad(to_hex(i), 12, 'u'), 'user_' || i, 'user' || i || '@mail.example', 'Ada Weber ' || i,
     now() - i * interval '1 minute', case when i % 3 > 0 then now() - i * 7919 % 100000 * interval '1 second' end
   from generate_series(1, $1::int) i`,
  `insert into applications (tenant_id, id, name, type, created_at)
   select 'default', lpad(to_hex(i), 21, 'p'), 'Ledger ' || i, 'SPA', now() - i * interval '1 minute'
   from generate_series(1, $1::int) i`,
  `insert into organizations (tenant_id, id, name, created_at)
   select 'default', lpad(to_hex(i), 12, 'o'), 'Harbour ' || i, now() - i * interval '1 minute'
   from generate_series(1, $1::int) i`,
  `insert into roles (tenant_id, id, name, description, created_at)
   select 'default', lpad(to_hex(i), 21, 'r'), 'Pilot ' || i, 'Brings ships in', now() - i * interval '1 minute'
   from generate_series(1, $1::int) i`,
  `insert into resources (tenant_id, id, name, indicator, created_at)
   select 'default', lpad(to_hex(i), 21, 's'), 'Timetable ' || i, 'https://timetable.example/' || i,
     now() - i * interval '1 minute' from generate_series(1, $1::int) i`,
  `insert into organization_users (tenant_id, organization_id, user_id)
   select 'default', lpad(to_hex(1), 12, 'o'), lpad(to_hex(i), 12, 'u') from generate_series(1, $1::int) i`,
  `insert into users_roles (tenant_id, role_id, user_id)
   select 'default', lpad(to_hex(1), 21, 'r'), lpad(to_hex(i), 12, 'u') from generate_series(1, $1::int) i`,
  `insert into logs (tenant_id, id, key, payload, created_at)
   select 'default', lpad(to_hex(i), 21, 'l'), 'Interaction.SignIn.Submit',
     jsonb_build_object('key', 'Interaction.SignIn.Submit', 'result', 'Success', 'userId', lpad(to_hex(i % 100 + 1), 12, 'u')),
     now() - i * interval '1 second' from generate_series(1, $1::int) i`,
  `insert into hooks (tenant_id, id, name, events, config, signing_key)
   values ('default', 'hook', 'Harbour log', '["User.Created"]', '{"url": "https://hooks.example"}', '')`,
  `insert into logs (tenant_id, id, key, payload, created_at)
   select 'default', lpad(to_hex(i), 21, 'h'), 'TriggerHook.User.Created',
     jsonb_build_object('key', 'TriggerHook.User.Created', 'result', 'Success', 'hookId', 'hook'),
     now() - i * interval '0.5 second' from generate_series(1, $1::int) i`,
];

const organization = '1'.padStart(12, 'o');
const role = '1'.padStart(21, 'r');

const { users, applications, organizations, roles, resources } = management;

/** Each list with a search that finds one, a few, or nothing, and the orders that it can be asked for. */
const lists: Record<string, { search: string; sorts?: string[] }> = {
  users: { search: '/users?search=%25user99999%25', sorts: sortsOf(users.list) },
  applications: {
    search: '/applications?search=%25Ledger%2099999%25',
    sorts: sortsOf(applications.list),
  },
  organizations: { search: '/organizations?q=Harbour%2099999', sorts: sortsOf(organizations.list) },
  roles: { search: '/roles?search=%25Pilot%2099999%25', sorts: sortsOf(roles.list) },
  apiResources: { search: '/resources?search=Timetable%2099999', sorts: sortsOf(resources.list) },
  members: { search: `/organizations/${organization}/users?q=user99999` },
  holdersOfRole: { search: `/roles/${role}/users?search=%25user99999%25` },
  auditLogs: { search: '/logs?logKey=Interaction.SignIn.Submit&result=Error' },
  webhookRequests: { search: '/hooks/hook/recent-logs?result=Error' },
};

const fill = async (client: pg.Client) => {
  for (const filling of fillings) await client.query(filling, filling.includes('$1') ? [rowCount] : []);
  await client.query('vacuum analyze');
};

type Measured = Record<'page1' | 'middlePage' | 'lastPage' | 'search', number>;

/**
 * Every list of the console with 100,000 rows, in its own order and in every other: the first page, the one in the
 * middle, the last, and a search.
 */
export const measureLists = (server: string) =>
  onFilledDatabase(server, { database: 'gatehouse_lists', fill }, async ({ url, headers }) => {
    const ask = (path: string) => measureRequest(`${url}${path}`, headers);
    const measured: Record<string, Measured> = {};
    for (const [name, { search, sorts = [] }] of Object.entries(lists)) {
      const [plain] = search.split('?');
      for (const sort of ['', ...sorts]) {
        const rest = `page_size=20${sort && `&sort=${sort}`}`;
        measured[sort ? `${name} by ${sort}` : name] = {
          page1: await ask(`${plain}?page=1&${rest}`),
          middlePage: await ask(`${plain}?page=${lastPage / 2}&${rest}`),
          lastPage: await ask(`${plain}?page=${lastPage}&${rest}`),
          search: await ask(`${search}&page=1&${rest}`),
        };
      }
    }
    return { rows: rowCount, medianMilliseconds: measured };
  });

const tries = 9;

/** The median of some requests, one after the other, as one person sees it. */
const measureRequest = async (url: string, headers: Record<string, string>) => {
  const times: number[] = [];
  for (let index = 0; index < tries; index++) {
    const begun = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`);
    times.push(performance.now() - begun);
  }
  return Math.round(times.toSorted((one, other) => one - other)[Math.floor(tries / 2)] ?? 0);
};
