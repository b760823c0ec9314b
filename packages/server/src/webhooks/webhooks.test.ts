import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type StandIn, startStandIn } from '../connectors/testing/stand-in.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

const path = 'receiver/in';

describe.each(databaseKinds)('webhooks on %s', kind => {
  let app: TestApp;
  let world: StandIn;
  beforeAll(async () => {
    world = await startStandIn();
    app = await startTestApp(kind);
  });
  afterAll(async () => {
    await app.close();
    await world.close();
  });
  beforeEach(() => world.answer({ [path]: { text: 'thank you' } }));

  const createHook = async (events: string[], config: object = {}) => {
    const { body } = await app.manage('POST', '/hooks', {
      events,
      config: { url: `${world.url}/${path}`, ...config },
    });
    return body as { id: string; signingKey: string; config: { url: string } };
  };

  test('[ENT-13] 204 sends a sample of each event, signed; 422 says what came back', async () => {
    const hook = await createHook(['User.Created'], { headers: { 'x-token': 'of-the-receiver' } });
    const events = ['User.Created', 'PostSignIn', 'Organization.Membership.Updated'];
    const sent = await app.manage('POST', `/hooks/${hook.id}/test`, { events, config: hook.config });
    expect(sent.status).toBe(204);
    expect(world.asked.map(({ body }) => JSON.parse(body).event).toSorted()).toEqual(events.toSorted());
    for (const { headers, body } of world.asked) {
      const signature = createHmac('sha256', hook.signingKey).update(body).digest('hex');
      expect(headers).toMatchObject({
        'x-token': 'of-the-receiver',
        'logto-signature-sha-256': signature,
        'gatehouse-signature-sha-256': signature,
      });
      expect(JSON.parse(body)).toMatchObject({ hookId: hook.id });
    }
    world.answer({ [path]: { status: 503, text: 'closed on Sundays' } });
    const refused = await app.manage('POST', `/hooks/${hook.id}/test`, { events, config: hook.config });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'hook.endpoint_responded_with_error',
        data: { responseStatus: 503, responseBody: 'closed on Sundays' },
      },
    });
    const config = { url: 'http://127.0.0.1:1/' };
    const lost = await app.manage('POST', `/hooks/${hook.id}/test`, { events, config });
    expect(lost).toMatchObject({ status: 422, body: { code: 'hook.send_test_payload_failed' } });
    const none = await app.manage('POST', '/hooks/none/test', { events, config });
    expect(none.status).toBe(404);
  });
});
