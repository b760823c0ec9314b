import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createPeople } from '../../oidc/testing/people.ts';
import { visit } from '../experience/testing/visit.ts';

const password = 'correct horse battery';
const api = 'https://api.example';

describe.each(databaseKinds)('[ENT-33] what is kept beside the entities works, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await app.manage('POST', '/resources', { name: 'API', indicator: api });
  });
  afterAll(() => app.close());

  const createScripter = async (username: string) => {
    const client = await createPeople(app).createApplication({
      name: 'Scripts',
      type: 'Traditional',
      customClientMetadata: { allowTokenExchange: true },
    });
    const { body: user } = await app.manage('POST', '/users', { username, password });
    const path = `/users/${user.id}/personal-access-tokens`;
    const { body: created } = await app.manage('POST', path, { name: 'Nightly' });
    const exchange = async () => {
      const response = await fetch(`${app.env.ENDPOINT}/oidc/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
        body: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          subject_token: created.value,
          subject_token_type: 'urn:logto:token-type:personal_access_token',
          resource: api,
        }),
      });
      return { status: response.status, body: await response.json() };
    };
    return { user, path, exchange };
  };

  test('who signs in and who gets tokens without signing in are active users of the day', async () => {
    const active = async () => {
      await app.app.services.usage.flush();
      return (await app.manage('GET', '/dashboard/users/active')).body.dau.count;
    };
    await app.manage('POST', '/users', { username: 'idle', password });
    expect(await active()).toBe(0);
    // A sign-in whose application never asks for its tokens.
    await app.manage('POST', '/users', { username: 'visitor', password });
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'username', value: 'visitor' };
    const proof = await step('POST', '/experience/verification/password', { identifier, password });
    await step('POST', '/experience/identification', { verificationId: proof.body.verificationId });
    expect((await step('POST', '/experience/submit')).status).toBe(200);
    expect(await active()).toBe(1);
    const { exchange } = await createScripter('robot_owner');
    for (const _ of [1, 2]) expect((await exchange()).status).toBe(200);
    expect(await active()).toBe(2);
  });

  test('a personal access token becomes an access token of its user, until it is deleted', async () => {
    const { user, path, exchange } = await createScripter('scripter');
    const { status, body } = await exchange();
    expect(status).toBe(200);
    expect(decodeJwt(body.access_token)).toMatchObject({ sub: user.id, aud: api });
    expect((await app.manage('DELETE', `${path}/Nightly`)).status).toBe(204);
    expect((await exchange()).status).toBe(400);
  });

  test('failed attempts lock an identifier until they are forgotten', async () => {
    await app.manage('PATCH', '/sign-in-exp', { sentinelPolicy: { maxAttempts: 2, lockoutDuration: 10 } });
    await app.manage('POST', '/users', { username: 'locked', password });
    const attempt = async (given: string) => {
      const { step } = await visit(app, 'SignIn');
      const identifier = { type: 'username', value: 'locked' };
      const { status } = await step('POST', '/experience/verification/password', {
        identifier,
        password: given,
      });
      return status;
    };
    for (const _ of [1, 2]) await attempt('wrong');
    expect(await attempt(password)).toBe(400);
    const forget = { targetType: 'User', targets: ['locked'] };
    expect((await app.manage('POST', '/sentinel-activities/delete', forget)).status).toBe(204);
    expect(await attempt(password)).toBe(200);
  });
});
