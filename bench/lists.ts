import type pg from 'pg';
import { onFilledDatabase } from './filled-database.ts';

const rowCount = 100_000;
const lastPage = rowCount / 20;

/** What fills each list of the console with very many rows. */
const fillings = [
  `insert into users (tenant_id, id, username, primary_email, name, created_at)
   select 'default', lpad(to_hex(i), 12, 'u'), 'user_' || i, 'user' || i || '@mail.example', 'Ada Weber ' || i,
     now() - i * interval '1 minute' from generate_series(1, $1::int) i`,
  `insert into applications (tenant_id, id, name, type, created_at)
   select 'default', lpad(to_hex(i), 21, 'p'), 'Ledger ' || i, 'SPA', now() - i * interval '1 minute'
   from generate_series(1, $1::int) i`,
  `insert into organizations (tenant_id, id, name, created_at)
   select 'default', lpad(to_hex(i), 12, 'o'), 'Harbour ' || i, now() - i * interval '1 minute'
   from generate_series(1, $1::int) i`,
  `insert into roles (tenant_id, id, name, description, created_at)
   select 'default', lpad(to_hex(i), 21, 'r'), 'Pilot ' || i, 'Brings ships in', now() - i * interval '1 minute'
   from generate_series(1, $1::int) i`,
  `insert into resources (tenant_id, id, name, indicator)
   select 'default', lpad(to_hex(i), 21, 's'), 'Timetable ' || i, 'https://timetable.example/' || i
   from generate_series(1, $1::int) i`,
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

const lists = {
  users: '/users?search=%25user99999%25',
  applications: '/applications?search=%25Ledger%2099999%25',
  organizations: '/organizations?q=Harbour%2099999',
  roles: '/roles?search=%25Pilot%2099999%25',
  apiResources: '/resources?search=Timetable%2099999',
  members: `/organizations/${organization}/users?q=user99999`,
  holdersOfRole: `/roles/${role}/users?search=%25user99999%25`,
  auditLogs: '/logs?logKey=Interaction.SignIn.Submit&result=Error',
  webhookRequests: '/hooks/hook/recent-logs?result=Error',
};

const fill = async (client: pg.Client) => {
  for (const filling of fillings) await client.query(filling, filling.includes('$1') ? [rowCount] : []);
  await client.query('vacuum analyze');
};

/** Every list of the console with 100,000 rows: the first page, the last, and a search that finds one. */
export const measureLists = (server: string) =>
  onFilledDatabase(server, { database: 'gatehouse_lists', fill }, async ({ url, headers }) => {
    const ask = (path: string) => measureRequest(`${url}${path}`, headers);
    const measured: Record<string, Record<'page1' | 'lastPage' | 'search', number>> = {};
    for (const [name, search] of Object.entries(lists)) {
      const [plain] = search.split('?');
      measured[name] = {
        page1: await ask(`${plain}?page=1&page_size=20`),
        lastPage: await ask(`${plain}?page=${lastPage}&page_size=20`),
        search: await ask(`${search}&page=1&page_size=20`),
      };
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
