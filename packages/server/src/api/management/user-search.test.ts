import { userSearchFields } from '@gatehouse/contract/search.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillDatabase } from '../../database/testing/fill.ts';
import { databaseKinds } from '../../database/testing/open.ts';
import { type SearchQuery, searchCondition } from '../../domain/search.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';

const people = [
  { username: 'ada', primaryEmail: 'ada@engine.example', name: 'Ada Lovelace', primaryPhone: '441214960111' },
  { username: 'alan', primaryEmail: 'alan@bletchley.example', name: 'Alan Turing' },
  {
    username: 'grace',
    primaryEmail: 'Grace@navy.example',
    name: 'Grace 100% Hopper',
    primaryPhone: '12025550122',
  },
  { username: 'under_score', name: 'Ada Underscore' },
];

describe.each(databaseKinds)('searching users on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    for (const person of people) await app.manage('POST', '/users', person);
  });
  afterAll(() => app.close());

  const search = (parameters: Record<string, string>) =>
    app.manage('GET', `/users?${new URLSearchParams(parameters)}`);
  const found = async (parameters: Record<string, string>) => {
    const { body } = await search(parameters);
    return body.map(({ username }: { username: string }) => username).toReversed();
  };

  test('200 newest first, in any field, upper and lower case alike', async () => {
    expect((await app.manage('GET', '/users')).body).toMatchObject(people.toReversed());
    expect(await found({ search: '%ada%' })).toEqual(['ada', 'under_score']);
    expect(await found({ search: 'NAVY' })).toEqual(['grace']);
    expect(await found({ search: '12025550122' })).toEqual(['grace']);
    expect(await found({ search: 'ala%' })).toEqual(['alan']);
    expect(await found({ search: '%ADA%', isCaseSensitive: 'true' })).toEqual([]);
  });

  test('200 in the order that is asked for, with a search and without, and on every page', async () => {
    const order = async (parameters: Record<string, string>) => (await found(parameters)).toReversed();
    expect(await order({ sort: 'name' })).toEqual(['ada', 'under_score', 'alan', 'grace']);
    expect(await order({ sort: '-name' })).toEqual(['grace', 'alan', 'under_score', 'ada']);
    expect(await order({ sort: 'createdAt' })).toEqual(['ada', 'alan', 'grace', 'under_score']);
    expect(await order({ sort: 'name', page: '2', page_size: '3' })).toEqual(['grace']);
    expect(await order({ sort: '-name', search: '%ada%' })).toEqual(['under_score', 'ada']);
    const [grace] = (await search({ search: 'grace' })).body;
    await app.database
      .tenant('default')
      .send(db =>
        db.updateTable('users').set({ lastSignInAt: Date.now() }).where('id', '=', grace.id).execute(),
      );
    expect((await order({ sort: '-lastSignInAt' }))[0]).toBe('grace');
    expect((await order({ sort: 'lastSignInAt', isSuspended: 'false' })).at(-1)).toBe('grace');
    const refused = await search({ sort: 'shoeSize' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });

  test('200 in one field, in several joined by or and by and', async () => {
    const both = { 'search.name': '%ada%', 'search.primaryEmail': '%engine%' };
    expect(await found({ 'search.username': '%a%' })).toEqual(['ada', 'alan', 'grace']);
    expect(await found(both)).toEqual(['ada', 'under_score']);
    expect(await found({ ...both, joint: 'and' })).toEqual(['ada']);
    expect(await found({ ...both, jointMode: 'and' })).toEqual(['ada']);
  });

  test('200 in each mode', async () => {
    expect(await found({ 'search.name': 'ada lovelace', mode: 'exact' })).toEqual(['ada']);
    expect(await found({ 'search.name': 'Ada', 'mode.name': 'exact' })).toEqual([]);
    expect(await found({ 'search.name': 'grace 100% hopper', mode: 'exact' })).toEqual(['grace']);
    expect(await found({ search: '(ada|alan)', mode: 'similar_to', isCaseSensitive: 'true' })).toEqual([
      'ada',
      'alan',
    ]);
    expect(await found({ 'search.name': '^a.*(lace|ing)$', mode: 'posix' })).toEqual(['ada', 'alan']);
    expect(await found({ 'search.name': '^a', mode: 'posix', isCaseSensitive: '1' })).toEqual([]);
    // Longer than a letter: ids are searched too, and begin with any.
    expect(await found({ search: '^(ada|alan)', mode: 'posix' })).toEqual(['ada', 'alan', 'under_score']);
    expect(await found({ 'search.name': '\\AAda', mode: 'posix' })).toEqual(['ada', 'under_score']);
    expect(await found({ 'search.username': '^a(?!d)', mode: 'posix' })).toEqual(['alan']);
    expect(await found({ 'search.username': '(?c)^A', mode: 'posix' })).toEqual([]);
    expect(await found({ search: 'ada\nada' })).toEqual([]);
    expect(await found({ search: '%ada%engine%', mode: 'like' })).toEqual(['ada']);
    expect(await found({ search: '%ada%bletchley%' })).toEqual([]);
  });

  test('200 several values of one field, when they are exact', async () => {
    const several = await app.manage(
      'GET',
      '/users?search.username=ada&search.username=grace&mode.username=exact',
    );
    expect(several.body).toHaveLength(2);
  });

  test('an underscore is itself in what people type, and a wildcard beside a %', async () => {
    expect(await found({ search: 'r_s' })).toEqual(['under_score']);
    expect(await found({ 'search.username': 'a_a%' })).toEqual(['ada', 'alan']);
  });

  test.each([
    ['an empty value', { search: '' }, 'validation.required'],
    ['a field that is not there', { 'search.shoeSize': '38' }, 'validation.unknown_field'],
    ['a field inside of another', { 'search.profile.name': 'x' }, 'validation.unknown_field'],
    ['a regular expression that does not end', { search: '(', mode: 'posix' }, 'validation.search_pattern'],
    ['a back-reference', { search: '(.)\\1', mode: 'posix' }, 'validation.search_pattern'],
    ['a pattern that ends in its escape', { search: '%\\' }, 'validation.search_pattern'],
    ['similar_to without regard to case', { search: 'x', mode: 'similar_to' }, 'validation.search_case'],
  ])('400 for %s', async (_, parameters, code) => {
    const refused = await search(parameters);
    expect(refused).toMatchObject({ status: 400, body: { code: 'request.invalid_input' } });
    expect(refused.body.data.issues[0].code).toBe(code);
  });

  test('400 for several patterns, for both exclusions, and for a mode that is not there', async () => {
    const several = await app.manage('GET', '/users?search.name=a&search.name=b');
    expect(several.body.data.issues[0].code).toBe('validation.search_values');
    expect((await search({ excludeRoleId: 'a', excludeOrganizationId: 'b' })).body.code).toBe(
      'request.invalid_input',
    );
    expect((await search({ search: 'a', mode: 'telepathy' })).status).toBe(400);
    expect((await search({ search: 'a\0b' })).status).toBe(400);
  });

  test('a pattern that could explode costs nothing', async () => {
    const started = performance.now();
    await search({ search: `${'(a|a)*'.repeat(20)}b`, mode: 'posix' });
    await search({ search: `${'(x+x+)+'.repeat(10)}y`, mode: 'posix' });
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe('searching many users on PostgreSQL', () => {
  let app: TestApp;
  const size = 30_000;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    // An index is made faster than it is kept: see bench/users.ts.
    const { rows } = await app.database.system(db =>
      sql<{ definition: string }>`select pg_get_indexdef('users_search'::regclass) as definition`.execute(db),
    );
    await fillDatabase(app.database.options.url, [
      'drop index users_search',
      `insert into users (tenant_id, id, username, primary_email, primary_phone, name, identities, created_at)
       select 'default', 'u' || i, 'user_' || md5(i::text), md5((i * 7)::text) || '@Example.com', '49' || i,
         'Person ' || md5((i * 3)::text), jsonb_build_object('github', jsonb_build_object('userId', i::text)),
         now() - i * interval '5 minutes'
       from generate_series(1, ${size}) i`,
      rows[0]?.definition ?? '',
      'analyze users',
    ]);
  });
  afterAll(() => app.close());

  /** The query plan PostgreSQL would choose to find users, with row-level security applied. */
  const planOf = (condition: ReturnType<typeof sql<unknown>>) =>
    app.database.tenant('default').read(async db => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select id, created_at from searchable_users where ${condition} limit 1001`.execute(db);
      return rows.map(row => row['QUERY PLAN']).join('\n');
    });

  const searches: [string, SearchQuery][] = [
    ['any field', { search: ['%3f09b%'] }],
    ...userSearchFields.map((field): [string, SearchQuery] => [field, { [`search.${field}`]: ['%3f09b%'] }]),
    ['a regular expression', { search: ['3f09[bc]1'], mode: 'posix' }],
    ['SQL regular expressions', { search: ['%3f09(b|c)1%'], mode: 'similar_to', isCaseSensitive: true }],
    ['exact values', { search: ['user_3f09b123'], mode: 'exact' }],
  ];

  test.each(searches)('%s uses the index', async (_, query) => {
    const plan = await planOf(searchCondition(query, userSearchFields, { indexed: 'searchText' })!);
    expect(plan).toContain('users_search');
    expect(plan).not.toContain('Seq Scan');
  });

  test('an address in any case of letters, and a social account, have their index', async () => {
    expect(await planOf(sql`lower(primary_email) = 'someone@example.com'`)).toContain('users_primary_email');
    expect(await planOf(sql`identities @> '{"github": {"userId": "17"}}'`)).toContain('users_identities');
  });

  test('pages of all users are the same as if they were counted one by one', async () => {
    const page = await app.manage('GET', '/users?page=1001&page_size=20');
    expect(page.headers.get('total-number')).toBe(String(size));
    expect(page.headers.get('total-number-is-capped')).toBeNull();
    const expected = Array.from({ length: 20 }, (_, index) => `u${20_001 + index}`);
    expect(page.body.map(({ id }: { id: string }) => id)).toEqual(expected);
    expect((await app.manage('GET', `/users?page=${size}`)).body).toEqual([]);
  });

  test('a search that finds too much is counted up to a limit, and can be paged through', async () => {
    const page = await app.manage('GET', '/users?search=person&page=60&page_size=20');
    expect(page.headers.get('total-number')).toBe('1000');
    expect(page.headers.get('total-number-is-capped')).toBe('true');
    expect(page.headers.get('link')).toContain('page=61&page_size=20>; rel="next"');
    expect(page.headers.get('link')).not.toContain('rel="last"');
    expect(page.body[0].id).toBe('u1181');
  });

  test('the number of users follows those who come and go', async () => {
    const total = async () => Number((await app.manage('GET', '/users')).headers.get('total-number'));
    const { body } = await app.manage('POST', '/users', { username: 'newcomer' });
    expect(await total()).toBe(size + 1);
    await app.manage('DELETE', `/users/${body.id}`);
    expect(await total()).toBe(size);
  });

  test('400 for a search that takes too long: it is stopped', async () => {
    const release = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const lock = app.database.system(async db => {
      await sql`lock table users in access exclusive mode`.execute(db);
      holding.resolve();
      await release.promise;
    });
    await holding.promise;
    const refused = await app.manage('GET', '/users?search=person');
    release.resolve();
    await lock;
    expect(refused).toMatchObject({ status: 400, body: { code: 'request.invalid_input' } });
    expect(refused.body.data.issues[0].code).toBe('validation.search_slow');
  });
});
