import type pg from 'pg';
import { onFilledDatabase } from './filled-database.ts';
import { measureLoad } from './load.ts';

const connections = 10;

/** The list of users when there are very many of them. */
export const measureUsers = (server: string, userCount: number) => {
  const fill = (client: pg.Client) => insertUsers(client, userCount);
  return onFilledDatabase(server, { database: 'gatehouse_users', fill }, async ({ url, headers }) => {
    const list = (query: string) => measureLoad({ url: `${url}/users?${query}`, headers }, connections);
    return {
      users: userCount,
      connections,
      page1: await list('page=1&page_size=20'),
      page5000: await list(`page=${Math.min(5000, userCount / 20)}&page_size=20`),
      searchThatFindsOne: await list('search=%25123456@%25'),
      searchThatFindsHundreds: await list('search.name=%25mila%20okafor%25'),
      searchThatFindsThousands: await list('search=%25weber%25'),
    };
  });
};

/** The search index is made when the users are there: keeping it up to date a million times would take much longer. */
const insertUsers = async (client: pg.Client, userCount: number) => {
  const { rows } = await client.query<{ definition: string }>(
    "select pg_get_indexdef('users_search'::regclass) as definition",
  );
  await client.query('drop index users_search');
  await client.query(
    `
    insert into users (tenant_id, id, username, primary_email, primary_phone, name, created_at)
    select 'default', lpad(to_hex(i), 12, 'u'), given || '_' || family || i,
      given || '.' || family || i || '@' || domain || '.example', '49' || (1500000000 + i),
      initcap(given) || ' ' || initcap(family), now() - i * interval '61 seconds'
    from (
      select i, $2::text[] as givens, $3::text[] as families, (array['mail', 'post', 'work'])[i % 3 + 1] as domain
      from generate_series(1, $1::int) i
    ) numbers,
    lateral (select givens[i % cardinality(givens) + 1] as given) g,
    lateral (select families[i / 7 % cardinality(families) + 1] as family) f`,
    [userCount, givenNames, familyNames],
  );
  await client.query(rows[0]?.definition ?? '');
  await client.query('vacuum analyze');
};

const givenNames =
  'ada aiko amara amir ana anders aylin bruno carla chen chidi dana diego elena emil farah freya grace hana ivan jonas kaito lara leila lina maja malik mateo mei mila noor olga omar paula priya rafael rosa samir sofia sven tariq thea uma viktor wei yara zoe'.split(
    ' ',
  );
const familyNames =
  'abe adeyemi almeida andersen aslan bakker becker bianchi brandt castro cohen costa dahl demir diallo dubois eriksen fischer fujita garcia greco gupta haddad hansen horvat ibrahim ito jansen kaya keller khan kim kowalska kumar larsen lind lopez martin mensah meyer moreau mori novak okafor olsen park patel petrov rossi sato schmidt silva singh suzuki tanaka toth vega virtanen weber wong yilmaz zhang'.split(
    ' ',
  );
