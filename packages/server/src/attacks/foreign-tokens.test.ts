import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { call, requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';
import { enter, password } from './testing/people.ts';

describe('a token that the management API should not take', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('embedded');
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => app.close());

  const status = async (token: string) =>
    (await call(`${app.env.ENDPOINT}/api/applications`, { token })).status;
  const claims = () => ({
    sub: app.manager.id,
    client_id: app.manager.id,
    scope: 'all',
    iss: `${app.env.ENDPOINT}/oidc`,
    aud: managementAudience('default'),
  });

  test('[V9.1.1, V9.1.2] is unsigned, or signed with the public key as if that were a secret', async () => {
    expect(await status(app.token)).toBe(200);
    expect(await status(new UnsecuredJWT(claims()).setExpirationTime('5m').encode())).toBe(401);
    const { body: jwks } = await call(`${app.env.ENDPOINT}/oidc/jwks`);
    const [key] = jwks.keys;
    const confused = new SignJWT(claims()).setExpirationTime('5m');
    confused.setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: key.kid });
    expect(await status(await confused.sign(Buffer.from(JSON.stringify(key))))).toBe(401);
  });

  test('[V9.1.3] brings its own key, or says where one is', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const { body: jwks } = await call(`${app.env.ENDPOINT}/oidc/jwks`);
    const address = 'https://evil.example/keys';
    for (const header of [{ jwk }, { jku: address }, { x5u: address }, { jwk, kid: jwks.keys[0].kid }]) {
      const token = await new SignJWT(claims())
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...header })
        .setExpirationTime('5m')
        .sign(privateKey);
      expect(await status(token)).toBe(401);
    }
  });

  test('[V9.2.1] has expired', async () => {
    const { access_token: token } = await requestToken(app.env.ENDPOINT, app.manager, { scope: 'all' });
    expect(await status(token)).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    expect(await status(token)).toBe(401);
  });

  test('[V9.2.2] is an ID token, or the opaque token of a sign-in', async () => {
    await app.manage('POST', '/users', { username: 'ada', password });
    const { tokens } = await enter(app, { username: 'ada' });
    for (const token of [tokens.id_token, tokens.access_token, tokens.refresh_token])
      expect(await status(token)).toBe(401);
  });

  test('[V9.2.3, V9.2.4, V10.3.1] is for another API, whatever its permissions are called', async () => {
    const resource = 'https://other.example/api';
    const { body: api } = await app.manage('POST', '/resources', { name: 'Other', indicator: resource });
    const { body: scope } = await app.manage('POST', `/resources/${api.id}/scopes`, { name: 'all' });
    const { body: role } = await app.manage('POST', '/roles', {
      name: 'Other',
      description: 'Other',
      type: 'MachineToMachine',
      scopeIds: [scope.id],
    });
    await app.manage('POST', `/applications/${app.manager.id}/roles`, { roleIds: [role.id] });
    const answer = await requestToken(app.env.ENDPOINT, app.manager, { resource, scope: 'all' });
    expect(answer.scope).toBe('all');
    expect(await status(answer.access_token)).toBe(401);
    // No second API can be registered under an audience that is taken.
    const taken = await app.manage('POST', '/resources', { name: 'Twin', indicator: resource });
    expect(taken.status).toBe(422);
  });

  test('[V10.3.3] stands for its user, not for a name that somebody else has by now', async () => {
    const create = async (username: string) =>
      (await app.manage('POST', '/users', { username, password })).body.id as string;
    await app.manage('PATCH', '/account-center', { enabled: true, fields: { username: 'ReadOnly' } });
    const id = await create('reused');
    const { send } = await enter(app, { username: 'reused' });
    await app.manage('PATCH', `/users/${id}`, { username: 'renamed' });
    expect(await create('reused')).not.toBe(id);
    const { body } = await send('GET', '/my-account');
    expect(body).toMatchObject({ id, username: 'renamed' });
  });
});
