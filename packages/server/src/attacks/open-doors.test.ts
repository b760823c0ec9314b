import { request as sendRaw } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson } from '../api/cloud/testing/people.ts';
import { createBuilders } from '../api/management/testing/builders.ts';
import { machineWith } from '../api/management/testing/tokens.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';

/** None of these depends on the database. */
describe('what is open to whom', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
  });
  afterAll(() => app.close());

  const ask = (path: string, headers: Record<string, string>, { env } = app) =>
    new Promise<number>((resolve, reject) => {
      sendRaw(`http://127.0.0.1:${env.ADMIN_PORT}${path}`, { headers }, response => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });

  test('metrics without a token are for the machine itself, not for who comes by a proxy or another name', async () => {
    expect(await ask('/metrics', { host: `localhost:${app.env.ADMIN_PORT}` })).toBe(200);
    expect(await ask('/metrics', { host: 'console.example' })).toBe(401);
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
      expect(await ask('/metrics', { host: 'localhost', [header]: '203.0.113.9' })).toBe(401);
  });

  test('metrics of a console with a public name take the token: a proxy here makes all requests look local', async () => {
    const published = await startTestApp('postgresql', {
      variables: { ADMIN_ENDPOINT: 'https://console.example', GATEHOUSE_OTHER_HOSTS: 'localhost' },
    });
    try {
      for (const host of ['localhost', '127.0.0.1', 'console.example'])
        expect([host, await ask('/metrics', { host }, published)]).toEqual([host, 401]);
    } finally {
      await published.close();
    }
  });

  test('pages of other origins read the API descriptions and nothing that only ends like them', async () => {
    const allowed = async (path: string) =>
      (await call(`${app.env.ENDPOINT}${path}`, { headers: { origin: 'https://evil.example' } })).headers.get(
        'access-control-allow-origin',
      );
    expect(await allowed('/api/.well-known/management.openapi.json')).toBe('https://evil.example');
    expect(await allowed('/api/swagger.json?x=1')).toBe('https://evil.example');
    for (const path of ['/api/users?x=openapi.json', '/api/users/openapi.json', '/api/users?x=/swagger.json'])
      expect(await allowed(path)).toBeNull();
  });

  test('changes of users are for who may read users, in the list and to undo', async () => {
    const user = await createBuilders(app).user({ primaryEmail: 'secret@harbour.example' });
    await app.manage('PATCH', `/users/${user.id}`, { name: 'Very Secret' });
    await app.manage('POST', '/resources', { name: 'Seen', indicator: 'https://seen.example' });
    const machine = await machineWith(app, [
      'changes:read',
      'changes:write',
      'users:write',
      'resources:read',
    ]);
    const { token } = machine;
    const listed = await call(`${app.env.ENDPOINT}/api/changes?page_size=100`, { token });
    expect(listed.text).toContain('https://seen.example');
    expect(listed.text).not.toContain('ecret');
    const of = await call(`${app.env.ENDPOINT}/api/changes?objectId=${user.id}`, { token });
    expect(of.body).toEqual([]);
    const { body: history } = await app.manage('GET', `/changes?objectId=${user.id}`);
    const undo = { method: 'POST', token };
    expect((await call(`${app.env.ENDPOINT}/api/changes/${history[0].id}/revert`, undo)).status).toBe(404);
  });

  test('a public application cannot turn off the rotation of refresh tokens', async () => {
    const metadata = { customClientMetadata: { rotateRefreshToken: false } };
    const refused = { status: 422, body: { code: 'application.rotation_required' } };
    for (const type of ['SPA', 'Native']) {
      expect(await app.manage('POST', '/applications', { name: type, type, ...metadata })).toMatchObject(
        refused,
      );
      const { body } = await app.manage('POST', '/applications', { name: type, type });
      expect(await app.manage('PATCH', `/applications/${body.id}`, metadata)).toMatchObject(refused);
    }
    const kept = await app.manage('POST', '/applications', { name: 'Web', type: 'Traditional', ...metadata });
    expect(kept.status).toBe(200);
  });
});

describe('password hashes', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('postgresql', { variables: { GATEHOUSE_EDITION: 'cloud' } });
  });
  afterAll(() => app.close());

  test('are for administrators of the tenant, and not for collaborators', async () => {
    const owner = await createPerson(app, 'owner');
    const helper = await createPerson(app, 'helper');
    const { body: tenant } = await owner.cloud('POST', '/tenants', { name: 'Harbour' });
    const invite = { invitee: [helper.email], roleName: 'collaborator' };
    const [invitation] = (await owner.member(tenant.id, 'POST', '/invitations', invite)).body;
    await helper.cloud('PATCH', `/invitations/${invitation.id}/status`, { status: 'Accepted' });
    const user = { username: 'hashed', password: 'correct horse battery' };
    const { body } = await owner.manage(tenant.id, 'POST', '/users', user);
    for (const path of [`/users/${body.id}?includePasswordHash=true`, '/users?includePasswordHash=true']) {
      expect((await helper.manage(tenant.id, 'GET', path)).status).toBe(403);
      expect((await owner.manage(tenant.id, 'GET', path)).text).toContain('$argon2id$');
    }
  });
});
