import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('postgresql');
});
afterAll(() => app.close());

test('the OpenAPI document describes every row with its own operation id', async () => {
  const { body } = await call(`${app.env.ENDPOINT}/api/.well-known/management.openapi.json`);
  expect(body.openapi).toBe('3.1.0');
  expect(body.paths['/api/resources'].get.operationId).toBe('ListResources');
  expect(body.paths['/api/resources'].post.operationId).toBe('CreateResource');
  expect(body.paths['/api/resources/{resourceId}/scopes'].post.operationId).toBe('CreateResourceScope');
  expect(body.paths['/api/applications/{id}'].get.operationId).toBe('GetApplication');
  const operations = Object.values(body.paths).flatMap(methods => Object.values(methods as object));
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const operation of operations) expect(Object.keys(operation.responses)[0]).toMatch(/^20\d$/);
  const { schema } = body.paths['/api/resources'].post.requestBody.content['application/json'];
  expect(schema).toEqual({ $ref: '#/components/schemas/CreateResourceRequest' });
  expect(body.components.schemas.CreateResourceRequest).toMatchObject({
    type: 'object',
    required: ['name', 'indicator'],
    additionalProperties: false,
  });
});

test('an object of anything stands where it is used, not under the name of one of the places', async () => {
  const { body } = await call(`${app.env.ENDPOINT}/api/swagger.json`);
  const { schema } =
    body.paths['/api/applications/{applicationId}/custom-data'].patch.requestBody.content['application/json'];
  expect(schema).toMatchObject({ type: 'object', additionalProperties: {} });
  const anything = Object.entries<Record<string, unknown>>(body.components.schemas).filter(
    ([, { type, properties, additionalProperties }]) =>
      type === 'object' && !properties && JSON.stringify(additionalProperties) === '{}',
  );
  expect(anything.map(([name]) => name)).toEqual([]);
});

const words = (text: string) =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .map(word => word.replace(/s$/, ''))
    .filter(word => word && !['the', 'a', 'an', 'it'].includes(word));

/** "The key ID." for `keyId` tells a reader nothing. */
const saysMoreThan = (name: string, description = '') =>
  words(description).some(word => !words(name).includes(word));

test('the OpenAPI document says of every operation, parameter and field what it is, and of every operation who may', async () => {
  const { body } = await call(`${app.env.ENDPOINT}/api/swagger.json`);
  const undescribed: string[] = [];
  const visit = (schema: unknown, where: string) => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [key, part] of Object.entries(schema)) {
      if (key === 'example') continue;
      if (key === 'properties')
        for (const [field, { description }] of Object.entries<{ description?: string }>(part))
          if (!saysMoreThan(field, description)) undescribed.push(`${where}.${field}: ${description}`);
      visit(part, where);
    }
  };
  for (const [name, schema] of Object.entries(body.components.schemas)) visit(schema, name);
  const operations = Object.values(body.paths).flatMap(methods => Object.values(methods as object));
  for (const operation of operations) {
    const { operationId, description, parameters, security, 'x-permission': permission } = operation;
    visit(operation, operationId);
    if (!description) undescribed.push(operationId);
    for (const { name, description: text } of parameters)
      if (!saysMoreThan(name, text)) undescribed.push(`${operationId}: ${name}: ${text}`);
    expect(security.length > 0, operationId).toBe(permission !== undefined);
  }
  expect(undescribed).toEqual([]);
  expect(body.paths['/api/hooks'].post.security).toEqual([
    { machine: ['hooks:write'] },
    { machine: ['all'] },
  ]);
  expect(body.paths['/api/my-account'].get.security).toEqual([{ user: ['openid'] }]);
  const refs = JSON.stringify(body).match(/"\$ref":"[^"]+"/g) ?? [];
  const named = Object.keys(body.components.schemas);
  for (const ref of new Set(refs)) {
    const [, kind, name = ''] = /"#\/components\/(schemas|headers)\/([^"]+)"/.exec(ref) ?? [];
    expect(kind === 'headers' || named.includes(name), ref).toBe(true);
  }
});

test('the reference has a page for each tag, an address for each operation, and our own files only', async () => {
  const { body } = await call(`${app.env.ENDPOINT}/api/swagger.json`);
  const home = await call(`${app.env.ENDPOINT}/api/docs`);
  expect(home.text).toContain('src="/api/docs/assets/reference.js"');
  const script = await call(`${app.env.ENDPOINT}/api/docs/assets/reference.js`);
  expect(script.headers.get('content-type')).toContain('javascript');
  const pages = new Map<string, string>();
  for (const methods of Object.values<object>(body.paths))
    for (const { operationId, summary } of Object.values(methods)) {
      const { status, headers } = await call(`${app.env.ENDPOINT}/api/docs/${operationId}`);
      const [path = '', anchor] = (headers.get('location') ?? '').split('#');
      expect([status, anchor]).toEqual([302, operationId]);
      if (!pages.has(path)) pages.set(path, (await call(`${app.env.ENDPOINT}${path}`)).text);
      expect(pages.get(path)?.includes(`id="${operationId}"`), summary).toBe(true);
    }
  expect(pages.size).toBe(body.tags.length);
  for (const html of [home.text, ...pages.values()]) {
    expect(/gatehouse-\w+\.invalid/.exec(html)).toBeNull();
    expect(/(src|<link[^>]* href)="https?:/.exec(html)).toBeNull();
  }
  expect((await call(`${app.env.ENDPOINT}/api/docs/nothing`)).status).toBe(404);
});

type Described = { responses: Record<string, { description: string }>; requestBody?: unknown };

const isDescribed = ({ responses }: Described, status: number, code?: string) =>
  responses[status] !== undefined && (status < 400 || responses[status].description.includes(`\`${code}\``));

/** Requests that every operation of the management API refuses. */
const wrongRequests = ({ requestBody }: Described, path: string) => [
  { token: undefined },
  ...(path.includes('{') ? [{ token: app.token }] : []),
  ...(requestBody
    ? [
        { token: app.token, body: [] },
        { token: app.token, body: { nonsense: 1 } },
      ]
    : []),
  ...(requestBody ? [{ token: app.token, body: '{' }] : []),
];

test('each operation refuses a missing token, unknown IDs and wrong input as the OpenAPI document says', async () => {
  const { body } = await call(`${app.env.ENDPOINT}/api/.well-known/management.openapi.json`);
  const surprises: string[] = [];
  for (const [path, methods] of Object.entries<object>(body.paths))
    for (const [method, operation] of Object.entries<Described>(methods as Record<string, Described>)) {
      const url = `${app.env.ENDPOINT}${path.replace(/\{\w+\}/g, 'unknown')}`;
      for (const request of wrongRequests(operation, path)) {
        const answer = await call(url, { method: method.toUpperCase(), ...request });
        if (isDescribed(operation, answer.status, answer.body?.code)) continue;
        surprises.push(`${method} ${path}: ${answer.status} ${answer.body?.code}`);
      }
    }
  expect(surprises).toEqual([]);
});

test('the OpenAPI document names what an operation answers beside its usual status', async () => {
  const { body } = await call(`${app.env.ENDPOINT}/api/.well-known/management.openapi.json`);
  const { id } = (await app.manage('POST', '/users', { username: 'described' })).body;
  const path = '/api/users/{userId}/identities/{target}';
  const set = () => app.manage('PUT', `/users/${id}/identities/github`, { userId: 'octocat' });
  const statuses = [(await set()).status, (await set()).status];
  expect(statuses).toEqual([201, 200]);
  expect(Object.keys(body.paths[path].put.responses)).toEqual(expect.arrayContaining(['200', '201']));
});

test('the OpenAPI document has the address of the console for the APIs that are only there', async () => {
  const { body } = await call(`${app.env.ENDPOINT}/api/swagger.json`);
  const { servers, 'x-codeSamples': samples } = body.paths['/me'].get;
  expect(servers).toEqual([{ url: app.env.ADMIN_ENDPOINT }]);
  expect(samples[0].source).toContain(`${app.env.ADMIN_ENDPOINT}/me`);
  expect((await call(`${servers[0].url}/me`)).status).toBe(401);
  expect(body.paths['/api/users'].get.servers).toBeUndefined();
});

test('the OpenAPI document lists errors by status, and tells IDs of providers from those of users', async () => {
  const { body } = await call(`${app.env.ENDPOINT}/api/swagger.json`);
  for (const methods of Object.values<object>(body.paths))
    for (const { operationId, 'x-errors': errors } of Object.values(methods)) {
      const statuses = errors.map(({ status }: { status: number }) => status);
      expect(statuses, operationId).toEqual(statuses.toSorted());
    }
  const { schema, example } =
    body.paths['/api/users/{userId}/identities/{target}'].put.requestBody.content['application/json'];
  const { properties } = body.components.schemas[schema.$ref.split('/').at(-1)];
  expect(properties.userId.description).toContain('at the provider');
  expect(example.userId).not.toMatch(/^u/);
});

/** The start of an instruction, or of a sentence that names the place where the reason is. */
const instruction =
  /(^|[.:,] )(activate|add|ask|assign|cancel|change|check|choose|close|compare|complete|confirm|contact|continue|copy|correct|create|delete|enable|enter|export|generate|give|have|import|invite|keep|leave|list|look|lower|move|open|paste|pay|publish|read|refresh|reload|remove|rename|request|return|review|rotate|save|send|set|shorten|show|sign|specify|start|swap|switch|test|try|turn|undo|unlink|upgrade|upload|use|verify) |another member has to|your script denied|the guide about|the upload limits list|`data` lists/i;

test('the OpenAPI document says of every error what to do about it', async () => {
  const { body } = await call(`${app.env.ENDPOINT}/api/swagger.json`);
  const errors = Object.entries<{ message: string }>(body['x-errors']);
  expect(errors.length).toBeGreaterThan(300);
  expect(errors.filter(([, { message }]) => !instruction.test(message))).toEqual([]);
});

test('an example has times of this age, and no object in an unusual state', async () => {
  const { body } = await call(`${app.env.ENDPOINT}/api/swagger.json`);
  const { example } = body.paths['/api/users/{userId}'].get.responses['200'].content['application/json'];
  expect(example).toMatchObject({ isSuspended: false, suspensionReason: null, deletionDueAt: null });
  expect(new Date(example.lastSignInAt).getUTCFullYear()).toBeGreaterThan(2024);
});

test('the OpenAPI document gives the unit of a time right after what the time is', async () => {
  const { body } = await call(`${app.env.ENDPOINT}/api/swagger.json`);
  const { endedAt } = body.components.schemas.SignIn.properties;
  expect(endedAt.description).toBe(
    'When the last step was taken, in milliseconds since the epoch. Null while it is open.',
  );
});
