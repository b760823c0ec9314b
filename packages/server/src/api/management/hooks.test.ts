import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { tokenWith } from './testing/tokens.ts';

const config = { url: 'https://hooks.example/in' };

describe.each(databaseKinds)('hooks on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const createHook = async () =>
    (await app.manage('POST', '/hooks', { name: 'Orders', events: ['User.Created'], config })).body as {
      id: string;
      signingKey: string;
    };

  test('[ENT-13] 201 creates with a signing key, 200 reads and updates, 204 deletes', async () => {
    const created = await app.manage('POST', '/hooks', { events: ['User.Created'], config });
    expect(created).toMatchObject({
      status: 201,
      body: { name: '', event: null, events: ['User.Created'], config, enabled: true },
    });
    expect(created.body.signingKey).toMatch(/^\w{32}$/);
    const path = `/hooks/${created.body.id}`;
    const updated = await app.manage('PATCH', path, { enabled: false, name: 'Off' });
    expect(updated.body).toEqual({ ...created.body, enabled: false, name: 'Off' });
    expect((await app.manage('GET', path)).body).toEqual(updated.body);
    expect((await app.manage('GET', '/hooks')).body).toContainEqual(updated.body);
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('GET', path)).status).toBe(404);
    expect((await app.manage('PATCH', path, { enabled: true })).status).toBe(404);
    expect((await app.manage('DELETE', path)).status).toBe(404);
  });

  test('400 for a hook that listens to nothing', async () => {
    expect((await app.manage('POST', '/hooks', { config })).body.code).toBe('hook.missing_events');
    const { id } = await createHook();
    expect((await app.manage('PATCH', `/hooks/${id}`, { events: [] })).body.code).toBe('hook.missing_events');
    expect((await app.manage('POST', '/hooks', { events: ['Nothing'], config })).status).toBe(400);
  });

  test('headers are also sealed, and masked for readers', async () => {
    const headers = { authorization: 'Bearer of-the-receiver' };
    const { body: hook } = await app.manage('POST', '/hooks', {
      events: ['User.Created'],
      config: { ...config, headers },
    });
    expect(hook.config.headers).toEqual(headers);
    const isStored = async () =>
      app.database
        .tenant('default')
        .read(async db => [
          await db.selectFrom('hooks').selectAll().execute(),
          await db.selectFrom('changes').selectAll().execute(),
        ])
        .then(rows => JSON.stringify(rows).includes('of-the-receiver'));
    expect(await isStored()).toBe(false);
    const renamed = await app.manage('PATCH', `/hooks/${hook.id}`, { name: 'Renamed' });
    expect(renamed.body.config.headers).toEqual(headers);
    const token = await tokenWith(app, ['hooks:read', 'logs:read']);
    const read = await call(`${app.env.ENDPOINT}/api/hooks/${hook.id}`, { token });
    expect(read.body.config.headers).toEqual({ authorization: 'Bear••••••••••••' });
    const plain = await app.manage('PATCH', `/hooks/${hook.id}`, { config });
    expect(plain.body.config).toEqual(config);
    expect(await isStored()).toBe(false);
  });

  test('the signing key is sealed, replaced on request, and hidden from readers and from history', async () => {
    const { id, signingKey } = await createHook();
    const [row] = await app.database
      .tenant('default')
      .read(db => db.selectFrom('hooks').select('signingKey').where('id', '=', id).execute());
    expect(row?.signingKey).not.toContain(signingKey);
    const renewed = await app.manage('PATCH', `/hooks/${id}/signing-key`);
    expect(renewed.status).toBe(200);
    expect(renewed.body.signingKey).not.toBe(signingKey);
    const token = await tokenWith(app, ['hooks:read']);
    const read = await call(`${app.env.ENDPOINT}/api/hooks/${id}`, { token });
    expect(read.status).toBe(200);
    expect(read.text).not.toContain(renewed.body.signingKey);
    const history = await app.manage('GET', `/changes?objectKind=hook&objectId=${id}`);
    expect(history.text).not.toContain(signingKey);
    expect((await app.manage('PATCH', '/hooks/none/signing-key')).status).toBe(404);
  });

  test('200 shows the deliveries of the last day', async () => {
    const { id } = await createHook();
    const deliver = (hookId: string, result: 'Success' | 'Error') =>
      app.app.services.audit.append('default', {
        key: 'TriggerHook.User.Created',
        payload: { result, hookId },
      });
    for (const result of ['Success', 'Success', 'Error'] as const) deliver(id, result);
    deliver('another', 'Success');
    await app.app.services.audit.flush();
    const logs = await app.manage('GET', `/hooks/${id}/recent-logs`);
    expect(logs.headers.get('total-number')).toBe('3');
    expect(logs.body[0]).toMatchObject({ key: 'TriggerHook.User.Created', payload: { hookId: id } });
    expect(logs.body[0]).not.toHaveProperty('tenantId');
    expect(
      (await app.manage('GET', `/hooks/${id}/recent-logs?logKey=TriggerHook.User.Deleted`)).body,
    ).toEqual([]);
    expect((await app.manage('GET', `/hooks/${id}/recent-logs?end_time=1`)).body).toEqual([]);
    expect((await app.manage('GET', '/hooks/none/recent-logs')).status).toBe(404);
  });
});
