import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { call, requestToken, startTestApp, type TestApp } from '../../http/testing/app.ts';

describe.each(databaseKinds)('resources on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  let count = 0;
  const createResource = async (fields: Record<string, unknown> = {}) => {
    count += 1;
    const { body } = await app.manage('POST', '/resources', {
      name: `API ${count}`,
      indicator: `https://api-${count}.example`,
      ...fields,
    });
    return body as { id: string; name: string; indicator: string };
  };
  const findManagementApi = async () => {
    const { body } = await app.manage('GET', '/resources');
    return body.find(({ name }: { name: string }) => name === 'Management API') as { id: string };
  };

  test('[ENT-8] 201 creates a resource with its default lifetime, 200 reads it', async () => {
    const created = await app.manage('POST', '/resources', {
      name: 'Orders',
      indicator: 'https://orders.example',
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'Orders',
      accessTokenTtl: 3600,
      isDefault: false,
      scopes: [],
    });
    const read = await app.manage('GET', `/resources/${created.body.id}`);
    expect(read.status).toBe(200);
    expect(read.body).toMatchObject({ indicator: 'https://orders.example', tenantId: 'default' });
    expect(read.body).not.toHaveProperty('createdAt');
  });

  test('400 names each wrong field, and unknown fields', async () => {
    const { status, body } = await app.manage('POST', '/resources', {
      name: '',
      indicator: 'nowhere',
      colour: 'red',
    });
    expect(status).toBe(400);
    expect(body.code).toBe('guard.invalid_input');
    expect(body.message).toBeTypeOf('string');
    expect(body.data.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
      'colour',
      'indicator',
      'name',
    ]);
  });

  test('400 in words for a body that is not JSON', async () => {
    const answer = await app.manage('POST', '/resources', '{"name": ');
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'request.invalid_input',
      details: 'The body is not valid JSON.',
    });
  });

  test('413 for a body that is too large', async () => {
    const answer = await app.manage('POST', '/resources', {
      name: 'x'.repeat(1_100_000),
      indicator: 'https://x.example',
    });
    expect(answer.status).toBe(413);
    expect(answer.body.code).toBe('request.body_too_large');
  });

  test('401 without a token, with another scheme, and with an unsigned token', async () => {
    const url = `${app.env.ENDPOINT}/api/resources`;
    expect(await call(url)).toMatchObject({
      status: 401,
      body: { code: 'auth.authorization_header_missing' },
    });
    expect(await call(url, { headers: { authorization: 'Basic abc' } })).toMatchObject({
      status: 401,
      body: { code: 'auth.authorization_token_type_not_supported', data: { supportedTypes: ['Bearer'] } },
    });
    const [header, , signature] = app.token.split('.');
    const forged = `${header}.${btoa(JSON.stringify({ sub: 'x', scope: 'all' }))}.${signature}`;
    expect(await call(url, { token: forged })).toMatchObject({
      status: 401,
      body: { code: 'auth.unauthorized' },
    });
  });

  test('[V8.2.1, V8.3.1, V10.3.2] 403 for a token without the permission; the finer permission is enough', async () => {
    const management = await findManagementApi();
    const scopes = await app.manage('GET', `/resources/${management.id}/scopes?page_size=100`);
    const readScope = scopes.body.find(({ name }: { name: string }) => name === 'resources:read');
    const role = await app.manage('POST', '/roles', {
      name: 'Reader',
      description: 'Reads.',
      type: 'MachineToMachine',
      scopeIds: [readScope.id],
    });
    const reader = await app.manage('POST', '/applications', { name: 'Reader', type: 'MachineToMachine' });
    await app.manage('POST', `/applications/${reader.body.id}/roles`, { roleIds: [role.body.id] });
    const secrets = await app.manage('GET', `/applications/${reader.body.id}/secrets`);
    const client = { id: reader.body.id, secret: secrets.body[0].value };
    const { access_token: token } = await requestToken(app.env.ENDPOINT, client, {
      scope: 'resources:read all',
    });
    expect((await call(`${app.env.ENDPOINT}/api/resources`, { token })).status).toBe(200);
    const refused = await call(`${app.env.ENDPOINT}/api/resources`, { method: 'POST', token, body: {} });
    expect(refused).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
  });

  test('404 for a resource that is not there', async () => {
    expect(await app.manage('GET', '/resources/nothing')).toMatchObject({
      status: 404,
      body: { code: 'entity.not_exists_with_id' },
    });
    expect((await app.manage('PATCH', '/resources/nothing', { name: 'x' })).status).toBe(404);
    expect((await app.manage('DELETE', '/resources/nothing')).status).toBe(404);
    expect(await app.manage('GET', '/nothing')).toMatchObject({
      status: 404,
      body: { code: 'request.not_found' },
    });
  });

  test('422 for an indicator that is taken', async () => {
    const { indicator } = await createResource();
    const answer = await app.manage('POST', '/resources', { name: 'Twin', indicator });
    const message = `Another API resource already uses the identifier ${indicator}.`;
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'resource.resource_identifier_in_use', message },
    });
  });

  test('200 updates, 204 deletes', async () => {
    const { id } = await createResource();
    expect(
      (await app.manage('PATCH', `/resources/${id}`, { name: 'New', accessTokenTtl: 60 })).body,
    ).toMatchObject({
      name: 'New',
      accessTokenTtl: 60,
    });
    expect(await app.manage('DELETE', `/resources/${id}`)).toMatchObject({ status: 204, text: '' });
    expect((await app.manage('GET', `/resources/${id}`)).status).toBe(404);
  });

  test('400 for changing or deleting the management API', async () => {
    const { id } = await findManagementApi();
    expect((await app.manage('PATCH', `/resources/${id}`, { name: 'Mine' })).body.code).toBe(
      'resource.cannot_modify_management_api',
    );
    expect((await app.manage('DELETE', `/resources/${id}`)).body.code).toBe(
      'resource.cannot_delete_management_api',
    );
    expect((await app.manage('POST', `/resources/${id}/scopes`, { name: 'mine' })).status).toBe(400);
  });

  test('at most one resource is the default one', async () => {
    const [first, second] = [await createResource(), await createResource()];
    await app.manage('PATCH', `/resources/${first.id}/is-default`, { isDefault: true });
    await app.manage('PATCH', `/resources/${second.id}/is-default`, { isDefault: true });
    const { body } = await app.manage('GET', '/resources');
    const defaults = body.filter(({ isDefault }: { isDefault: boolean }) => isDefault);
    expect(defaults.map(({ id }: { id: string }) => id)).toEqual([second.id]);
    const { status } = await requestToken(app.env.ENDPOINT, app.manager, { resource: second.indicator });
    expect(status).toBe(200);
    await app.manage('PATCH', `/resources/${second.id}/is-default`, { isDefault: false });
  });

  test('scopes are created, found, renamed and deleted', async () => {
    const { id } = await createResource();
    const scope = await app.manage('POST', `/resources/${id}/scopes`, { name: 'read:all' });
    expect(scope).toMatchObject({
      status: 201,
      body: { name: 'read:all', description: null, resourceId: id },
    });
    expect(await app.manage('POST', `/resources/${id}/scopes`, { name: 'read:all' })).toMatchObject({
      status: 422,
      body: { code: 'scope.name_exists' },
    });
    expect(await app.manage('POST', `/resources/${id}/scopes`, { name: 'a space' })).toMatchObject({
      status: 400,
      body: { code: 'scope.name_with_space' },
    });
    const path = `/resources/${id}/scopes/${scope.body.id}`;
    expect((await app.manage('PATCH', path, { description: 'All of it' })).body.description).toBe(
      'All of it',
    );
    const found = await app.manage('GET', `/resources/${id}/scopes?search=ALL%20OF`);
    expect(found.body).toHaveLength(1);
    const listed = await app.manage('GET', '/resources?includeScopes=true');
    expect(listed.body.find((resource: { id: string }) => resource.id === id).scopes).toHaveLength(1);
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('DELETE', path)).status).toBe(404);
  });

  test('pages say how many there are and where the others are', async () => {
    await createResource();
    await createResource();
    const first = await app.manage('GET', '/resources?page=1&page_size=1&includeScopes=true');
    const total = Number(first.headers.get('total-number'));
    expect(first.body).toHaveLength(1);
    expect(total).toBeGreaterThan(2);
    const links = first.headers.get('link');
    expect(links).toMatch(/page=2[^>]*>; rel="next"/);
    expect(links).toContain(`page=${total}`);
    expect(links).toContain('includeScopes=true');
    expect(links).not.toContain('rel="prev"');
    const all = await app.manage('GET', '/resources');
    expect(all.body).toHaveLength(total);
    expect(await app.manage('GET', '/resources?page=0')).toMatchObject({
      status: 400,
      body: { code: 'guard.invalid_pagination' },
    });
  });

  test('a search finds by name, identifier or id, page by page, and refuses fields that there are not', async () => {
    const { id } = await createResource({ name: 'Ferries', indicator: 'https://ships.example/timetable' });
    await createResource({ name: 'Trains', indicator: 'https://rails.example/timetable' });
    const find = async (query: string) => {
      const { body, headers } = await app.manage('GET', `/resources?page=1&page_size=1&${query}`);
      return [body.map(({ name }: { name: string }) => name), Number(headers.get('total-number'))];
    };
    expect(await find('search=%25FERR%25')).toEqual([['Ferries'], 1]);
    expect(await find(`search.id=${id}&mode.id=exact`)).toEqual([['Ferries'], 1]);
    expect(await find('search=%25timetable%25&sort=-name')).toEqual([['Trains'], 2]);
    expect(await find('search=%25no_such%25')).toEqual([[], 0]);
    const unknown = await app.manage('GET', '/resources?search.colour=red');
    expect(unknown).toMatchObject({ status: 400, body: { code: 'request.invalid_input' } });
  });

  test('304 for who has the answer already', async () => {
    const first = await app.manage('GET', '/resources');
    const etag = first.headers.get('etag') ?? '';
    const url = `${app.env.ENDPOINT}/api/resources`;
    const again = await call(url, { token: app.token, headers: { 'if-none-match': etag } });
    expect(again).toMatchObject({ status: 304, text: '' });
    await createResource();
    expect((await call(url, { token: app.token, headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});
