import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { requestToken, startTestApp, statementsOnceWarm, type TestApp } from '../../http/testing/app.ts';
import { createPeople, type People } from '../../oidc/testing/people.ts';

const path = '/configs/jwt-customizer';
const api = 'https://orders.example/api';
const script = (body: string) =>
  `const getCustomJwtClaims = async ({ token, context, environmentVariables, api }) => { ${body} };`;

describe.each(anyDatabase)('scripts for token claims on %s', kind => {
  let app: TestApp;
  let people: People;
  let machine: { id: string; secret: string };

  beforeAll(async () => {
    app = await startTestApp(kind, { auditIntervalMs: 3_600_000 });
    people = createPeople(app);
    machine = await people.createApplication({ name: 'Robot', type: 'MachineToMachine' });
    await app.manage('POST', '/resources', { name: 'Orders', indicator: api });
  });
  afterEach(async () => {
    for (const token of ['access-token', 'client-credentials'])
      await app.manage('DELETE', `${path}/${token}`);
  });
  afterAll(() => app.close());

  const setScript = (token: string, body: string, more: object = {}) =>
    app.manage('PUT', `${path}/${token}`, { script: script(body), ...more });
  const requestMachineToken = () => requestToken(app.env.ENDPOINT, machine, { resource: api });

  test('201 for the first one, 200 for the next, then read, list, update and delete', async () => {
    const value = {
      script: script('return {}'),
      environmentVariables: { KEY: 'k' },
      contextSample: { a: 1 },
    };
    expect(await app.manage('PUT', `${path}/access-token`, value)).toMatchObject({
      status: 201,
      body: value,
    });
    expect(await app.manage('PUT', `${path}/access-token`, value)).toMatchObject({ status: 200 });
    expect((await app.manage('GET', `${path}/access-token`)).body).toEqual(value);
    expect((await app.manage('GET', path)).body).toEqual([{ key: 'jwt.accessToken', value }]);
    const changed = { script: script('return { a: 1 }') };
    expect((await app.manage('PATCH', `${path}/access-token`, changed)).body).toEqual({
      ...value,
      ...changed,
    });
    expect((await app.manage('DELETE', `${path}/access-token`)).status).toBe(204);
    expect((await app.manage('GET', path)).body).toEqual([]);
  });

  test('404 where there is no script, 400 for a token that has none', async () => {
    expect((await app.manage('GET', `${path}/access-token`)).status).toBe(404);
    expect((await app.manage('PATCH', `${path}/access-token`, { script: 'x' })).status).toBe(404);
    expect((await app.manage('DELETE', `${path}/access-token`)).status).toBe(404);
    expect((await app.manage('PUT', `${path}/refresh-token`, { script: 'x' })).status).toBe(400);
  });

  test('the database holds no variable in the clear, and neither does the history', async () => {
    await setScript('access-token', 'return {}', { environmentVariables: { KEY: 'very-secret-value' } });
    const stored = await app.database
      .tenant('default')
      .read(async db => [
        await db.selectFrom('configs').selectAll().execute(),
        await db.selectFrom('changes').selectAll().execute(),
      ]);
    expect(JSON.stringify(stored)).not.toContain('very-secret-value');
  });

  test('a machine’s token has the claims of the script, and the script knows the application', async () => {
    await setScript(
      'client-credentials',
      'return { plan: environmentVariables.PLAN, app: context.application.name, for: token.aud, sub: "me", act: 1 }',
      { environmentVariables: { PLAN: 'pro' } },
    );
    const claims = decodeJwt((await requestMachineToken()).access_token);
    expect(claims).toMatchObject({ plan: 'pro', app: 'Robot', for: api, sub: machine.id });
    expect(claims).not.toHaveProperty('act');
    await app.manage('DELETE', `${path}/client-credentials`);
    expect(decodeJwt((await requestMachineToken()).access_token)).not.toHaveProperty('plan');
  });

  test('a user’s token has the claims of the script, and the script knows the user', async () => {
    const shop = await people.createApplication({ name: 'Shop', type: 'SPA' });
    const client = await people.discover(shop.id);
    const { tokens, userId } = await people.register(client, 'anna', { resource: api });
    await setScript(
      'access-token',
      'const { user } = context; return { user: { id: user.id, name: user.username, keys: Object.keys(user) } }',
    );
    const refreshed = await openid.refreshTokenGrant(client, tokens!.refresh_token!, { resource: api });
    const { user } = decodeJwt(refreshed.access_token) as { user: { keys: string[] } };
    expect(user).toMatchObject({ id: userId, name: 'anna' });
    expect(user.keys).toEqual(expect.arrayContaining(['roles', 'organizations', 'mfaVerificationFactors']));
    expect(user.keys).not.toContain('passwordEncrypted');
    expect(user.keys).not.toContain('mfaVerifications');
  });

  test('a script knows how the user signed in, as long as the session lasts', async () => {
    const shop = await people.createApplication({
      name: 'Shop',
      type: 'Traditional',
      customClientMetadata: { rotateRefreshToken: false },
    });
    const client = await people.discover(shop.id, openid.ClientSecretBasic(shop.secret));
    await setScript('access-token', 'return { how: context.interaction ?? null }');
    const { tokens, userId = '' } = await people.register(client, 'berta', { resource: api });
    const howOf = async () => {
      const { access_token: token } = await openid.refreshTokenGrant(client, tokens!.refresh_token!, {
        resource: api,
      });
      return decodeJwt(token).how;
    };
    const how = {
      interactionEvent: 'Register',
      userId,
      verificationRecords: [{ id: expect.any(String), type: 'NewPasswordIdentity' }],
      signInContext: { ip: expect.stringMatching(/127\.0\.0\.1$|^::1$/), userAgent: 'node' },
    };
    expect(await howOf()).toEqual(how);
    const { body } = await app.manage('GET', `/users/${userId}/sessions`);
    await app.manage('DELETE', `/users/${userId}/sessions/${body.sessions[0].payload.uid}`);
    expect(await howOf()).toBeNull();
  });

  test('a script can deny access, in words for the client', async () => {
    await setScript('client-credentials', "api.denyAccess('This robot is retired.')");
    expect(await requestMachineToken()).toMatchObject({
      status: 400,
      error: 'access_denied',
      error_description: 'This robot is retired.',
    });
  });

  test('a script that fails is left out, or stops the token when its owner wants so; nothing leaks', async () => {
    const body = "throw new Error('secret detail')";
    await setScript('client-credentials', body);
    expect((await requestMachineToken()).status).toBe(200);
    await setScript('client-credentials', body, { blockIssuanceOnError: true });
    const refused = await requestMachineToken();
    expect(refused).toMatchObject({ status: 400, error: 'access_denied' });
    expect(JSON.stringify(refused)).not.toContain('secret detail');
    await app.app.services.audit.flush();
    const { body: entries } = await app.manage('GET', '/logs?logKey=JwtCustomizer.ClientCredentials');
    expect(entries[0].payload).toMatchObject({
      result: 'Error',
      error: { message: 'Error: secret detail' },
      applicationId: machine.id,
      ip: expect.any(String),
    });
  });

  test('warm caches answer a machine without the database, also with a script', async () => {
    await setScript('client-credentials', 'return { ok: true }');
    const statements = await statementsOnceWarm(app, async () => {
      for (let count = 0; count < 5; count += 1)
        expect(decodeJwt((await requestMachineToken()).access_token).ok).toBe(true);
    });
    expect(statements).toBe(0);
  });

  test('[ENT-32] test: 200 with the claims, 422 with what the script says, 403 where it denied access', async () => {
    const send = (body: string) =>
      app.manage('POST', `${path}/test`, {
        tokenType: 'access-token',
        script: script(body),
        token: { aud: api },
        context: { user: { id: 'x' } },
        environmentVariables: { PLAN: 'pro' },
      });
    expect(await send('return { plan: environmentVariables.PLAN, id: context.user.id }')).toMatchObject({
      status: 200,
      body: { plan: 'pro', id: 'x' },
    });
    expect(await send("throw new Error('oh')")).toMatchObject({
      status: 422,
      body: { code: 'jwt_customizer.general', data: { message: 'Error: oh', code: 'General' } },
    });
    expect(await send("api.denyAccess('no')")).toMatchObject({
      status: 403,
      body: { data: { message: 'no', code: 'AccessDenied' } },
    });
    expect((await send('while (true) {}')).status).toBe(422);
  });

  test('try: 200 whatever the script comes to, with its console', async () => {
    const send = (body: string) =>
      app.manage('POST', `${path}/try`, {
        tokenType: 'access-token',
        script: script(body),
        token: { aud: api },
      });
    expect(await send("console.log('in'); return { a: 1 }")).toMatchObject({
      status: 200,
      body: { kind: 'claims', claims: { a: 1 }, output: ['in'] },
    });
    expect(await send("api.denyAccess('no')")).toMatchObject({
      status: 200,
      body: { kind: 'denied', message: 'no' },
    });
    expect(await send('return missing')).toMatchObject({
      status: 200,
      body: { kind: 'failed', message: expect.stringContaining('missing') },
    });
  });
});
