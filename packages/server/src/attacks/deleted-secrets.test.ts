import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenWith } from '../api/management/testing/tokens.ts';
import { call, requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';
import { watchSignIns } from '../live-sign-ins/testing/watch.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('postgresql', { liveIntervalMs: 20 });
});
afterAll(() => app.close());

const manager = () => `/applications/${app.manager.id}/secrets`;
const addSecret = async (name: string, expiresAt?: number) =>
  (await app.manage('POST', manager(), { name, ...(expiresAt ? { expiresAt } : {}) })).body.value as string;
const tokenBy = async (secret: string, resource?: string) => {
  const client = { id: app.manager.id, secret };
  const given = { scope: 'all', ...(resource ? { resource } : {}) };
  return (await requestToken(app.env.ENDPOINT, client, given)).access_token as string;
};
const statusOf = async (token: string) => (await call(`${app.env.ENDPOINT}/api/resources`, { token })).status;

test.each([
  ['without a script', undefined],
  ['with a script for tokens', 'const getCustomJwtClaims = async () => ({ extra: true });'],
])(
  'a stolen token ends with the secret that it was issued for, %s',
  async (name, script) => {
    if (script) await app.manage('PUT', '/configs/jwt-customizer/client-credentials', { script });
    const stolen = await tokenBy(await addSecret(`stolen ${name}`));
    const own = await tokenBy(await addSecret(`own ${name}`));
    expect([await statusOf(stolen), await statusOf(own)]).toEqual([200, 200]);
    const stream = await watchSignIns(`${app.env.ENDPOINT}/api`, stolen);
    await stream.ready();

    await app.manage('PATCH', `${manager()}/${encodeURIComponent(`own ${name}`)}`, {
      name: `renamed ${name}`,
    });
    const deleted = await app.manage('DELETE', `${manager()}/${encodeURIComponent(`stolen ${name}`)}`);
    expect(deleted.status).toBe(204);
    expect([await statusOf(stolen), await statusOf(own)]).toEqual([401, 200]);
    await expect.poll(() => stream.isOver(), { timeout: 20_000 }).toBe(true);
    if (script) await app.manage('DELETE', '/configs/jwt-customizer/client-credentials');
  },
  40_000,
);

test('a token ends when its secret expires', async () => {
  const expiresAt = Date.now() + 10_000;
  const token = await tokenBy(await addSecret('short', expiresAt));
  expect(decodeJwt(token).exp! * 1000).toBeGreaterThan(expiresAt + 60_000);
  expect(await statusOf(token)).toBe(200);
  await expect.poll(() => statusOf(token), { timeout: 20_000 }).toBe(401);
}, 40_000);

test('tokens for other APIs say nothing of secrets', async () => {
  const indicator = 'https://orders.example/api';
  await app.manage('POST', '/resources', { name: 'Orders', indicator });
  expect(decodeJwt(await tokenBy(app.manager.secret, indicator))).not.toHaveProperty('secret_created_at');
  expect(decodeJwt(await tokenWith(app, ['logs:read']))).toHaveProperty('secret_created_at');
});
