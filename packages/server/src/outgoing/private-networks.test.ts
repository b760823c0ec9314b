import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../api/cloud/testing/people.ts';
import { startStandIn } from '../connectors/testing/stand-in.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

describe.each(anyDatabase)('private networks and tenants of the cloud on %s', kind => {
  let app: TestApp;
  let ada: Person;
  let tenantId: string;
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { GATEHOUSE_EDITION: 'cloud' } });
    ada = await createPerson(app, 'ada');
    tenantId = (await ada.cloud('POST', '/tenants', { name: 'Acme' })).body.id;
  });
  afterAll(() => app.close());

  test('[ENT-4] in the cloud no protected application reaches into a private network', async () => {
    for (const origin of ['http://10.0.0.1', 'http://localhost:9', 'http://[::1]:9']) {
      const protectedAppMetadata = { subDomain: 'inside', origin };
      const fields = { name: 'Inside', type: 'Protected', protectedAppMetadata };
      const { status, body } = await ada.manage(tenantId, 'POST', '/applications', fields);
      expect({ status, issues: body.data.issues }).toMatchObject({
        status: 400,
        issues: [{ path: 'protectedAppMetadata.origin', code: 'validation.private_origin' }],
      });
    }
  });

  test('in the cloud no webhook and no log stream reaches into a private network, whatever a name stands for', async () => {
    const inside = await startStandIn();
    const { port } = new URL(inside.url);
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433']) {
      const url = `http://${host}:${port}/in`;
      const hook = await ada.manage(tenantId, 'POST', '/hooks', {
        events: ['User.Created'],
        config: { url },
      });
      const events = ['User.Created'];
      const tested = await ada.manage(tenantId, 'POST', `/hooks/${hook.body.id}/test`, {
        events,
        config: { url },
      });
      expect(tested.body).toMatchObject({ code: 'hook.send_test_payload_failed' });
      await ada.manage(tenantId, 'DELETE', `/hooks/${hook.body.id}`);
    }
    for (const config of [
      { kind: 'syslog', host: 'localhost', port: Number(port), isEncrypted: false },
      { kind: 'syslog', host: '127.0.0.1', port: Number(port), isEncrypted: false },
      { kind: 'http', url: `http://localhost:${port}/in`, format: 'json-lines' },
    ]) {
      const { body } = await ada.manage(tenantId, 'POST', '/log-streams', { name: 'Inside', config });
      const tested = await ada.manage(tenantId, 'POST', `/log-streams/${body.id}/test`);
      expect(tested.body.data.message).toContain('not an address that can be reached');
      await ada.manage(tenantId, 'DELETE', `/log-streams/${body.id}`);
    }
    expect(inside.asked).toEqual([]);
    // Schedules of the server concern all tenants, so a single tenant cannot see or run them.
    expect((await ada.manage(tenantId, 'GET', '/jobs/schedules')).body).toEqual([]);
    expect((await ada.manage(tenantId, 'POST', '/jobs/schedules/purge/run')).status).toBe(404);
    await inside.close();
  });
});
