import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, putOnPlan } from '../api/cloud/testing/people.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { goodClient, registrationConfig } from './testing/registration.ts';

describe.each(databaseKinds)('attacks on the registration of other tenants, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind, {
      variables: { GATEHOUSE_EDITION: 'cloud', GATEHOUSE_TENANTS_BY: 'path' },
    });
  });
  afterAll(() => app.close());

  test('tokens are of one tenant, and its plan counts the clients', async () => {
    const owner = await createPerson(app, 'owner');
    const [mine, other] = [
      (await owner.cloud('POST', '/tenants', { name: 'Mine' })).body.id as string,
      (await owner.cloud('POST', '/tenants', { name: 'Other' })).body.id as string,
    ];
    for (const id of [mine, other]) {
      await putOnPlan(app, id, 'dev');
      await owner.manage(id, 'PATCH', registrationConfig, { mode: 'Token' });
    }
    const { body } = await owner.manage(mine, 'POST', `${registrationConfig}/initial-access-tokens`, {
      name: 'CI',
    });
    const register = (tenant: string) =>
      call(`${app.env.ENDPOINT}/t/${tenant}/oidc/register`, {
        method: 'POST',
        body: goodClient,
        token: body.value,
      });
    expect((await register(other)).status).toBe(401);
    const { body: client } = await register(mine);
    expect(client.registration_client_uri).toContain(`/t/${mine}/oidc/register/`);
    const own = { token: client.registration_access_token };
    expect((await call(client.registration_client_uri, own)).status).toBe(200);
    const elsewhere = client.registration_client_uri.replace(`/t/${mine}/`, `/t/${other}/`);
    expect((await call(elsewhere, own)).status).toBe(401);
    await putOnPlan(app, mine, 'free');
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(mine)));
    for (const { status, body: refused } of answers)
      expect([status, refused.error, refused.code]).toEqual([
        403,
        'access_denied',
        'subscription.limit_exceeded',
      ]);
    const { body: tokens } = await owner.manage(mine, 'GET', `${registrationConfig}/initial-access-tokens`);
    expect(tokens[0].useCount).toBe(1);
  });
});
