import { createLocalJWKSet, createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { call, requestToken, startTestApp, type TestApp } from '../../http/testing/app.ts';

const keysPath = '/configs/oidc/private-keys';

describe.each(anyDatabase)('keys and provider configuration on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const getJwks = async () => (await call(`${app.env.ENDPOINT}/oidc/jwks`)).body;
  const issue = async () => {
    const { access_token: token } = await requestToken(app.env.ENDPOINT, app.manager, { scope: 'all' });
    return { token: token as string, ...decodeProtectedHeader(token) };
  };
  const accepts = async (token: string) =>
    (await call(`${app.env.ENDPOINT}/api${keysPath}`, { token })).status === 200;

  test('200 list: one current key at first, without anything private', async () => {
    const { status, body } = await app.manage('GET', keysPath);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: expect.any(String),
        createdAt: expect.any(Number),
        effectiveAt: expect.any(Number),
        signingKeyAlgorithm: 'EC',
        algorithm: 'ES256',
        status: 'Current',
        companions: [],
      },
    ]);
    // Readers of the keys find one for RS256 too.
    const { keys } = await getJwks();
    const [{ companions }] = (await app.manage('GET', keysPath)).body;
    expect(companions).toEqual([
      { id: expect.any(String), createdAt: expect.any(Number), algorithm: 'RS256' },
    ]);
    expect(keys.map(({ kid }: { kid: string }) => kid)).toContain(companions[0].id);
  });

  test('200 rotate: the new key signs, tokens of the one before stay valid', async () => {
    const before = await issue();
    const rotated = await app.manage('POST', `${keysPath}/rotate`);
    expect(rotated.body.map(({ status }: { status: string }) => status)).toEqual(['Current', 'Previous']);
    const after = await issue();
    expect(after.kid).toBe(rotated.body[0].id);
    expect(after.kid).not.toBe(before.kid);
    expect(await accepts(before.token)).toBe(true);
    expect(await accepts(after.token)).toBe(true);
    await jwtVerify(before.token, createRemoteJWKSet(new URL(`${app.env.ENDPOINT}/oidc/jwks`)));
  });

  test.each([
    ['RSA', 'RS256'],
    ['ES384', 'ES384'],
    ['EdDSA', 'EdDSA'],
    ['EC', 'ES256'],
  ])('200 rotate to %s: tokens are signed by %s, and no private part is published', async (choice, alg) => {
    const before = await issue();
    const rotated = await app.manage('POST', `${keysPath}/rotate`, { signingKeyAlgorithm: choice });
    expect(rotated.body[0]).toMatchObject({ algorithm: alg, status: 'Current' });
    const after = await issue();
    expect(after.alg).toBe(alg);
    const jwks = await getJwks();
    for (const key of jwks.keys) for (const part of ['d', 'p', 'q', 'k']) expect(key[part]).toBeUndefined();
    for (const { token } of [before, after]) await jwtVerify(token, createLocalJWKSet(jwks));
    expect(await accepts(before.token)).toBe(true);
    expect(await accepts(after.token)).toBe(true);
  });

  test('200 rotate with a grace period: the next key is published and signs only when its time has come', async () => {
    const before = await issue();
    const rotated = await app.manage('POST', `${keysPath}/rotate`, { rotationGracePeriod: 8 });
    expect(rotated.body[0].status).toBe('Next');
    expect(rotated.body[1]).toMatchObject({ id: before.kid, status: 'Current' });
    const published = (await getJwks()).keys.map(({ kid }: { kid: string }) => kid);
    expect(published).toContain(rotated.body[0].id);
    expect((await issue()).kid).toBe(before.kid);
    await expect.poll(async () => (await issue()).kid).toBe(rotated.body[0].id);
    const { body } = await app.manage('GET', keysPath);
    expect(body[0].status).toBe('Current');
    expect(await accepts(before.token)).toBe(true);
  });

  test('200 rotate: a key that still waits is replaced, since it never signed', async () => {
    const first = await app.manage('POST', `${keysPath}/rotate`, { rotationGracePeriod: 3600 });
    const second = await app.manage('POST', `${keysPath}/rotate`, { rotationGracePeriod: 3600 });
    const ids = second.body.map(({ id }: { id: string }) => id);
    expect(ids).not.toContain(first.body[0].id);
    expect(second.body.filter(({ status }: { status: string }) => status === 'Next')).toHaveLength(1);
    await app.manage('POST', `${keysPath}/rotate`);
  });

  test('204 delete: a previous key goes, and its tokens with it', async () => {
    const before = await issue();
    await app.manage('POST', `${keysPath}/rotate`);
    const fresh = await issue();
    expect(await accepts(before.token)).toBe(true);
    const remove = (id: string) =>
      call(`${app.env.ENDPOINT}/api${keysPath}/${id}`, { method: 'DELETE', token: fresh.token });
    expect(await remove(before.kid!)).toMatchObject({ status: 204 });
    expect(await accepts(before.token)).toBe(false);
    expect(await remove(before.kid!)).toMatchObject({ status: 404, body: { code: 'oidc.key_not_found' } });
    expect(await remove(fresh.kid!)).toMatchObject({
      status: 422,
      body: { code: 'oidc.only_previous_key_can_be_deleted' },
    });
    const { body } = await call(`${app.env.ENDPOINT}/api${keysPath}`, { token: fresh.token });
    for (const { id, status } of body) if (status === 'Previous') await remove(id);
    expect(await remove(fresh.kid!)).toMatchObject({ status: 422, body: { code: 'oidc.key_required' } });
    app.token = fresh.token;
  });

  test('cookie keys: list, rotate, delete the previous one', async () => {
    const path = '/configs/oidc/cookie-keys';
    const manage = (method: string, suffix = '') =>
      call(`${app.env.ENDPOINT}/api${path}${suffix}`, { method, token: app.token });
    expect((await manage('GET')).body).toHaveLength(1);
    const [only] = (await manage('GET')).body;
    expect(await manage('DELETE', `/${only.id}`)).toMatchObject({ body: { code: 'oidc.key_required' } });
    await manage('POST', '/rotate');
    const { body } = await manage('POST', '/rotate');
    expect(body).toHaveLength(2);
    expect(body[0]).not.toHaveProperty('value');
    expect(await manage('DELETE', `/${body[0].id}`)).toMatchObject({ status: 422 });
    expect(await manage('DELETE', `/${body[1].id}`)).toMatchObject({ status: 204 });
    expect((await manage('GET')).body).toEqual([body[0]]);
  });

  test('session: 14 days at first, and what is set is kept', async () => {
    const send = (method: string, body?: unknown) =>
      call(`${app.env.ENDPOINT}/api/configs/oidc/session`, { method, body, token: app.token });
    expect((await send('GET')).body).toEqual({
      ttl: 14 * 24 * 3600,
      absoluteTtl: 30 * 24 * 3600,
      authenticationInAccessTokens: false,
    });
    expect(await send('PATCH', { ttl: 3600 })).toMatchObject({ status: 200, body: { ttl: 3600 } });
    expect(await send('PATCH', {})).toMatchObject({ status: 200, body: { ttl: 3600 } });
    expect(await send('PATCH', { ttl: 0 })).toMatchObject({ status: 400 });
    const changes = await call(`${app.env.ENDPOINT}/api/changes?objectKind=oidc-session`, {
      token: app.token,
    });
    expect(changes.body[0]).toMatchObject({ objectKind: 'oidc-session' });
  });

  test('id-token: 200 with the defaults, and 400 for a claim that is not extended', async () => {
    const send = (method: string, body?: unknown) =>
      call(`${app.env.ENDPOINT}/api/configs/id-token`, { method, body, token: app.token });
    expect((await send('GET')).body).toEqual({
      enabledExtendedClaims: ['roles', 'organizations', 'organization_roles'],
      standardClaims: true,
    });
    const enabledExtendedClaims = ['custom_data'];
    expect(await send('PUT', { enabledExtendedClaims })).toMatchObject({ status: 200 });
    expect((await send('GET')).body).toEqual({ enabledExtendedClaims, standardClaims: true });
    expect(await send('PUT', { enabledExtendedClaims: ['email'] })).toMatchObject({ status: 400 });
  });
});
