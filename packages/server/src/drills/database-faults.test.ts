import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../database/open.ts';
import { openTestDatabase, type TestDatabase } from '../database/testing/open.ts';
import { urlOfDatabase, withConnection } from '../database/testing/postgresql.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { DatabaseUnavailableError } from '../database/unavailable.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { startFaultyNetwork } from './testing/faulty-network.ts';

describe('a server whose database', () => {
  let database: TestDatabase;
  let network: Awaited<ReturnType<typeof startFaultyNetwork>>;
  let app: TestApp;
  beforeAll(async () => {
    database = await openTestDatabase('postgresql');
    network = await startFaultyNetwork(database.options.url ?? '');
    const reached = await openDatabase({ ...database.options, url: network.url });
    app = await startTestApp('postgresql', { database: { ...database, ...reached } });
  });
  afterAll(async () => {
    network.speak();
    await app.close();
    network.close();
    await database.close();
  });

  const read = () => app.manage('GET', '/roles');
  const discover = () => call(`${app.env.ENDPOINT}/oidc/.well-known/openid-configuration`, {});

  test('cuts every connection, even those in use, continues to work and loses nothing that was acknowledged', async () => {
    const acknowledged: string[] = [];
    const refused: { status: number; body: { code: string } }[] = [];
    let isOver = false;
    const write = async (writer: number) => {
      for (let round = 0; !isOver; round += 1) {
        const name = `role ${writer} ${round}`;
        const answer = await app.manage('POST', '/roles', { name, description: 'd' });
        if (answer.status === 200) acknowledged.push(name);
        else refused.push(answer);
      }
    };
    const writers = Promise.all([1, 2, 3, 4, 5, 6].map(write));
    for (let cuts = 0; cuts < 5; cuts += 1) {
      const goal = acknowledged.length + 10;
      await expect.poll(() => acknowledged.length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(goal);
      network.cut();
    }
    isOver = true;
    await writers;
    for (const { status, body } of refused) expect([status, body.code]).toEqual([503, 'server.unavailable']);
    const found = new Set<string>();
    for (let page = 1; ; page += 1) {
      const { body } = await app.manage('GET', `/roles?page=${page}&page_size=100`);
      if (!body.length) break;
      for (const { name } of body) found.add(name);
    }
    expect(acknowledged.filter(name => !found.has(name))).toEqual([]);
  }, 120_000);

  test('refuses all requests says so with 503 and when to come again', async () => {
    const { body: spa } = await app.manage('POST', '/applications', { name: 'Shop', type: 'SPA' });
    const refresh = () =>
      call(`${app.env.ENDPOINT}/oidc/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `grant_type=refresh_token&refresh_token=${'x'.repeat(43)}&client_id=${spa.id}`,
      });
    expect((await refresh()).body.error).toBe('invalid_grant');
    const hasura = () =>
      call(
        `${app.env.ENDPOINT}/api/authn/hasura?resource=${managementAudience('default')}&unauthorizedRole=guest`,
        { token: app.token },
      );
    expect((await hasura()).status).toBe(200);
    network.goDown();
    // A token cannot be told from a wrong one now.
    app.database.forget('default', 'keys');
    try {
      const answers = await Promise.all([
        read(),
        app.manage('POST', '/roles', { name: 'x', description: 'x' }),
        hasura(),
      ]);
      for (const { status, body, headers } of answers) {
        expect(status).toBe(503);
        expect(body.message).toMatch(/try again/i);
        expect(headers.get('retry-after')).toBeTruthy();
      }
      // An erasure that has come this far is finished later, and its caller is told the same.
      await expect(app.database.scrub()).rejects.toThrow(DatabaseUnavailableError);
      expect(await refresh()).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
      // A person who opens a page reads words, not JSON.
      app.database.forget('default', 'tenant');
      for (const path of ['/sign-in', `/oidc/auth?client_id=${spa.id}`]) {
        const page = await fetch(`${app.env.ENDPOINT}${path}`, {
          headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': 'de' },
          redirect: 'manual',
        });
        const text = await page.text();
        expect([path, page.status, page.headers.get('content-type')]).toEqual([
          path,
          503,
          'text/html; charset=utf-8',
        ]);
        expect(page.headers.get('retry-after')).toBeTruthy();
        expect(text).toContain('<html lang="de"');
        expect(text).toContain(page.headers.get('gatehouse-request-id'));
      }
    } finally {
      network.comeUp();
    }
    await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe(200);
  }, 60_000);

  test('is away for a while keeps the audit entries of what was answered meanwhile', async () => {
    const { audit } = app.app.services;
    const read = async () => {
      await audit.flush();
      const { body } = await app.manage('GET', '/logs?logKey=ExchangeTokenBy.TokenExchange&page_size=100');
      return body.length as number;
    };
    const before = await read();
    const append = () =>
      audit.append('default', { key: 'ExchangeTokenBy.TokenExchange', payload: { result: 'Success' } });
    network.goDown();
    try {
      append();
      await audit.flush();
      append();
      await audit.flush();
    } finally {
      network.comeUp();
    }
    await expect.poll(read, { timeout: 20_000 }).toBe(before + 2);
  }, 60_000);

  test('lets it in no more answers 503 until it does again', async () => {
    const { url = '' } = database.options;
    const name = new URL(url).pathname.slice(1);
    const letIn = (isAllowed: boolean) =>
      withConnection(urlOfDatabase(url, 'postgres'), client =>
        client.query(`alter database ${name} allow_connections ${isAllowed}`),
      );
    await letIn(false);
    network.cut();
    try {
      const answers = [await read(), await app.manage('POST', '/roles', { name: 'y', description: 'y' })];
      for (const { status, body } of answers)
        expect([status, body.code]).toEqual([503, 'server.unavailable']);
    } finally {
      await letIn(true);
    }
    await expect.poll(async () => (await read()).status).toBe(200);
  });

  test('goes silent on all connections answers everything in time, and again when it is back', async () => {
    let written = 0;
    const write = () => {
      written += 1;
      return app.manage('POST', '/roles', { name: `silent ${written}`, description: 'd' });
    };
    const both = () => Array.from({ length: 6 }, () => [read(), write()]).flat();
    await Promise.all(both());
    network.silence();
    const asked = performance.now();
    const ready = () => call(`${app.env.ENDPOINT}/readyz`, {});
    for (const { status } of await Promise.all([ready(), ready(), ready()])) expect(status).toBe(503);
    expect(performance.now() - asked).toBeLessThan(8000);
    const started = performance.now();
    const answers = await Promise.all([...both(), discover()]);
    const seconds = (performance.now() - started) / 1000;
    expect(seconds).toBeLessThan(25);
    expect(answers.slice(0, 12).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 503));
    expect((await call(`${app.env.ENDPOINT}/healthz`, {})).status).toBe(200);
    // The client has its response. The queries themselves are canceled a little later.
    const answered = performance.now();
    await expect
      .poll(() => performance.now() - app.database.longestWait(), { timeout: 40_000 })
      .toBeGreaterThan(answered);
    network.speakAnew();
    // Connections that were silent are given up, not used again.
    const later = await Promise.all(both());
    expect(later.map(({ status }) => status)).toEqual(later.map(() => 200));
    await expect.poll(async () => (await ready()).status, { timeout: 30_000 }).toBe(200);
  }, 120_000);
});

describe('a process that hears nothing more of the others', () => {
  test('believes what it knows for fifteen seconds at most', async () => {
    const first = await openTestDatabase('postgresql');
    const network = await startFaultyNetwork(first.options.url ?? '');
    const second = await openDatabase({ ...first.options, url: first.options.url, directUrl: network.url });
    try {
      const heard: string[] = [];
      second.onInvalidate((tenantId, topic) => heard.push(`${tenantId}/${topic}`));
      network.silence();
      const started = Date.now();
      await first.system(db => db.insertInto('tenants').values({ id: 'acme', name: 'Acme' }).execute());
      await first
        .tenant('acme')
        .write(testOrigin, tx => tx.insert('roles', { id: 'r', name: 'r', description: '' }));
      await expect.poll(() => heard, { timeout: 20_000, interval: 50 }).toContain('*/*');
      expect(Date.now() - started).toBeLessThan(15_000);
      // As long as it cannot hear, it forgets again and again.
      const before = heard.length;
      await expect.poll(() => heard.length, { timeout: 15_000, interval: 50 }).toBeGreaterThan(before);
      network.speak();
      await expect.poll(() => network.open(), { timeout: 20_000 }).toBe(1);
    } finally {
      network.speak();
      await second.close();
      network.close();
      await first.close();
    }
  }, 90_000);
});
