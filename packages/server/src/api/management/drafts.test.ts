import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startStandIn } from '../../connectors/testing/stand-in.ts';
import { databaseKinds } from '../../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { hireMember } from './testing/members.ts';
import { machineWith, tokenWith } from './testing/tokens.ts';

describe.each(databaseKinds)('drafts on %s', kind => {
  let app: TestApp;
  let path: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const created = await app.manage('POST', '/drafts', { name: 'Passkeys' });
    expect(created).toMatchObject({
      status: 201,
      body: { name: 'Passkeys', publishedAt: null, changeId: null },
    });
    path = `/drafts/${created.body.id}`;
  });

  const add = (method: string, target: string, body?: unknown) =>
    app.manage('POST', `${path}/requests`, { method, path: target, ...(body ? { body } : {}) });
  const diff = async () => (await app.manage('GET', `${path}/diff`)).body;
  const publish = (body: object = {}) => app.manage('POST', `${path}/publish`, body);
  const createRole = async (name: string) =>
    (await app.manage('POST', '/roles', { name, description: 'Before' })).body as { id: string };
  const readRole = async ({ id }: { id: string }) => (await app.manage('GET', `/roles/${id}`)).body;

  test('a draft shows what it would change, and changes nothing before it is published', async () => {
    const role = await createRole('Clerk');
    const added = await add('PATCH', `/roles/${role.id}`, { description: 'After' });
    expect(added).toMatchObject({
      status: 201,
      body: { method: 'PATCH', path: `/roles/${role.id}`, author: { kind: 'application', name: 'Tests' } },
    });
    expect((await add('POST', '/roles', { name: 'New clerk', description: 'New' })).status).toBe(201);
    const compared = await diff();
    expect(compared.failure).toBeUndefined();
    expect(compared.objects).toMatchObject([
      {
        objectKind: 'role',
        objectId: role.id,
        objectName: 'Clerk',
        summary: 'update',
        fields: [{ name: 'description', before: 'Before', after: 'After' }],
        requestIds: [added.body.id],
      },
      { objectKind: 'role', objectName: 'New clerk', summary: 'create' },
    ]);
    expect(compared.objects[1].objectId).toBeUndefined();
    expect(await readRole(role)).toMatchObject({ description: 'Before' });

    const published = await publish({ fingerprint: compared.fingerprint });
    expect(published).toMatchObject({ status: 200, body: { publishedAt: expect.any(Number) } });
    expect(await readRole(role)).toMatchObject({ description: 'After' });
    expect((await publish()).body.code).toBe('draft.published');
    expect((await add('DELETE', `/roles/${role.id}`)).body.code).toBe('draft.published');
    const undone = await app.manage('POST', `/changes/${published.body.changeId}/revert`);
    expect(undone.status).toBe(201);
    const isUndone = async () => {
      const { body: listed } = await app.manage('GET', '/drafts');
      const { body: read } = await app.manage('GET', path);
      const inList = listed.find(({ id }: { id: string }) => id === read.id).isUndone;
      return [inList, read.isUndone, read.publishedAt !== null];
    };
    expect(await isUndone()).toEqual([true, true, true]);
    expect(await readRole(role)).toMatchObject({ description: 'Before' });
    const roles = (await app.manage('GET', '/roles?page_size=100')).body as { name: string }[];
    expect(roles.map(({ name }) => name)).not.toContain('New clerk');
  });

  test('what is tried leaves no trace: no webhook, no cache, no change record', async () => {
    const receiver = await startStandIn();
    receiver.answer({ in: { text: 'thank you' } });
    await app.manage('POST', '/hooks', { events: ['Role.Created'], config: { url: `${receiver.url}/in` } });
    const changes = async () => (await app.manage('GET', '/changes?page_size=1')).headers.get('total-number');
    await add('PATCH', '/sign-in-exp', { signInMode: 'SignIn', customCss: 'body { color: #123456 }' });
    await add('POST', '/roles', { name: 'Traceless', description: 'New' });
    const before = await changes();
    expect((await diff()).objects).toHaveLength(2);
    expect(await changes()).toBe(before);
    const live = await call(`${app.env.ENDPOINT}/api/.well-known/sign-in-exp`);
    expect(live.body).toMatchObject({ signInMode: 'SignInAndRegister' });
    expect(live.text).not.toContain('#123456');
    expect(receiver.asked).toEqual([]);
    await app.manage('POST', '/roles', { name: 'Live', description: 'Live' });
    await expect.poll(() => receiver.asked.map(({ body }) => JSON.parse(body).data.name)).toEqual(['Live']);
    await receiver.close();
  });

  test('settings that a draft reads while it is tried enter no cache', async () => {
    const path = '/sign-in-exp/default/check-password';
    const password = 'correct horse battery';
    await add('PATCH', '/sign-in-exp', { passwordPolicy: { length: { min: 40, max: 256 } } });
    // The live settings are not in the cache at that moment.
    await app.manage('PATCH', '/sign-in-exp', { supportEmail: 'help@example.com' });
    const tried = await add('POST', path, { password });
    expect(tried.status, tried.text).toBe(201);
    expect((await app.manage('POST', path, { password })).body).toEqual({ result: true });
  });

  test('the server says which request it would refuse, and publishes nothing of the draft', async () => {
    const role = await createRole('Doomed');
    const kept = await createRole('Kept');
    await add('PATCH', `/roles/${kept.id}`, { description: 'After' });
    const second = await add('PATCH', `/roles/${role.id}`, { description: 'After' });
    await app.manage('DELETE', `/roles/${role.id}`);
    expect((await diff()).failure).toMatchObject({
      requestId: second.body.id,
      code: 'entity.not_exists',
    });
    expect((await publish()).status).toBe(404);
    expect(await readRole(kept)).toMatchObject({ description: 'Before' });
    expect((await app.manage('DELETE', `${path}/requests/${second.body.id}`)).status).toBe(204);
    expect((await publish()).status).toBe(200);
    expect(await readRole(kept)).toMatchObject({ description: 'After' });
  });

  test('adding a request checks it: the contract, the handler, and whether it is configuration', async () => {
    expect((await add('POST', '/roles', { description: 'No name' })).status).toBe(400);
    await createRole('Taken');
    expect((await add('POST', '/roles', { name: 'Taken', description: 'Twice' })).body.code).toBe(
      'role.name_in_use',
    );
    for (const [method, target] of [
      ['POST', '/users'],
      ['POST', '/drafts'],
      ['POST', '/bundle/apply'],
      ['POST', '/configs/oidc/private-keys/rotate'],
      ['POST', '/nothing'],
    ] as const)
      expect((await add(method, target, {})).body.code, target).toBe('draft.unsupported_request');
    expect((await diff()).requests).toEqual([]);
    expect((await publish()).body.code).toBe('draft.empty');
  });

  test('a field that was changed meanwhile is a conflict, and others are not', async () => {
    const role = await createRole('Contested');
    await add('PATCH', `/roles/${role.id}`, { description: 'After' });
    await app.manage('PATCH', `/roles/${role.id}`, { name: 'Renamed' });
    expect((await diff()).objects[0].conflict).toBeUndefined();
    await app.manage('PATCH', `/roles/${role.id}`, { description: 'Meanwhile' });
    expect((await diff()).objects[0].conflict).toMatchObject({
      fields: ['description'],
      actor: 'Tests',
      at: expect.any(Number),
      changeId: expect.any(String),
    });
    expect((await publish()).body).toMatchObject({
      code: 'draft.conflict',
      data: { fields: ['description'] },
    });
    expect(await readRole(role)).toMatchObject({ description: 'Meanwhile' });
    expect((await publish({ overwrite: true })).status).toBe(200);
    expect(await readRole(role)).toMatchObject({ name: 'Renamed', description: 'After' });
  });

  test('a draft that has other effects than those that were looked at is not published', async () => {
    const role = await createRole('Looked at');
    await add('PATCH', `/roles/${role.id}`, { description: 'After' });
    const { fingerprint } = await diff();
    await app.manage('PATCH', `/roles/${role.id}`, { description: 'Meanwhile' });
    expect((await publish({ fingerprint, overwrite: true })).body.code).toBe('draft.outdated_diff');
    expect((await publish({ fingerprint: (await diff()).fingerprint, overwrite: true })).status).toBe(200);
  });

  test('published twice at once, it is published once', async () => {
    const name = `Only once ${kind}`;
    // Several applications can have one name: nothing but the draft itself is in the way of a second one.
    await add('POST', '/applications', { name, type: 'SPA' });
    const answers = await Promise.all([publish(), publish(), publish()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    const found = (await app.manage('GET', `/applications?search=${encodeURIComponent(`%${name}%`)}`)).body;
    expect(found).toHaveLength(1);
  });

  test('adding and publishing takes the permission of each request', async () => {
    const machine = async (...permissions: ManagementPermission[]) => {
      const token = await tokenWith(app, permissions);
      return (method: string, target: string, body?: unknown) =>
        call(`${app.env.ENDPOINT}/api${target}`, { method, token, body });
    };
    const onlyDrafts = await machine('bundles:read', 'bundles:write');
    const role = await createRole('Guarded');
    const request = { method: 'PATCH', path: `/roles/${role.id}`, body: { description: 'After' } };
    expect((await onlyDrafts('POST', `${path}/requests`, request)).body.code).toBe('auth.forbidden');
    const withRoles = await machine('bundles:read', 'bundles:write', 'roles:write');
    expect((await withRoles('POST', `${path}/requests`, request)).status).toBe(201);
    expect((await onlyDrafts('GET', `${path}/diff`)).body.objects).toHaveLength(1);
    expect((await onlyDrafts('POST', `${path}/publish`, {})).body.code).toBe('auth.forbidden');
    expect(await readRole(role)).toMatchObject({ description: 'Before' });
    const noDrafts = await machine('roles:write');
    expect((await noDrafts('POST', `${path}/publish`, {})).status).toBe(403);
    expect((await withRoles('POST', `${path}/publish`, {})).status).toBe(200);
  });

  test.runIf(kind === 'postgresql')(
    'a permission that is lost while a draft is being published does not publish it',
    async () => {
      const publisher = await machineWith(app, ['bundles:read', 'bundles:write', 'roles:write']);
      const role = await createRole('Lost');
      await add('PATCH', `/roles/${role.id}`, { description: 'After' });
      let answer: ReturnType<typeof call> | undefined;
      await app.database.system(async db => {
        await db.selectFrom('drafts').select('id').forUpdate().execute();
        answer = call(`${app.env.ENDPOINT}/api${path}/publish`, {
          method: 'POST',
          token: publisher.token,
          body: {},
        });
        await expect
          .poll(async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length)
          .toBe(1);
        await db.deleteFrom('applicationsRoles').where('applicationId', '=', publisher.id).execute();
      });
      expect((await answer)?.body.code).toBe('auth.forbidden');
      expect(await readRole(role)).toMatchObject({ description: 'Before' });
    },
  );

  test('secrets of requests are sealed, and no answer has them', async () => {
    const secret = `hidden-${kind}-password`;
    const config = {
      host: 'mail.example.com',
      port: 587,
      fromEmail: 'from@example.com',
      auth: { user: 'u', pass: secret },
    };
    const added = await add('POST', '/connectors', {
      connectorId: 'simple-mail-transfer-protocol',
      config: { ...config, templates: [] },
    });
    expect(added.status, added.text).toBe(201);
    const answers = [
      added.text,
      JSON.stringify(await diff()),
      (await app.manage('GET', '/changes?page_size=20')).text,
    ];
    for (const text of answers) expect(text).not.toContain(secret);
    const rows = await app.database.system(db => db.selectFrom('draftRequests').selectAll().execute());
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('people do not publish while the configuration is managed as code', async () => {
    const owner = await hireMember(app, 'owner');
    const role = await createRole('Managed');
    await add('PATCH', `/roles/${role.id}`, { description: 'After' });
    await app.manage('PUT', '/bundle/managed', { repository: 'https://git.example/tenant' });
    const asPerson = () => owner.send('POST', `${path}/publish`, {});
    expect((await asPerson()).body.code).toBe('bundle.managed_as_code');
    expect(await readRole(role)).toMatchObject({ description: 'Before' });
    await app.manage('PUT', '/bundle/managed', { repository: null });
    expect((await asPerson()).status).toBe(200);
    expect(await readRole(role)).toMatchObject({ description: 'After' });
  });

  test('comments say who wrote them', async () => {
    const comment = await app.manage('POST', `${path}/comments`, { text: 'After the holidays?' });
    expect(comment).toMatchObject({
      status: 201,
      body: { text: 'After the holidays?', author: { name: 'Tests' } },
    });
    expect((await app.manage('GET', `${path}/comments`)).body).toEqual([comment.body]);
    expect((await app.manage('POST', `${path}/comments`, { text: ' ' })).status).toBe(400);
  });

  test('a draft is renamed and discarded, and one that is not there is not found', async () => {
    expect((await app.manage('PATCH', path, { name: 'Renamed' })).body.name).toBe('Renamed');
    await add('POST', '/roles', { name: 'Never', description: 'Never' });
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('GET', path)).status).toBe(404);
    expect((await app.manage('GET', `${path}/diff`)).status).toBe(404);
    expect((await add('POST', '/roles', { name: 'Never', description: 'Never' })).status).toBe(404);
    expect((await publish()).status).toBe(404);
  });
});
