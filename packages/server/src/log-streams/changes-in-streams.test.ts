import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { machineWith } from '../api/management/testing/tokens.ts';
import { type StandIn, startStandIn } from '../connectors/testing/stand-in.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';

const path = 'collector/in';

type Entry = { id: string; key: string; payload: Record<string, unknown> & { chain: Chain } };
type Chain = { sequence: number; hash: string; previousHash: string; digest: string };

describe.each(anyDatabase)('changes in log streams on %s', kind => {
  let app: TestApp;
  let world: StandIn;
  let now = Date.now();
  beforeAll(async () => {
    world = await startStandIn();
    app = await startTestApp(kind, { now: () => now });
  });
  afterAll(async () => {
    await app.close();
    await world.close();
  });
  beforeEach(() => world.answer({ [path]: {} }));

  /** Twice: a run that began before the changes were linked may be under way. */
  const unfinished = async () => {
    await app.app.services.jobs.runDue();
    return app.database.system(db =>
      db
        .selectFrom('jobs')
        .select('id')
        .where('name', '=', 'log-stream')
        .where('state', '=', 'running')
        .where('finishedAt', 'is', null)
        .execute(),
    );
  };
  const stream = async (later = 6000) => {
    await app.app.services.linker.link();
    for (let round = 0; round < 2; round += 1) {
      now = Math.max(now + later, Date.now());
      // The server makes its own rounds, and may be sending just now.
      await expect.poll(unfinished, { interval: 20 }).toEqual([]);
    }
  };
  const config = () => ({ kind: 'http', url: `${world.url}/${path}`, format: 'json-lines' });
  const create = async (includeChanges?: boolean) =>
    (await app.manage('POST', '/log-streams', { name: 'SIEM', config: config(), includeChanges })).body as {
      id: string;
    };
  const arrived = (): Entry[] =>
    world.asked
      .flatMap(({ body }) => body.split('\n').filter(Boolean))
      .map(line => JSON.parse(line))
      .filter(({ key }) => key === 'Change');
  const about = (objectId: string) => arrived().filter(({ payload }) => payload.objectId === objectId);

  test('who changed what arrives in order, with a chain that the receiver can follow, and without secrets', async () => {
    const { id } = await create(true);
    const { body: hook } = await app.manage('POST', '/hooks', {
      name: 'Receiver',
      events: ['User.Created'],
      config: { url: 'https://receiver.example' },
    });
    const { body: role } = await app.manage('POST', '/roles', { name: 'Auditor', description: 'Reads' });
    await app.manage('PATCH', `/roles/${role.id}`, { description: 'Reads everything' });
    await stream();

    const [created, updated] = about(role.id);
    expect(created?.payload).toMatchObject({ summary: 'create', objectKind: 'role', objectName: 'Auditor' });
    expect(updated?.payload).toMatchObject({
      actor: { kind: 'application', id: app.manager.id },
      via: { method: 'PATCH' },
      fields: [{ name: 'description', before: 'Reads', after: 'Reads everything' }],
    });
    expect(JSON.stringify(arrived())).not.toContain(hook.signingKey);
    expect(about(hook.id)).toHaveLength(1);

    const chain = arrived().map(({ payload }) => payload.chain);
    for (const [index, { sequence, hash, previousHash, digest }] of chain.entries()) {
      if (index > 0)
        expect({ sequence, previousHash }).toEqual({
          sequence: chain[index - 1]!.sequence + 1,
          previousHash: chain[index - 1]!.hash,
        });
      expect(createHash('sha256').update(`${previousHash}\n${sequence}\n${digest}`).digest('hex')).toBe(hash);
    }
    await app.manage('DELETE', `/log-streams/${id}`);
  });

  test('what a destination does not take is sent again, and a replay sends everything from a time on', async () => {
    const { id } = await create(true);
    await stream();
    const from = Date.now();
    world.answer({ [path]: { status: 503 } });
    const { body: role } = await app.manage('POST', '/roles', { name: 'Late', description: 'A role' });
    await stream();
    expect((await app.manage('GET', `/log-streams/${id}`)).body.status.state).toBe('failing');
    world.answer({ [path]: {} });
    await stream(20 * 60_000);
    expect(about(role.id)).toHaveLength(1);
    await stream();
    expect(about(role.id)).toHaveLength(1);
    await app.manage('POST', `/log-streams/${id}/replay`, { from });
    await stream();
    expect(about(role.id)).toHaveLength(2);
    await app.manage('DELETE', `/log-streams/${id}`);
  });

  test('a stream without the option sends none, and begins with new ones once it is turned on', async () => {
    const { id } = await create();
    const { body: before } = await app.manage('POST', '/roles', { name: 'Before', description: 'A role' });
    await stream();
    expect(arrived()).toEqual([]);
    const { body } = await app.manage('PATCH', `/log-streams/${id}`, { includeChanges: true });
    expect(body.includeChanges).toBe(true);
    const { body: after } = await app.manage('POST', '/roles', { name: 'After', description: 'A role' });
    await stream();
    expect(about(before.id)).toEqual([]);
    expect(about(after.id)).toHaveLength(1);
    await app.manage('DELETE', `/log-streams/${id}`);
  });

  test('data of an erased user is no longer sent', async () => {
    const { id } = await create(true);
    const name = 'Streamed Person';
    const { body: user } = await app.manage('POST', '/users', { name });
    await stream();
    expect(about(user.id)[0]?.payload).toMatchObject({ objectName: name });
    const from = Date.now() - 60_000;
    await app.manage('POST', `/users/${user.id}/erase`);
    world.answer({ [path]: {} });
    await app.manage('POST', `/log-streams/${id}/replay`, { from });
    await stream();
    expect(about(user.id)[0]?.payload).toMatchObject({ objectName: null, isErased: true });
    expect(JSON.stringify(arrived())).not.toContain(name);
    await app.manage('DELETE', `/log-streams/${id}`);
  });

  test('only a caller who may read every change can send them somewhere', async () => {
    const machine = await machineWith(app, ['logs:read', 'logs:write', 'changes:read', 'changes:write']);
    const send = (method: string, to: string, body?: object) =>
      call(`${app.env.ENDPOINT}/api${to}`, { method, body, token: machine.token });
    const refused = await send('POST', '/log-streams', { name: 'X', config: config(), includeChanges: true });
    expect(refused).toMatchObject({ status: 403, body: { code: 'auth.grant_exceeds_own' } });
    const { id } = await create(true);
    const elsewhere = { config: { ...config(), url: `${world.url}/elsewhere` } };
    expect((await send('PATCH', `/log-streams/${id}`, elsewhere)).status).toBe(403);
    await app.manage('PATCH', `/log-streams/${id}`, { includeChanges: false });
    expect((await send('PATCH', `/log-streams/${id}`, elsewhere)).status).toBe(200);
    expect((await send('PATCH', `/log-streams/${id}`, { includeChanges: true })).status).toBe(403);
    const { body: history } = await app.manage('GET', `/changes?objectId=${id}`);
    const turnedOff = history.find(({ fields }: { fields: { name: string; after: unknown }[] }) =>
      fields.some(field => field.name === 'includeChanges' && field.after === false),
    );
    await app.manage('PATCH', `/log-streams/${id}`, { config: config() });
    expect((await send('POST', `/changes/${turnedOff.id}/revert`)).status).toBe(403);
    await app.manage('DELETE', `/log-streams/${id}`);
  });
});
