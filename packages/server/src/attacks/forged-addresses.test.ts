import { request as requestHttp } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

let app: TestApp;
afterEach(() => app.close());

type Answer = { status: number; text: string; headers: Record<string, unknown> };

/** `fetch` does not let a program choose its Host header. */
const send = (
  path: string,
  headers: Record<string, string>,
  { isAdmin = false, body }: { isAdmin?: boolean; body?: unknown } = {},
) => {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const url = new URL(path, isAdmin ? app.env.ADMIN_ENDPOINT : app.env.ENDPOINT);
  const method = body === undefined ? 'GET' : 'POST';
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const request = requestHttp(url, { method, headers: { ...type, ...headers } }, async answer => {
    const text = Buffer.concat(await answer.toArray()).toString();
    resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers });
  });
  request.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
};

/** Sends bytes that no client would, and gives what comes back. */
const sendRaw = (head: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(app.env.ENDPOINT);
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${head}\r\nConnection: close\r\n\r\n`),
    );
    let text = '';
    socket.setEncoding('utf8').on('data', part => (text += part));
    socket.on('error', reject).on('close', () => resolve(text));
  });

describe('a forged host', () => {
  const discovery = '/oidc/.well-known/openid-configuration';

  test('is answered with 421 at every door, and never shows up in an answer', async () => {
    app = await startTestApp('postgresql');
    for (const path of [discovery, '/api/applications', '/sign-in', '/api/swagger.json', '/']) {
      const answer = await send(path, { host: 'evil.example' });
      expect([path, answer.status]).toEqual([path, 421]);
      expect(JSON.parse(answer.text).code).toBe('request.unknown_host');
    }
    for (const path of ['/console', '/oidc/.well-known/openid-configuration', '/me'])
      expect((await send(path, { host: 'evil.example' }, { isAdmin: true })).status).toBe(421);
    // Probes know the process by its address.
    for (const path of ['/healthz', '/readyz'])
      expect((await send(path, { host: '10.1.2.3:3001' })).status).toBe(200);
  });

  test('is not admitted by a spelling that some readers of addresses take for ours', async () => {
    app = await startTestApp('postgresql');
    const { host, hostname } = new URL(app.env.ENDPOINT);
    for (const forged of [
      'evil.example:3001',
      `${host}@evil.example`,
      `evil.example#@${host}`,
      `evil.example/${hostname}`,
      `${hostname}.evil.example`,
      `${hostname}.:3001`,
      `${hostname},evil.example`,
      `evil.example ${hostname}`,
    ]) {
      const { status, text } = await send(discovery, { host: forged });
      expect([forged, status]).toEqual([forged, expect.toSatisfy(code => code === 421 || code === 400)]);
      expect(text).not.toContain('evil.example/');
    }
    // The address of a request may name a host of its own (RFC 9112 section 3.2.2).
    const absolute = await sendRaw(`GET http://evil.example${discovery} HTTP/1.1\r\nHost: ${host}`);
    expect(absolute).not.toContain('evil.example/oidc');
    const twice = await sendRaw(`GET ${discovery} HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example`);
    expect(twice).not.toContain('evil.example/oidc');
    const old = await sendRaw(`GET ${discovery} HTTP/1.0`);
    expect(old).toMatch(/^HTTP\/1\.\d 4/);
  });

  test('does not get in by the headers of a proxy that is not trusted', async () => {
    app = await startTestApp('postgresql');
    const { host } = new URL(app.env.ENDPOINT);
    const forged = { host, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const answer = await send(discovery, forged);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('evil.example');
    expect(answer.text).not.toContain('https://');
  });

  test('with the right name and another port changes no address', async () => {
    app = await startTestApp('postgresql');
    const answer = await send(discovery, { host: 'localhost:9' });
    const { issuer, token_endpoint: tokenEndpoint } = JSON.parse(answer.text);
    expect({ issuer, tokenEndpoint }).toEqual({
      issuer: `${app.env.ENDPOINT}/oidc`,
      tokenEndpoint: `${app.env.ENDPOINT}/oidc/token`,
    });
    const alias = await send(discovery, { host: '127.0.0.1' });
    expect(alias.text).toBe(answer.text);
    const list = await send('/api/users?page=1', {
      host: 'localhost:9',
      authorization: `Bearer ${app.token}`,
    });
    expect(String(list.headers.link)).toContain(app.env.ENDPOINT);
  });

  test('of a private network is answered where it is configured, with the public addresses', async () => {
    app = await startTestApp('postgresql', { variables: { GATEHOUSE_OTHER_HOSTS: 'gatehouse, 10.0.0.7' } });
    for (const host of ['gatehouse:3001', '10.0.0.7']) {
      const answer = await send(discovery, { host });
      expect(JSON.parse(answer.text).issuer).toBe(`${app.env.ENDPOINT}/oidc`);
    }
    expect((await send(discovery, { host: 'gatehouse.example' })).status).toBe(421);
  });
});

describe('a forged client address', () => {
  const loggedAddresses = async () => {
    const { body } = await app.manage('GET', '/logs?page_size=100');
    return [...new Set((body as { payload: { ip?: string } }[]).map(({ payload }) => payload.ip))];
  };
  const askForToken = (forwarded: string) =>
    send(
      '/oidc/token',
      { host: new URL(app.env.ENDPOINT).host, 'x-forwarded-for': forwarded },
      { body: { grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'x' } },
    );
  const addressesOf = async (forwarded: string[]) => {
    for (const value of forwarded) await askForToken(value);
    await expect.poll(async () => (await loggedAddresses()).length).toBeGreaterThan(0);
    return loggedAddresses();
  };

  test('is ignored without a trusted proxy', async () => {
    app = await startTestApp('postgresql', { auditIntervalMs: 10 });
    expect(await addressesOf(['203.0.113.1', '203.0.113.2'])).toEqual(['127.0.0.1']);
  });

  test('in front of what a trusted proxy says is ignored', async () => {
    app = await startTestApp('postgresql', { auditIntervalMs: 10, variables: { TRUST_PROXY: 'true' } });
    await addressesOf(['203.0.113.1, 198.51.100.7', '203.0.113.2, 198.51.100.7', '6.6.6.6,198.51.100.7:443']);
    await expect.poll(loggedAddresses).toContain('198.51.100.7');
    expect((await loggedAddresses()).filter(ip => /^(203|6)\./.test(ip ?? ''))).toEqual([]);
  });

  test('counts only as far as the ranges of trusted proxies reach', async () => {
    const variables = { TRUST_PROXY: '127.0.0.0/8,10.0.0.0/8' };
    app = await startTestApp('postgresql', { auditIntervalMs: 10, variables });
    await addressesOf(['6.6.6.6, 198.51.100.7, 10.0.0.2']);
    await expect.poll(loggedAddresses).toContain('198.51.100.7');
    expect(await loggedAddresses()).not.toContain('6.6.6.6');
    await app.close();
    app = await startTestApp('postgresql', { auditIntervalMs: 10, variables: { TRUST_PROXY: '10.0.0.0/8' } });
    expect(await addressesOf(['6.6.6.6'])).toEqual(['127.0.0.1']);
  });
});
