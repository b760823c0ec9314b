import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { seedTenant } from '../domain/tenants.ts';
import { call, requestToken, startTestApp, type TestApp } from './testing/app.ts';

describe.each(databaseKinds)('every answer on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const addresses = () => [
    `${app.env.ENDPOINT}/api/status`,
    `${app.env.ENDPOINT}/api/nothing`,
    `${app.env.ENDPOINT}/oidc/jwks`,
    `${app.env.ENDPOINT}/sign-in`,
    `${app.env.ADMIN_ENDPOINT}/console`,
    `${app.env.ADMIN_ENDPOINT}/oidc/nothing`,
  ];

  test('carries its own request id and security headers without unsafe-inline', async () => {
    for (const address of addresses()) {
      const { headers } = await call(address, { headers: { accept: 'text/html' } });
      expect(headers.get('gatehouse-request-id')).toMatch(/^\w{16}$/);
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe-inline');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('applications may open the sign-in in a window, our own pages are isolated from their opener', async () => {
    const html = { headers: { accept: 'text/html' }, redirect: 'manual' as const };
    const policyOf = async (address: string) =>
      (await call(address, html)).headers.get('cross-origin-opener-policy');
    for (const path of ['/oidc/auth', '/oidc/session/end', '/sign-in', '/callback/some', '/consent'])
      expect(await policyOf(`${app.env.ENDPOINT}${path}`), path).toBeNull();
    expect(await policyOf(`${app.env.ENDPOINT}/account`)).toBe('same-origin-allow-popups');
    expect(await policyOf(`${app.env.ADMIN_ENDPOINT}/console`)).toBe('same-origin-allow-popups');
    expect(await policyOf(`${app.env.ADMIN_ENDPOINT}/console/handle-social`)).toBeNull();
  });

  test('only the preview can be framed, by the console alone, and it is cut off from every server', async () => {
    const html = { headers: { accept: 'text/html' } };
    const { headers } = await call(`${app.env.ADMIN_ENDPOINT}/sign-in-preview/sign-in`, html);
    const policy = headers.get('content-security-policy');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    for (const rule of ["frame-ancestors 'self'", "connect-src 'none'", "form-action 'none'"])
      expect(policy).toContain(rule);
    for (const address of [
      `${app.env.ADMIN_ENDPOINT}/console`,
      `${app.env.ENDPOINT}/sign-in-preview/sign-in`,
    ]) {
      const other = await call(address, html);
      expect(other.headers.get('x-frame-options')).toBe('DENY');
      expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
  });

  test('a message is shown by a page without an origin, which runs nothing but our script', async () => {
    const { headers } = await call(`${app.env.ADMIN_ENDPOINT}/message-preview`);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('content-security-policy')?.split('; ')).toEqual(
      expect.arrayContaining([
        'sandbox allow-scripts',
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'self'",
      ]),
    );
    expect((await call(`${app.env.ENDPOINT}/message-preview`)).status).toBe(404);
  });

  test('pages hold data, not scripts', async () => {
    const page = await call(`${app.env.ENDPOINT}/sign-in`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    const inline = [...page.text.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(
      ([, attributes]) => attributes,
    );
    expect(inline.every(attributes => attributes?.includes('type="application/json"'))).toBe(true);
  });

  test('unknown addresses get JSON from the API and a page from other paths', async () => {
    expect(await call(`${app.env.ENDPOINT}/api/nothing`)).toMatchObject({
      status: 404,
      body: { code: 'request.not_found' },
    });
    const page = await call(`${app.env.ENDPOINT}/nothing`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toContain('text/html');
  });

  test('the root of the admin endpoint leads to the console', async () => {
    const answer = await call(app.env.ADMIN_ENDPOINT);
    expect(answer.headers.get('location')).toBe('/console');
  });

  test('the console may call the management API from its own origin, others may not', async () => {
    const preflight = (origin: string) =>
      call(`${app.env.ENDPOINT}/api/resources`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const allowed = await preflight(app.env.ADMIN_ENDPOINT);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(app.env.ADMIN_ENDPOINT);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('health, readiness and metrics', async () => {
    expect((await call(`${app.env.ENDPOINT}/healthz`)).body).toEqual({ status: 'ok' });
    expect((await call(`${app.env.ENDPOINT}/readyz`)).body).toEqual({ status: 'ready' });
    expect((await call(`${app.env.ENDPOINT}/metrics`)).status).toBe(404);
    const { text } = await call(`${app.env.ADMIN_ENDPOINT}/metrics`);
    expect(text).toMatch(
      /gatehouse_token_requests_total\{grant_type="client_credentials",result="success"\} [1-9]/,
    );
    expect(text).toContain('gatehouse_http_request_duration_seconds_bucket');
    expect(text).toContain('gatehouse_nodejs_eventloop_lag_seconds');
    expect(text).toMatch(/gatehouse_database_statements_total [1-9]/);
  });

  test('metrics are read with the token where there is one', async () => {
    const guarded = await startTestApp(kind, {
      variables: { GATEHOUSE_METRICS_TOKEN: 'a token of some length' },
    });
    const read = (token?: string) => call(`${guarded.env.ADMIN_ENDPOINT}/metrics`, { token });
    expect((await read()).status).toBe(401);
    expect((await read('another token of it')).status).toBe(401);
    expect((await read('a token of some length')).status).toBe(200);
    await guarded.close();
  });

  test('large answers are compressed', async () => {
    const { headers } = await call(`${app.env.ENDPOINT}/api/swagger.json`, {
      headers: { 'accept-encoding': 'br' },
    });
    expect(headers.get('content-encoding')).toBe('br');
  });

  test('[V8.4.1] a tenant’s tokens and objects are nothing to another tenant', async () => {
    await seedTenant(app.database, app.vault, {
      id: 'other',
      name: 'Other',
      audience: managementAudience('other'),
    });
    const other = await startTestApp(kind, { variables: { GATEHOUSE_EDITION: 'cloud' } });
    await seedTenant(other.database, other.vault, {
      id: 'acme',
      name: 'Acme',
      audience: managementAudience('acme'),
    });
    const { port } = new URL(other.env.ENDPOINT);
    const acme = (path: string, token?: string) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        const options = {
          port,
          path,
          headers: { host: `acme.localhost:${port}`, ...(token ? { authorization: `Bearer ${token}` } : {}) },
        };
        const sent = request(options, async response => {
          let text = '';
          for await (const chunk of response) text += chunk;
          resolve({ status: response.statusCode ?? 0, text });
        });
        sent.on('error', reject).end();
      });
    const discovery = await acme('/oidc/.well-known/openid-configuration');
    expect(JSON.parse(discovery.text).issuer).toBe(`http://acme.localhost:${port}/oidc`);
    expect((await acme('/api/resources', other.token)).status).toBe(401);
    expect((await acme(`/api/applications/${other.manager.id}`, other.token)).status).toBe(401);
    const cross = await requestToken(other.env.ENDPOINT, other.manager, {
      resource: managementAudience('acme'),
    });
    expect(cross).toMatchObject({ status: 400, error: 'invalid_target' });
    await other.close();
  });

  test('503 when a handler takes too long', async () => {
    const slow = await startTestApp(kind, { timeoutMs: 1 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => slow.manage('GET', '/roles')));
    const late = answers.find(({ status }) => status === 503);
    expect(late?.body.code).toBe('request.timeout');
    await slow.close();
  });

  test('408 and the end for who drips a request, however steadily', async () => {
    const hurried = await startTestApp(kind, { receiveTimeoutMs: 200 });
    const drip = async (beginning: string) => {
      const socket = connect(Number(new URL(hurried.env.ENDPOINT).port), 'localhost');
      let answer = '';
      socket.on('data', chunk => {
        answer += chunk;
      });
      // A drop that finds the connection closed resets it, which is an end like any other.
      socket.on('error', () => {});
      socket.write(beginning);
      const timer = setInterval(() => socket.writable && socket.write(' '), 20);
      await new Promise(resolve => socket.once('close', resolve));
      clearInterval(timer);
      return answer;
    };
    const body = (path: string, type: string) =>
      drip(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n`,
      );
    const answers = await Promise.all([
      drip('POST /api/resources HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
      body('/api/resources', 'application/json'),
      body('/oidc/token', 'application/x-www-form-urlencoded'),
      // Answered before it is read.
      drip('POST /api/resources HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n'),
    ]);
    expect(answers.map(answer => answer.match(/HTTP\/1\.1 \d+/g)?.join())).toEqual([
      'HTTP/1.1 408',
      'HTTP/1.1 408',
      'HTTP/1.1 408',
      'HTTP/1.1 400',
    ]);
    await hurried.close();
  });

  test('what was answered leaves no timer behind, which would keep the whole request in memory', async () => {
    const receiveTimeoutMs = 19_876;
    const made = vi.spyOn(globalThis, 'setTimeout');
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    const patient = await startTestApp(kind, { receiveTimeoutMs });
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      resource: managementAudience('default'),
      client_id: patient.manager.id,
      client_secret: patient.manager.secret,
    });
    // Head and body come at once; a machine's form is looked at and not read to its end.
    const sent = request(`${patient.env.ENDPOINT}/oidc/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }).end(String(form));
    const [answer] = await once(sent, 'response');
    expect(await json(answer)).toHaveProperty('access_token');
    const timers = made.mock.results.flatMap(({ value }, call) =>
      made.mock.calls[call]?.[1] === receiveTimeoutMs ? [value] : [],
    );
    expect(timers.length).toBeGreaterThan(0);
    const left = () => timers.filter(timer => !cleared.mock.calls.some(([which]) => which === timer));
    await expect.poll(left).toEqual([]);
    vi.restoreAllMocks();
    await patient.close();
  });

  test('a stop lets what is in flight finish and takes nothing new', async () => {
    const stopping = await startTestApp(kind);
    const body = JSON.stringify({ name: 'Late', indicator: 'https://late.example' });
    const sent = request(`${stopping.env.ENDPOINT}/api/resources`, {
      method: 'POST',
      // A connection that its client wants to keep would be waited for.
      agent: false,
      headers: {
        authorization: `Bearer ${stopping.token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      },
    });
    const answered = once(sent, 'response');
    sent.flushHeaders();
    // The server has the head of the request; the stop comes before its body.
    await once(sent, 'continue');
    // A browser's, which it has opened ahead of need.
    const unused = connect(Number(new URL(stopping.env.ENDPOINT).port), 'localhost');
    await once(unused, 'connect');
    unused.on('error', () => {});
    const closed = stopping.app.close();
    await expect
      .poll(() =>
        fetch(`${stopping.env.ENDPOINT}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .not.toBe(200);
    sent.end(body);
    const [response] = await answered;
    expect(response.statusCode).toBe(201);
    response.resume();
    const answeredAt = performance.now();
    await closed;
    // Well before connections are closed by force.
    expect(performance.now() - answeredAt).toBeLessThan(5000);
    await stopping.database.close();
  });
});
