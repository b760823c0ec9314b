import { request } from 'node:http';
import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Server, startTwoServers } from '../http/testing/two-servers.ts';

let servers: Awaited<ReturnType<typeof startTwoServers>>;
beforeAll(async () => {
  servers = await startTwoServers();
});
afterAll(() => servers.close());

/** Asks one of the servers under the name that both have. */
const ask = (
  { env }: Server,
  path: string,
  { method = 'GET', headers = {}, body = '' }: { method?: string; headers?: object; body?: string } = {},
) =>
  new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
    const host = new URL(servers.first.env.ENDPOINT).host;
    request({ port: env.PORT, path, method, headers: { host, ...headers } }, async answer => {
      const text = (await answer.toArray()).join('');
      resolve({ status: answer.statusCode ?? 0, body: text ? JSON.parse(text) : {} });
    })
      .on('error', reject)
      .end(body);
  });

const requestToken = (server: Server) => {
  const { id, secret } = servers.first.manager;
  const form = { grant_type: 'client_credentials', resource: managementAudience('default'), scope: 'all' };
  return ask(server, '/oidc/token', {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${id}:${secret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  });
};

test('tokens issued by two servers while signing keys rotate all verify with the keys that both publish', async () => {
  const { first, second } = servers;
  let rotations = 0;
  const rotate = async () => {
    for (const signingKeyAlgorithm of ['ES384', 'RS256', 'ES256']) {
      const answer = await first.manage('POST', '/configs/oidc/private-keys/rotate', {
        signingKeyAlgorithm,
        rotationGracePeriod: 0,
      });
      expect(answer.status).toBe(200);
      rotations += 1;
    }
  };
  const tokens: string[] = [];
  const visitor = async (server: Server) => {
    let isLast = false;
    // One more after the last rotation: its key has to sign.
    while (!isLast) {
      isLast = rotations === 3;
      const { status, body } = await requestToken(server);
      expect(status).toBe(200);
      tokens.push(String(body.access_token));
    }
  };
  await Promise.all([rotate(), ...[first, second, first, second, first, second].map(visitor)]);
  expect(new Set(tokens.map(token => decodeProtectedHeader(token).kid)).size).toBeGreaterThan(1);

  for (const server of [first, second]) {
    const keys = await ask(server, '/oidc/jwks');
    const known = createLocalJWKSet(keys.body as unknown as JSONWebKeySet);
    for (const token of tokens) await jwtVerify(token, known, { audience: managementAudience('default') });
  }
});
