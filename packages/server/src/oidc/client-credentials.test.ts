import { managementAudience, managementRole } from '@gatehouse/contract/dialect.ts';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { call, requestToken, startTestApp, statementsOnceWarm, type TestApp } from '../http/testing/app.ts';

describe.each(anyDatabase)('client credentials on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind, { auditIntervalMs: 3_600_000 });
  });
  afterAll(() => app.close());

  const secretsOf = () => app.manage('GET', `/applications/${app.manager.id}/secrets`);

  test('discovery names the issuer and its endpoints', async () => {
    const { status, body } = await call(`${app.env.ENDPOINT}/oidc/.well-known/openid-configuration`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      issuer: `${app.env.ENDPOINT}/oidc`,
      authorization_endpoint: `${app.env.ENDPOINT}/oidc/auth`,
      token_endpoint: `${app.env.ENDPOINT}/oidc/token`,
      userinfo_endpoint: `${app.env.ENDPOINT}/oidc/me`,
      end_session_endpoint: `${app.env.ENDPOINT}/oidc/session/end`,
      id_token_signing_alg_values_supported: expect.arrayContaining(['ES256']),
    });
    const jwks = await call(body.jwks_uri);
    expect(jwks.body.keys.map(({ alg }: { alg: string }) => alg)).toEqual(['ES256', 'RS256']);
    expect(jwks.body.keys[0]).not.toHaveProperty('d');
  });

  test('a machine gets a JWT for the API and the scopes of its roles', async () => {
    const {
      status,
      access_token: token,
      expires_in: expiresIn,
    } = await requestToken(app.env.ENDPOINT, app.manager, {
      scope: 'all made:up',
    });
    expect(status).toBe(200);
    expect(expiresIn).toBe(3600);
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(decodeJwt(token)).toMatchObject({
      sub: app.manager.id,
      client_id: app.manager.id,
      aud: managementAudience('default'),
      scope: 'all',
    });
  });

  test('[ROLE-3] the management role is a machine role with one scope that grants all', async () => {
    const role = await app.manage('GET', `/roles/${managementRole.id}`);
    expect(role.body).toMatchObject({ id: 'admin-role', name: 'admin', type: 'MachineToMachine' });
    const scopes = await app.manage('GET', `/roles/${managementRole.id}/scopes`);
    expect(scopes.body.map(({ name }: { name: string }) => name)).toEqual(['all']);
    expect((await app.manage('DELETE', `/roles/${managementRole.id}`)).status).toBe(403);
  });

  test('warm caches answer without the database', async () => {
    const statements = await statementsOnceWarm(app, async () => {
      for (let count = 0; count < 10; count += 1)
        await requestToken(app.env.ENDPOINT, app.manager, { scope: 'all' });
    });
    expect(statements).toBe(0);
  });

  test('401 for a wrong secret, with the dialect’s error body', async () => {
    const answer = await requestToken(app.env.ENDPOINT, { id: app.manager.id, secret: 'wrong' });
    expect(answer).toMatchObject({ status: 401, error: 'invalid_client', code: 'oidc.invalid_client' });
    expect(answer.message).toBeTypeOf('string');
  });

  test('400 for a resource that does not exist, and for none', async () => {
    const unknown = await requestToken(app.env.ENDPOINT, app.manager, {
      resource: 'https://unknown.example',
    });
    expect(unknown).toMatchObject({ status: 400, error: 'invalid_target' });
    const response = await fetch(`${app.env.ENDPOINT}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${app.manager.id}:${app.manager.secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    expect(await response.json()).toMatchObject({ error: 'invalid_target' });
  });

  test('[ENT-2] an expired or deleted secret no longer authenticates', async () => {
    const path = `/applications/${app.manager.id}/secrets`;
    const added = await app.manage('POST', path, { name: 'short', expiresAt: Date.now() + 1500 });
    expect(added.status).toBe(201);
    const client = { id: app.manager.id, secret: added.body.value };
    expect((await requestToken(app.env.ENDPOINT, client)).status).toBe(200);
    await expect
      .poll(() => requestToken(app.env.ENDPOINT, client).then(({ status }) => status), { timeout: 5000 })
      .toBe(401);

    const second = await app.manage('POST', path, { name: 'second' });
    const other = { id: app.manager.id, secret: second.body.value };
    expect((await requestToken(app.env.ENDPOINT, other)).status).toBe(200);
    expect((await app.manage('DELETE', `${path}/second`)).status).toBe(204);
    await expect.poll(() => requestToken(app.env.ENDPOINT, other).then(({ status }) => status)).toBe(401);
    expect((await secretsOf()).body.map(({ name }: { name: string }) => name)).toEqual([
      'Default secret',
      'short',
    ]);
  });
});
