import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type StandIn, startStandIn } from '../connectors/testing/stand-in.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createCertificate } from '../saml/certificate.ts';
import { startBucket } from '../uploads/testing/bucket.ts';
import { startReceiver } from './testing/syslog-receiver.ts';

const path = 'collector/in';

describe.each(databaseKinds)('log streams on %s', kind => {
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
  afterEach(async () => {
    for (const left of (await app.manage('GET', '/log-streams')).body) await remove(left);
  });

  const log = async (...names: string[]) => {
    const { audit } = app.app.services;
    for (const name of names) {
      const payload = { result: 'Success' as const, userId: name, ip: '192.0.2.1' };
      audit.append('default', { key: 'Interaction.End', payload });
    }
    await audit.flush();
  };
  const create = async (config: object, secrets?: object) => {
    await app.app.services.audit.flush();
    const { status, body } = await app.manage('POST', '/log-streams', { name: 'SIEM', config, secrets });
    expect({ status, body }).toMatchObject({ status: 201 });
    return body as { id: string; signingKey: string };
  };
  const http = () => ({ kind: 'http', url: `${world.url}/${path}`, format: 'json-lines' });
  const read = async (id: string) => (await app.manage('GET', `/log-streams/${id}`)).body;
  const remove = ({ id }: { id: string }) => app.manage('DELETE', `/log-streams/${id}`);
  /** A stream looks every five seconds, and waits longer after a failure. */
  const stream = async (later = 6000) => {
    const unfinished = (...states: ('running' | 'due')[]) =>
      app.database.system(db =>
        db
          .selectFrom('jobs')
          .select('id')
          .where('name', '=', 'log-stream')
          .where(eb =>
            eb.or([eb('state', '=', 'running'), ...(states.includes('due') ? [eb('dueAt', '<=', now)] : [])]),
          )
          .where('finishedAt', 'is', null)
          .execute(),
      );
    // The server makes its own rounds. One that began before counts the next five seconds from when it ends.
    await expect.poll(() => unfinished('running'), { interval: 20 }).toEqual([]);
    now = Math.max(now + later, Date.now());
    const round = async () => {
      await app.app.services.jobs.runDue();
      return unfinished('running', 'due');
    };
    await expect.poll(round, { interval: 20 }).toEqual([]);
  };
  const lines = (text: string) =>
    text
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line));
  const arrived = () => world.asked.flatMap(({ body }) => lines(body).map(entry => entry.payload.userId));

  test('a bucket gets compressed objects by the hour, signed with its key', async () => {
    const bucket = await startBucket('audit-logs');
    const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId } = bucket.variables;
    const config = { kind: 's3', endpoint, region, bucket: 'audit-logs', prefix: 'gatehouse', accessKeyId };
    const created = await create(config, { secretAccessKey: 'wrong' });
    await log('ada', 'bob');
    await stream();
    // A few wait for more: every batch is an object.
    expect((await read(created.id)).status).toMatchObject({ state: 'healthy', sentCount: 0 });
    await stream(70_000);
    expect((await read(created.id)).status.error).toContain('SignatureDoesNotMatch');
    const secretAccessKey = bucket.variables.S3_SECRET_ACCESS_KEY;
    await app.manage('PATCH', `/log-streams/${created.id}`, { secrets: { secretAccessKey } });
    await stream();
    const objects = [...bucket.objects];
    const names = objects.map(([name]) => name);
    expect(
      names.every(name => /^gatehouse\/\d{4}\/\d\d\/\d\d\/\d\d\/\d{12}-\d{12}\.jsonl\.gz$/.test(name)),
    ).toBe(true);
    const sent = objects.flatMap(([, { bytes }]) => lines(gunzipSync(bytes).toString()));
    expect(sent.map(({ payload }) => payload.userId)).toEqual(['ada', 'bob']);
    expect((await app.manage('POST', `/log-streams/${created.id}/test`)).status).toBe(204);
    await remove(created);
    await bucket.stop();
  });

  test('entries arrive by HTTP in their order, signed; secrets go there and nowhere else', async () => {
    await log('before');
    const secrets = { bearerToken: 'of-the-collector', headers: { 'X-Index': 'gate-keeping' } };
    const created = await create(http(), secrets);
    await log('ada', 'bob');
    await log('cyd');
    await stream();
    expect(arrived()).toEqual(['ada', 'bob', 'cyd']);
    const [request] = world.asked as [(typeof world.asked)[number]];
    expect(request.headers).toMatchObject({
      authorization: 'Bearer of-the-collector',
      'x-index': 'gate-keeping',
      'content-type': 'application/x-ndjson',
      'gatehouse-signature-sha-256': createHmac('sha256', created.signingKey)
        .update(request.body)
        .digest('hex'),
    });
    expect(lines(request.body)[0]).toEqual({
      id: expect.any(String),
      tenantId: 'default',
      key: 'Interaction.End',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      payload: { key: 'Interaction.End', result: 'Success', userId: 'ada', ip: '192.0.2.1' },
    });
    const seen = await read(created.id);
    expect(seen).toMatchObject({
      storedSecrets: { bearerToken: true, secretAccessKey: false, headers: ['X-Index'] },
      status: { state: 'healthy', sentCount: 3, lagSeconds: 0, error: null, lastSentAt: expect.any(Number) },
    });
    const listed = await app.manage('GET', '/log-streams');
    const { body: history } = await app.manage(
      'GET',
      `/changes?objectKind=log-stream&objectId=${created.id}`,
    );
    expect(history).toHaveLength(1);
    expect(JSON.stringify([seen, listed.body, history])).not.toMatch(/of-the-collector|gate-keeping/);
    expect(JSON.stringify([seen, listed.body])).not.toContain(created.signingKey);

    // Omitted fields stay unchanged. A new key signs from now on.
    const { body: rekeyed } = await app.manage('PATCH', `/log-streams/${created.id}/signing-key`);
    await app.manage('PATCH', `/log-streams/${created.id}`, {
      config: { ...http(), format: 'json-array' },
      secrets: { bearerToken: null },
    });
    world.answer({ [path]: {} });
    await log('dan', 'eve');
    await stream();
    const [array] = world.asked as [(typeof world.asked)[number]];
    expect(
      JSON.parse(array.body).map(({ payload }: { payload: { userId: string } }) => payload.userId),
    ).toEqual(['dan', 'eve']);
    expect(array.headers['x-index']).toBe('gate-keeping');
    expect(array.headers.authorization).toBeUndefined();
    expect(array.headers['logto-signature-sha-256']).toBe(
      createHmac('sha256', rekeyed.signingKey).update(array.body).digest('hex'),
    );
    await remove(created);
  });

  test('what is not acknowledged is sent again, later each time; off means off, and a replay goes back', async () => {
    const { id } = await create(http());
    // The first look is over, so that no round of the server finds the entries before the clock moves.
    await stream();
    world.answer({ [path]: { status: 503, text: 'the index is full' } });
    await log('ada', 'bob');
    const waits: number[] = [];
    for (const attempt of [1, 2, 3]) {
      await stream(waits.at(-1) ?? 6000);
      expect(world.asked).toHaveLength(attempt);
      const { status } = await read(id);
      expect(status).toMatchObject({
        state: 'failing',
        error: 'The destination answered with 503: the index is full',
        sentCount: 0,
      });
      expect(status.lagSeconds).toBeGreaterThan(0);
      waits.push(status.nextTryAt - now);
    }
    const [first = 0, second = 0, third = 0] = waits;
    expect([first >= 5000, first <= 10_000, second >= 10_000, second <= 20_000, third >= 20_000]).toEqual(
      Array(5).fill(true),
    );
    world.answer({ [path]: {} });
    await stream(third);
    expect(arrived()).toEqual(['ada', 'bob']);
    expect((await read(id)).status).toMatchObject({ state: 'healthy', error: null, sentCount: 2 });

    await app.manage('PATCH', `/log-streams/${id}`, { enabled: false });
    const offAt = Date.now();
    await log('cyd');
    await stream();
    expect(arrived()).toEqual(['ada', 'bob']);
    expect((await read(id)).status).toMatchObject({ state: 'off', nextTryAt: null });
    await app.manage('PATCH', `/log-streams/${id}`, { enabled: true });
    await stream();
    expect(arrived()).toEqual(['ada', 'bob', 'cyd']);

    const replayed = await app.manage('POST', `/log-streams/${id}/replay`, { from: offAt });
    expect(replayed).toMatchObject({ status: 200, body: { id, status: { state: 'healthy' } } });
    await stream();
    expect(arrived()).toEqual(['ada', 'bob', 'cyd', 'cyd']);

    // A deletion by mistake that is undone continues where it ended.
    await remove({ id });
    await log('dan');
    const { body: history } = await app.manage('GET', `/changes?objectKind=log-stream&objectId=${id}`);
    await app.manage('POST', `/changes/${history[0].id}/revert`);
    await app.app.services.jobs.runSchedule('log-streams');
    await stream();
    expect(arrived().at(-1)).toBe('dan');
    await remove({ id });
  });

  test('bad input is told by its field; a test says what came back', async () => {
    const post = (body: object) => app.manage('POST', '/log-streams', body);
    for (const [config, field] of [
      [{ ...http(), url: 'ftp://files.example' }, 'config.url'],
      [{ kind: 'syslog', host: 'a b', port: 514, isEncrypted: false }, 'config.host'],
      [{ kind: 'syslog', host: 'logs.example', port: 0, isEncrypted: false }, 'config.port'],
      [{ kind: 's3', region: 'eu', bucket: 'No', accessKeyId: 'k' }, 'config.bucket'],
      [{ kind: 's3', region: 'eu', bucket: 'logs', accessKeyId: 'k' }, 'secrets.secretAccessKey'],
    ] as const) {
      const { status, body } = await post({ name: 'S', config });
      expect({ status, text: JSON.stringify(body) }).toMatchObject({
        status: 400,
        text: expect.stringContaining(field),
      });
    }
    const { id } = await create(http());
    const config = { kind: 'syslog', host: '127.0.0.1', port: 1, isEncrypted: false };
    const changed = await app.manage('PATCH', `/log-streams/${id}`, { config });
    expect(changed).toMatchObject({ status: 422, body: { code: 'log_stream.kind_is_fixed' } });
    expect((await app.manage('POST', `/log-streams/${id}/test`)).status).toBe(204);
    expect(lines(world.asked[0]?.body ?? '')).toMatchObject([
      { key: 'Unknown', payload: { isSample: true } },
    ]);
    world.answer({ [path]: { status: 403, text: 'who are you?' } });
    expect(await app.manage('POST', `/log-streams/${id}/test`)).toMatchObject({
      status: 422,
      body: {
        code: 'log_stream.test_failed',
        data: { message: 'The destination answered with 403: who are you?' },
      },
    });
    const lost = await create(config);
    const { body: refused } = await app.manage('POST', `/log-streams/${lost.id}/test`);
    expect(refused.data.message).toMatch(/^127\.0\.0\.1:1 did not answer/);
    await Promise.all([{ id }, lost].map(remove));
    for (const [method, end] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/test'],
    ] as const)
      expect((await app.manage(method, `/log-streams/none${end}`)).status).toBe(404);
    const many = await Promise.all(Array.from({ length: 10 }, () => create(http())));
    expect((await post({ name: 'S', config: http() })).body.code).toBe('log_stream.too_many');
    await Promise.all(many.map(remove));
  });

  test('a receiver with its own certificate is trusted by the authority that is given', async () => {
    const { privateKey: key, certificate } = await createCertificate({ subject: 'localhost', years: 1 });
    const receiver = createServer({ key, cert: certificate }, (_, response) => response.end());
    receiver.listen(0, 'localhost');
    await once(receiver, 'listening');
    const url = `https://localhost:${(receiver.address() as AddressInfo).port}/`;
    const { id } = await create({ ...http(), url });
    const tryOut = () => app.manage('POST', `/log-streams/${id}/test`);
    expect((await tryOut()).body.data.message).toContain('a certificate that is not trusted');
    const config = { ...http(), url, certificateAuthority: certificate };
    expect((await app.manage('PATCH', `/log-streams/${id}`, { config })).status).toBe(200);
    expect((await tryOut()).status).toBe(204);
    receiver.closeAllConnections();
    receiver.close();
  });

  test('so is a bucket with its own certificate, which delivers nothing until then', async () => {
    const { privateKey: key, certificate } = await createCertificate({ subject: 'localhost', years: 1 });
    const bucket = await startBucket('audit-logs', { key, cert: certificate });
    const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId } = bucket.variables;
    const config = { kind: 's3', endpoint, region, bucket: 'audit-logs', accessKeyId };
    const { id } = await create(config, { secretAccessKey: bucket.variables.S3_SECRET_ACCESS_KEY });
    await log('ada');
    await stream(70_000);
    expect((await read(id)).status.error).toContain('a certificate that is not trusted');
    expect(bucket.writes()).toBe(0);
    const trusting = { ...config, certificateAuthority: certificate };
    const saved = await app.manage('PATCH', `/log-streams/${id}`, { config: trusting });
    expect(saved).toMatchObject({ status: 200, body: { config: trusting } });
    await stream(70_000);
    expect((await read(id)).status).toMatchObject({ state: 'healthy', error: null });
    const sent = [...bucket.objects.values()].flatMap(({ bytes }) => lines(gunzipSync(bytes).toString()));
    expect(sent.map(({ payload }) => payload.userId)).toEqual(['ada']);
    await remove({ id });
    await bucket.stop();
  });

  test('syslog gets RFC 5424 messages, counted by octets, over TCP and TLS; a broken connection counts for nothing', async () => {
    const { privateKey, certificate } = await createCertificate({ subject: 'localhost', years: 1 });
    for (const isEncrypted of [false, true]) {
      const receiver = await startReceiver(isEncrypted ? { key: privateKey, cert: certificate } : undefined);
      const created = await create({
        kind: 'syslog',
        host: 'localhost',
        port: receiver.port,
        isEncrypted,
        ...(isEncrypted ? { certificateAuthority: certificate } : {}),
      });
      receiver.breakNext();
      await log('ada', 'bob "the ]builder"');
      await stream();
      expect((await read(created.id)).status).toMatchObject({ state: 'failing', sentCount: 0 });
      await stream(20_000);
      const messages = receiver.messages();
      expect(messages).toHaveLength(2);
      const [first = '', second = ''] = messages;
      expect(first).toMatch(
        /^<86>1 \d{4}-\d\d-\d\dT[\d:.]+Z - Gatehouse default audit \[audit@32473 id="\w+" key="Interaction\.End" result="Success" userId="ada" ip="192\.0\.2\.1"\] \{/,
      );
      expect(JSON.parse(first.slice(first.indexOf('] {') + 2)).payload.userId).toBe('ada');
      expect(second).toContain('userId="bob \\"the \\]builder\\""');
      expect((await read(created.id)).status).toMatchObject({ state: 'healthy', sentCount: 2 });
      await remove(created);
      await receiver.stop();
    }
  });
});
