import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBuilders } from './testing/builders.ts';

/** Users have their own search, with an index. */
describe.each(databaseKinds)('advanced search of what has a name on %s', kind => {
  let app: TestApp;
  let lists: string[];

  beforeAll(async () => {
    app = await startTestApp(kind);
    const build = createBuilders(app);
    const { id: applicationId } = await build.application({ name: 'Night shift', description: 'late_100%' });
    await build.application({ name: 'Day shift', description: 'early' });
    const { resourceId } = await build.scope();
    const scopeIds: string[] = [];
    for (const [name, description] of [
      ['Night', 'late_100%'],
      ['Day', 'early'],
    ]) {
      const { body } = await app.manage('POST', `/resources/${resourceId}/scopes`, { name, description });
      scopeIds.push(body.id);
    }
    const roleIds: string[] = [];
    for (const [name, description] of [
      ['Night shift', 'late_100%'],
      ['Day shift', 'early'],
    ]) {
      const { body } = await app.manage('POST', '/roles', {
        name,
        description,
        type: 'MachineToMachine',
        scopeIds,
      });
      roleIds.push(body.id);
    }
    await app.manage('POST', `/applications/${applicationId}/roles`, { roleIds });
    lists = [
      '/applications',
      '/roles',
      `/applications/${applicationId}/roles`,
      `/roles/${roleIds[0]}/scopes`,
      `/resources/${resourceId}/scopes`,
    ];
  });
  afterAll(() => app.close());

  test.each(['/applications', '/roles', '/organizations', '/resources'])(
    '200 %s in the order that is asked for, with upper and lower case alike',
    async list => {
      for (const name of ['zebra', 'Aard', 'bear']) {
        await app.manage('POST', list, {
          name,
          ...(list === '/resources' ? { indicator: `https://${name}.example` } : {}),
          ...(list === '/applications' ? { type: 'MachineToMachine' } : {}),
          ...(list === '/roles' ? { description: name } : {}),
        });
      }
      const named = async (sort: string) => {
        const { body } = await app.manage('GET', `${list}?page=1&sort=${sort}`);
        const names: string[] = body.map(({ name }: { name: string }) => name);
        return names.filter(name => ['zebra', 'Aard', 'bear'].includes(name));
      };
      expect(await named('name')).toEqual(['Aard', 'bear', 'zebra']);
      expect(await named('-name')).toEqual(['zebra', 'bear', 'Aard']);
      expect(await named('createdAt')).toEqual(['zebra', 'Aard', 'bear']);
      expect(await named('-createdAt')).toEqual(['bear', 'Aard', 'zebra']);
      for (const sort of ['name', '-name', 'createdAt', '-createdAt']) {
        // Pages past the middle are read from the end: together they are the whole list all the same.
        const { body: whole } = await app.manage('GET', `${list}?page=1&page_size=100&sort=${sort}`);
        const pages = Array.from({ length: Math.ceil(whole.length / 2) + 1 }, async (_, index) => {
          const path = `${list}?page=${index + 1}&page_size=2&sort=${sort}`;
          const { body, headers } = await app.manage('GET', path);
          expect(headers.get('total-number')).toBe(String(whole.length));
          return body;
        });
        expect((await Promise.all(pages)).flat(), sort).toEqual(whole);
      }
      expect((await app.manage('GET', `${list}?sort=shoeSize`)).status).toBe(400);
    },
  );

  const find = async (list: string, query: Record<string, string>) => {
    const { status, body } = await app.manage('GET', `${list}?page=1&${new URLSearchParams(query)}`);
    return status === 200 ? body.map(({ name }: { name: string }) => name.split(' ')[0]).sort() : status;
  };

  test.each([
    [{ search: '%NIGHT%' }, ['Night']],
    [{ search: '%night%', isCaseSensitive: 'true' }, []],
    [{ 'search.name': '%late%' }, []],
    [{ 'search.description': 'late\\_100\\%%' }, ['Night']],
    [{ 'search.name': '%Day%', 'search.description': 'early', joint: 'and' }, ['Day']],
    [{ 'search.name': '%Day%', 'search.description': '%late%' }, ['Day', 'Night']],
    [{ 'search.name': '^(day|night)', 'mode.name': 'posix' }, ['Day', 'Night']],
    [{ 'search.description': 'EARLY', mode: 'exact' }, ['Day']],
    [{ search: '' }, 400],
    [{ 'search.type': 'x' }, 400],
    [{ search: '(', mode: 'posix' }, 400],
    [{ search: 'x', mode: 'similar_to' }, 400],
  ])('%j finds %j in every list', async (query, expected) => {
    for (const list of lists) expect(await find(list, query), list).toEqual(expected);
  });
});
