import { streamLimits } from '@gatehouse/contract/live-sign-ins.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { tokenWith } from '../api/management/testing/tokens.ts';
import type { TenantDatabase } from '../database/database.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { call, requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';
import { leastStatements } from '../http/testing/statements.ts';
import { createLogger } from '../log.ts';
import { createPeople } from '../oidc/testing/people.ts';
import { createLiveSignIns } from './live-sign-ins.ts';
import { insertRefusal, watchSignIns } from './testing/watch.ts';

const password = 'correct horse battery';
const patience = { timeout: 10_000 };

describe.each(databaseKinds)('live sign-ins on %s', kind => {
  let app: TestApp;
  const open: Awaited<ReturnType<typeof watchSignIns>>[] = [];
  beforeAll(async () => {
    app = await startTestApp(kind, { liveIntervalMs: 20, auditIntervalMs: 100 });
  });
  afterAll(() => app.close());

  const watch = async (token = app.token, options: { lastEventId?: string } = {}) => {
    const stream = await watchSignIns(`${app.env.ENDPOINT}/api`, token, options);
    open.push(stream);
    return stream;
  };
  const stopAll = async () => {
    await Promise.all(open.splice(0).map(stream => stream.stop()));
    // The server hears a little later that they left.
    await expect.poll(() => statementsOfRounds(), { timeout: 30_000 }).toBe(0);
  };
  /** The statements that are sent in the time of some rounds, which requests without statements of their own pass. */
  const statementsOfRounds = () =>
    leastStatements(app, async () => {
      for (let count = 0; count < 60; count += 1) await call(`${app.env.ENDPOINT}/api/status`);
    });

  const fail = async (username: string) => {
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'username', value: username };
    await step('POST', '/experience/verification/password', { identifier, password: 'wrong' });
  };
  const createUser = async (username: string) =>
    (await app.manage('POST', '/users', { username, password, name: `Name of ${username}` })).body
      .id as string;
  const written = new Set<string>();
  const write = (signInId: string, tenantId = 'default') => {
    written.add(signInId);
    return app.database.tenant(tenantId).send(db => insertRefusal(db, signInId));
  };
  const idsOf = ({ signIns }: Awaited<ReturnType<typeof watch>>) =>
    signIns().flatMap(({ id }) => (written.has(id) ? [id] : []));

  test('a sign-in with its user, its application, its methods and its place; the first token is marked', async () => {
    const stream = await watch();
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.response.headers.get('cache-control')).toBe('no-store, no-transform');
    await stream.ready();
    const people = createPeople(app);
    const shop = await people.createApplication({ name: 'Shop', type: 'SPA' });
    const client = await people.discover(shop.id);
    const { userId } = await people.register(client, `live_${kind}`);
    const ofShop = () => stream.signIns().filter(({ applicationId }) => applicationId === shop.id);
    await expect.poll(() => ofShop().some(({ isFirstToken }) => isFirstToken), patience).toBe(true);
    const last = ofShop().at(-1);
    expect(last).toMatchObject({
      outcome: 'Success',
      userId,
      user: { id: userId, username: `live_${kind}` },
      applicationName: 'Shop',
      methods: [
        { method: 'Password', result: 'Success' },
        { method: 'Token', result: 'Success' },
      ],
      ip: expect.any(String),
    });
    expect((await app.manage('GET', `/sign-ins/${last?.id}`)).body.applicationId).toBe(shop.id);

    const second = await people.register(client, `again_${kind}`);
    const ofSecond = () => stream.signIns().filter(signIn => signIn.userId === second.userId);
    const hasToken = () => ofSecond().some(({ methods }) => methods.some(({ method }) => method === 'Token'));
    await expect.poll(hasToken, patience).toBe(true);
    expect(ofSecond().some(({ isFirstToken }) => isFirstToken)).toBe(false);
    await stopAll();
  });

  test('a machine only with the first token of its application', async () => {
    const stream = await watch();
    await stream.ready();
    const { createApplication } = createPeople(app);
    const robot = await createApplication({ name: 'Robot', type: 'MachineToMachine' });
    await app.manage('POST', '/resources', { name: 'Orders', indicator: `https://${kind}.example/api` });
    const ask = () => requestToken(app.env.ENDPOINT, robot, { resource: `https://${kind}.example/api` });
    expect((await ask()).status).toBe(200);
    const ofRobot = () => stream.signIns().filter(({ applicationId }) => applicationId === robot.id);
    await expect.poll(() => ofRobot().length, patience).toBe(1);
    const [first] = ofRobot();
    expect(first).toMatchObject({ isFirstToken: true, applicationName: 'Robot', outcome: 'Success' });
    expect((await app.manage('GET', `/logs/${first?.entryId}`)).body.key).toBe(
      'ExchangeTokenBy.ClientCredentials',
    );
    expect((await ask()).status).toBe(200);
    await write('behind the robot');
    await expect.poll(() => idsOf(stream), patience).toContain('behind the robot');
    expect(ofRobot()).toHaveLength(1);
    await stopAll();
  });

  test('a refusal, without names for callers that may not read users', async () => {
    const userId = await createUser(`refused_${kind}`);
    const all = await watch();
    const logsOnly = await watch(await tokenWith(app, ['logs:read']));
    await Promise.all([all.ready(), logsOnly.ready()]);
    await fail(`refused_${kind}`);
    const ofUser = (stream: typeof all) => stream.signIns().find(signIn => signIn.userId === userId);
    await expect
      .poll(() => ofUser(all), patience)
      .toMatchObject({
        outcome: 'Error',
        error: { code: 'session.invalid_credentials' },
        user: { id: userId, name: `Name of refused_${kind}` },
      });
    await expect.poll(() => ofUser(logsOnly), patience).toMatchObject({ outcome: 'Error', userId });
    expect(ofUser(logsOnly)).not.toHaveProperty('user');
    expect(ofUser(logsOnly)).not.toHaveProperty('applicationName');
    await stopAll();
  });

  test('403 without the permission, 401 without a token', async () => {
    const stranger = await watch(await tokenWith(app, ['users:read']));
    expect(stranger.response.status).toBe(403);
    expect((await call(`${app.env.ENDPOINT}/api/sign-ins/stream`)).status).toBe(401);
  });

  test('the sign-ins of another tenant never appear', async () => {
    const stream = await watch();
    await stream.ready();
    await write('theirs', 'admin');
    await write('ours');
    await expect.poll(() => idsOf(stream), patience).toEqual(['ours']);
    await stopAll();
  });

  test('Last-Event-ID continues without a loss and without repeats', async () => {
    const before = await watch();
    await before.ready();
    await write('one');
    await expect.poll(() => idsOf(before), patience).toEqual(['one']);
    await before.stop();
    await write('two');
    await write('three');
    const lastEventId = before.received.at(-1)?.id;
    const after = await watch(app.token, { lastEventId });
    await write('four');
    await expect.poll(() => idsOf(after), patience).toEqual(['two', 'three', 'four']);
    await stopAll();
  });

  test('event IDs do not tell where in the log of all tenants an event is', async () => {
    const stream = await watch();
    await stream.ready();
    await write('without a place');
    await expect.poll(() => idsOf(stream), patience).toEqual(['without a place']);
    const ids = stream.received.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(1);
    for (const id of ids) expect(id).not.toMatch(/^\d+$/);
    await stopAll();
  });

  test.each(['999999999999999', '99999999999999999999', '-1', '1e3', 'none'])(
    'Last-Event-ID %s, which no event has, begins now',
    async text => {
      const lastEventId = text.startsWith('9') ? app.vault.seal(text) : text;
      const stream = await watch(app.token, { lastEventId });
      await stream.ready();
      const id = `after ${text} on ${kind}`;
      await write(id);
      await expect.poll(() => idsOf(stream), patience).toContain(id);
      await stream.stop();
    },
  );

  test('429 beyond the limits, with requests in parallel too; a place is free again at once', async () => {
    const attempts = await Promise.all(Array.from({ length: 10 }, () => watch()));
    const refused = attempts.filter(({ response }) => response.status === 429);
    expect(refused).toHaveLength(10 - streamLimits.perCaller);
    expect(await refused[0]?.response.json()).toMatchObject({ code: 'log.too_many_streams' });
    await attempts.find(({ response }) => response.status === 200)?.stop();
    await expect.poll(async () => (await watch()).response.status).toBe(200);
    // Others have places of their own, up to the limit of the tenant.
    const tokens = await Promise.all(
      Array.from({ length: streamLimits.perTenant / streamLimits.perCaller }, () =>
        tokenWith(app, ['logs:read']),
      ),
    );
    const others = await Promise.all(
      tokens.flatMap(token => Array.from({ length: streamLimits.perCaller }, () => watch(token))),
    );
    const accepted = others.filter(({ response }) => response.status === 200);
    expect(accepted).toHaveLength(streamLimits.perTenant - streamLimits.perCaller);
    await stopAll();
  });

  test('a caller that loses its role gets no further event, and the stream ends', async () => {
    const token = await tokenWith(app, ['logs:read']);
    const stream = await watch(token);
    await stream.ready();
    const { client_id: id } = JSON.parse(atob(token.split('.')[1] ?? ''));
    expect((await app.manage('DELETE', `/applications/${id}`)).status).toBe(204);
    await write('too late');
    await expect.poll(() => stream.isOver(), patience).toBe(true);
    expect(idsOf(stream)).toEqual([]);
    expect((await watch(token)).response.status).toBe(401);
    await stopAll();
  });

  test('a reader that reads gets a large batch whole', async () => {
    const before = await watch();
    await before.ready();
    const lastEventId = before.received.at(-1)?.id;
    await before.stop();
    const userAgent = 'x'.repeat(20_000);
    const ids = Array.from({ length: 150 }, (_, index) => `large ${index} on ${kind}`);
    await app.database.tenant('default').send(async db => {
      for (const id of ids) await insertRefusal(db, id, userAgent);
    });
    const stream = await watch(app.token, { lastEventId });
    const received = () => stream.signIns().filter(({ id }) => ids.includes(id)).length;
    await expect.poll(() => stream.isOver() || received() === ids.length, patience).toBe(true);
    expect(received()).toBe(ids.length);
    await stopAll();
  });

  test('a stream is measured when it begins: its life is no time that an answer took', async () => {
    const count = async () => {
      const { text } = await call(`${app.env.ADMIN_ENDPOINT}/metrics`);
      const line = text
        .split('\n')
        .find(
          each =>
            each.includes('_seconds_count{') &&
            each.includes('route="/api/sign-ins/stream"') &&
            each.includes('status="200"'),
        );
      return Number(line?.split(' ').at(-1) ?? 0);
    };
    const first = await watch();
    await first.ready();
    const before = await count();
    const second = await watch();
    await second.ready();
    expect(await count()).toBe(before + 1);
    await stopAll();
    expect(await count()).toBe(before + 1);
  });

  test('a tenant that cannot be read ends its own streams only', async () => {
    const live = createLiveSignIns(app.database, createLogger('silent'), 20);
    const watchAs = (tenant: TenantDatabase) => {
      const seen = { events: 0, isOver: false };
      live.watch({
        tenant,
        callerId: tenant.tenantId,
        after: 0,
        receive: async events => {
          seen.events += events.length;
        },
        end: () => {
          seen.isOver = true;
        },
      });
      return seen;
    };
    const broken = watchAs({
      ...app.database.tenant('admin'),
      read: () => Promise.reject(new Error('The statement took too long.')),
    });
    const sound = watchAs(app.database.tenant('default'));
    await write(`beside the broken on ${kind}`);
    await expect.poll(() => broken.isOver && sound.events > 0, patience).toBe(true);
    expect(sound.isOver).toBe(false);
    live.close();
  });

  test('without anyone who watches, nothing is read', async () => {
    const stream = await watch();
    await stream.ready();
    expect(await statementsOfRounds()).toBeGreaterThan(0);
    await stopAll();
  });
});
