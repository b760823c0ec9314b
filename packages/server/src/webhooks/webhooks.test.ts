import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBuilders } from '../api/management/testing/builders.ts';
import { type StandIn, startStandIn } from '../connectors/testing/stand-in.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { createAdministrator } from '../domain/administrators.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type MailServer, startMailServer } from '../messages/testing/mail-server.ts';
import { createCertificate } from '../saml/certificate.ts';

const path = 'receiver/in';

describe.each(databaseKinds)('webhooks on %s', kind => {
  let app: TestApp;
  let world: StandIn;
  let mail: MailServer;
  let now = Date.now();
  beforeAll(async () => {
    world = await startStandIn();
    mail = await startMailServer();
    app = await startTestApp(kind, {
      variables: mail.variables,
      now: () => now,
    });
  });
  afterAll(async () => {
    await app.close();
    await world.close();
    await mail.close();
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
    // Redirects are not followed: they could lead anywhere.
    world.answer({ [path]: { status: 302, location: `${world.url}/inside` } });
    const led = await app.manage('POST', `/hooks/${hook.id}/test`, {
      events: ['PostSignIn'],
      config: hook.config,
    });
    expect(led.body.data).toMatchObject({ responseStatus: 302 });
    expect(world.asked.map(request => request.path)).toEqual([path]);
    const config = { url: 'http://127.0.0.1:1/' };
    const lost = await app.manage('POST', `/hooks/${hook.id}/test`, { events, config });
    expect(lost).toMatchObject({ status: 422, body: { code: 'hook.send_test_payload_failed' } });
    const none = await app.manage('POST', '/hooks/none/test', { events, config });
    expect(none.status).toBe(404);
    await removeHook(hook);
  });

  test('a receiver with its own certificate is trusted by the authority that is given', async () => {
    const { privateKey: key, certificate } = await createCertificate({ subject: 'localhost', years: 1 });
    const receiver = createServer({ key, cert: certificate }, (_, response) => response.end('thank you'));
    receiver.listen(0, 'localhost');
    await once(receiver, 'listening');
    const url = `https://localhost:${(receiver.address() as AddressInfo).port}/`;
    const hook = await createHook(['User.Created']);
    const tryOut = (config: object) =>
      app.manage('POST', `/hooks/${hook.id}/test`, { events: ['User.Created'], config: { url, ...config } });
    expect((await tryOut({ certificateAuthority: certificate })).status).toBe(204);
    const { status, text } = await tryOut({});
    expect(status).toBe(422);
    expect(text).toContain('a certificate that is not trusted');
    await removeHook(hook);
    receiver.closeAllConnections();
    receiver.close();
  });

  test('an answer of JSON is kept as the object that it is', async () => {
    const hook = await createHook(['User.Created']);
    world.answer({ [path]: { json: { stored: true } } });
    await app.manage('POST', '/users', { name: 'Ada' });
    await deliver();
    const { body } = await app.manage('GET', `/hooks/${hook.id}/recent-logs`);
    expect(body[0].payload.response).toEqual({ statusCode: 200, body: { stored: true } });
    await removeHook(hook);
  });

  const received = () => world.asked.map(({ body }) => JSON.parse(body));
  const deliver = () => app.app.services.jobs.runDue();
  const removeHook = ({ id }: { id: string }) => app.manage('DELETE', `/hooks/${id}`);

  test('[ENT-36] what happens to an object is told in its order, signed, with where it came from', async () => {
    const hook = await createHook(['User.Created', 'User.Data.Updated', 'User.Deleted']);
    const off = await createHook(['User.Created']);
    await app.manage('PATCH', `/hooks/${off.id}`, { enabled: false });
    const { body: user } = await app.manage('POST', '/users', { name: 'Ada' });
    for (const name of ['B', 'C', 'D']) await app.manage('PATCH', `/users/${user.id}`, { name });
    await app.manage('PATCH', `/users/${user.id}/is-suspended`, { isSuspended: true });
    await app.manage('DELETE', `/users/${user.id}`);
    await deliver();
    expect(received().map(({ event, data }) => [event, data?.name])).toEqual([
      ['User.Created', 'Ada'],
      ['User.Data.Updated', 'B'],
      ['User.Data.Updated', 'C'],
      ['User.Data.Updated', 'D'],
      ['User.Deleted', 'D'],
    ]);
    expect(received()[1]).toMatchObject({
      hookId: hook.id,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      method: 'PATCH',
      path: `/api/users/${user.id}`,
      matchedRoute: '/users/:userId',
      params: { userId: user.id },
      status: 200,
      ip: expect.stringContaining('127.0.0.1'),
      userAgent: expect.any(String),
    });
    expect(received().at(-1)).toMatchObject({ event: 'User.Deleted', method: 'DELETE', status: 204 });
    const [{ body, headers }] = world.asked as [(typeof world.asked)[number]];
    expect(headers['logto-signature-sha-256']).toBe(
      createHmac('sha256', hook.signingKey).update(body).digest('hex'),
    );
    const read = await app.manage('GET', `/hooks/${hook.id}?includeExecutionStats=true`);
    expect(read.body.executionStats).toEqual({ successCount: 5, requestCount: 5 });
    const listed = await app.manage('GET', '/hooks?includeExecutionStats=true');
    expect(listed.body.find(({ id }: { id: string }) => id === off.id).executionStats.requestCount).toBe(0);
    await Promise.all([hook, off].map(removeHook));
  });

  test('[ENT-36] relations are told without an object, but with whose they are', async () => {
    const hook = await createHook(['Organization.Membership.Updated', 'Role.Scopes.Updated']);
    const build = createBuilders(app);
    const [organization, user, scope] = [await build.organization(), await build.user(), await build.scope()];
    const { body: role } = await app.manage('POST', '/roles', { name: `R${kind}`, description: 'R' });
    await app.manage('POST', `/organizations/${organization.id}/users`, { userIds: [user.id] });
    await app.manage('POST', `/roles/${role.id}/scopes`, { scopeIds: [scope.id] });
    await deliver();
    expect(received()).toHaveLength(2);
    expect(received()).toContainEqual(
      expect.objectContaining({ organizationId: organization.id, addedUserIds: [user.id], data: null }),
    );
    expect(received()).toContainEqual(expect.objectContaining({ roleId: role.id, data: null }));
    await removeHook(hook);
  });

  test('[ENT-13] what fails is tried again, later each time, as often as the webhook says; then it can be replayed', async () => {
    world.answer({ [path]: { status: 500, text: 'out of order' } });
    const hook = await createHook(['User.Created', 'User.Deleted'], {
      retries: 2,
      headers: { 'x-token': 'of-the-receiver' },
    });
    const { body: user } = await app.manage('POST', '/users', { name: 'Retry' });
    await app.manage('DELETE', `/users/${user.id}`);
    const logsOf = async (query = '') =>
      (await app.manage('GET', `/hooks/${hook.id}/recent-logs${query}`)).body;
    const waits: number[] = [];
    for (const attempt of [1, 2, 3]) {
      await deliver();
      const logs = await logsOf('?logKey=TriggerHook.User.Created');
      expect(logs).toHaveLength(attempt);
      const { payload } = logs[0];
      expect(payload).toMatchObject({
        attempt,
        result: 'Error',
        response: { statusCode: 500, body: 'out of order' },
        latencyMs: expect.any(Number),
      });
      waits.push((payload.retryAt ?? now) - now);
      now = payload.retryAt ?? now;
    }
    const [first = 0, second = 0, third] = waits;
    expect([first >= 5000, first <= 10_000, second >= 10_000, second <= 20_000, third]).toEqual([
      ...Array(4).fill(true),
      0,
    ]);
    // Later events of the same user wait for this one.
    expect(received().map(({ event }) => event)).toEqual([...Array(3).fill('User.Created'), 'User.Deleted']);
    world.answer({ [path]: { text: 'thank you' } });
    now += 60_000;
    await deliver();
    expect(received().map(({ event }) => event)).toEqual(['User.Deleted']);
    const read = await app.manage('GET', `/hooks/${hook.id}?includeExecutionStats=true`);
    expect(read.body.executionStats).toEqual({ successCount: 1, requestCount: 5 });

    const [failed] = await logsOf('?logKey=TriggerHook.User.Created');
    now += 1;
    const replayed = await app.manage('POST', `/hooks/${hook.id}/recent-logs/${failed.id}/replay`);
    expect(replayed).toMatchObject({
      status: 200,
      body: { payload: { result: 'Success', replayOf: failed.id, response: { body: 'thank you' } } },
    });
    expect(received()[1]).toEqual(failed.payload.hookRequest.body);
    // All that was sent can be looked at, but for what the receiver trusts.
    expect(failed.payload.hookRequest.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'gatehouse-signature-sha-256': expect.stringMatching(/^[0-9a-f]{64}$/),
      'x-token': expect.not.stringContaining('receiver'),
    });
    expect((await logsOf())[0]).toEqual(replayed.body);
    const none = await app.manage('POST', `/hooks/${hook.id}/recent-logs/none/replay`);
    expect(none.status).toBe(404);
    await removeHook(hook);
  });

  test('background jobs are listed with their state, and maintenance can be run manually', async () => {
    world.answer({ [path]: { status: 500 } });
    const hook = await createHook(['Role.Created'], { retries: 1 });
    await app.manage('POST', '/roles', { name: `Listed ${kind}`, description: 'R' });
    await deliver();
    const listed = await app.manage('GET', '/jobs?name=webhook&state=waiting');
    expect(listed.body).toMatchObject([{ name: 'webhook', state: 'waiting', attempts: 1, finishedAt: null }]);
    expect(listed.body[0].dueAt).toBeGreaterThan(now);
    expect((await app.manage('GET', '/jobs?name=users.bulk')).body).toEqual([]);
    const domains = async () => {
      const { body } = await app.manage('GET', '/jobs/schedules');
      return body.find(({ name }: { name: string }) => name === 'domains');
    };
    expect(await domains()).toMatchObject({
      everySeconds: 60,
      isRunning: false,
      finishedAt: null,
      error: null,
    });
    expect((await app.manage('POST', '/jobs/schedules/domains/run')).status).toBe(204);
    await expect.poll(async () => (await domains()).finishedAt, { timeout: 20_000 }).not.toBeNull();
    expect((await app.manage('POST', '/jobs/schedules/none/run')).status).toBe(404);
    await removeHook(hook);
    now += 60_000;
    await deliver();
  });

  test('who fails for days is turned off, and the history says so', async () => {
    const administrator = {
      username: 'watch',
      password: 'a long watchword',
      primaryEmail: 'watch@harbour.example',
    };
    await createAdministrator(app.database, administrator);
    world.answer({ [path]: { status: 410 } });
    const hook = await createHook(['Role.Created'], { retries: 0 });
    const fail = async (day: number) => {
      for (const index of [1, 2, 3])
        await app.manage('POST', '/roles', { name: `${kind} ${day} ${index}`, description: 'R' });
      await deliver();
      await app.app.services.jobs.runSchedule('webhooks');
      now += 24 * 60 * 60 * 1000;
      return (await app.manage('GET', `/hooks/${hook.id}`)).body.enabled;
    };
    now += 60 * 60 * 1000;
    for (const day of [0, 1, 2]) expect(await fail(day)).toBe(true);
    expect(await fail(3)).toBe(false);
    expect((await app.manage('GET', `/hooks/${hook.id}`)).body.turnedOffAt).toBe(now - 24 * 60 * 60 * 1000);
    await app.app.ownMail?.deliverDue();
    await expect.poll(() => mail.received).toHaveLength(1);
    expect(mail.received[0]).toMatchObject({
      to: ['watch@harbour.example'],
      text: expect.stringContaining(`${app.env.ADMIN_ENDPOINT}/console/webhooks/${hook.id}/settings`),
    });
    const { body: history } = await app.manage('GET', `/changes?objectKind=hook&objectId=${hook.id}`);
    expect(history[0]).toMatchObject({
      actor: { kind: 'system', id: 'webhooks' },
      fields: [
        { name: 'enabled', before: true, after: false },
        { name: 'turnedOffAt', before: null, after: expect.any(String) },
      ],
    });
    const revived = await app.manage('PATCH', `/hooks/${hook.id}`, { enabled: true });
    expect(revived.body).toMatchObject({ enabled: true, turnedOffAt: null });
    await removeHook(hook);
  });
});
