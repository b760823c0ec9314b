import { demoApplicationId } from '@gatehouse/contract/dialect.ts';
import { signInParameterNames } from '@gatehouse/contract/sign-in-parameters.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';

/** PostgreSQL stores no null bytes, and finds none. */
describe.each(databaseKinds)('null bytes in requests of OAuth on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const nullByte = 'a\0b';
  const request = () => ({
    client_id: demoApplicationId,
    redirect_uri: `${app.env.ENDPOINT}/demo-app`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const post = async (path: string, parameters: Record<string, string>) => {
    const body = new URLSearchParams(parameters);
    const answer = await fetch(`${app.env.ENDPOINT}/oidc${path}`, { method: 'POST', body });
    return { status: answer.status, error: JSON.parse(await answer.text()).error };
  };
  const refused = { status: 400, error: 'invalid_request' };

  test('do not keep a user from being erased', async () => {
    const person = { primaryEmail: 'zelda.hindered@example.com', name: 'Zelda Hindered' };
    const { body: user } = await app.manage('POST', '/users', person);
    expect(await post('/request', { ...request(), login_hint: nullByte })).toEqual(refused);
    const erased = await app.manage('POST', `/users/${user.id}/erase`);
    expect(erased.status, erased.text).toBe(204);
  });

  test('are refused in each parameter of a sign-in, and the application is told', async () => {
    for (const name of [...signInParameterNames, 'state', 'nonce', 'ui_locales', 'login_hint', 'dpop_jkt']) {
      const parameters = { ...request(), [name]: nullByte };
      expect([name, await post('/request', parameters)]).toEqual([name, refused]);
      expect([name, await post('/device/auth', parameters)]).toEqual([name, refused]);
      const { status, headers } = await fetch(
        `${app.env.ENDPOINT}/oidc/auth?${new URLSearchParams(parameters)}`,
        { redirect: 'manual' },
      );
      const back = new URL(headers.get('location') ?? '');
      expect([name, status, back.pathname]).toEqual([name, 303, '/demo-app']);
      expect(back.searchParams.get('error')).toBe('invalid_request');
    }
  });

  test('are refused at the other endpoints', async () => {
    const { ENDPOINT: endpoint } = app.env;
    for (const parameters of [
      { resource: `https://api.example/${nullByte}` },
      { organization_id: nullByte },
    ] as Record<string, string>[]) {
      const { status, error } = await requestToken(endpoint, app.manager, parameters);
      expect([parameters, { status, error }]).toEqual([parameters, refused]);
    }
    for (const path of [
      '/auth?client_id=demo-app&request_uri=urn:ietf:params:oauth:request_uri:%00',
      '/session/end?state=%00',
    ]) {
      const { status } = await fetch(`${endpoint}/oidc${path}`, { redirect: 'manual' });
      expect([path, status < 500]).toEqual([path, true]);
    }
  });
});
