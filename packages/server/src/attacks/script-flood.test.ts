import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../api/cloud/testing/people.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import {
  createScriptTenant,
  requestScriptedToken,
  type ScriptTenant,
  setScript,
  tryScript,
} from './testing/script-tenants.ts';

describe('a flood of scripts', () => {
  let app: TestApp;
  let ada: Person;
  let mallory: Person;
  let acme: ScriptTenant;
  let evil: ScriptTenant;

  const requestToken = (tenant: ScriptTenant) => requestScriptedToken(app, tenant);

  beforeAll(async () => {
    app = await startTestApp('embedded', {
      variables: { GATEHOUSE_EDITION: 'cloud', GATEHOUSE_TENANTS_BY: 'path' },
      scripts: { longestWaitMs: 4000 },
    });
    ada = await createPerson(app, 'ada');
    mallory = await createPerson(app, 'mallory');
    acme = await createScriptTenant(ada, 'Acme');
    evil = await createScriptTenant(mallory, 'Evil');
    await setScript(ada, acme, "api.denyAccess('never')");
    await requestToken(acme);
  });
  afterAll(() => app.close());

  test('600 endless trials of one tenant neither open nor delay the gate of another', async () => {
    const token = await mallory.session.token({ organization_id: tenantOrganizationId(evil.id) });
    let isFlooding = true;
    const flood = Promise.all(
      Array.from({ length: 600 }, () => tryScript(app, evil, token, 'while (true) {}')),
    ).finally(() => {
      isFlooding = false;
    });
    const waits: number[] = [];
    while (isFlooding) {
      const begun = performance.now();
      const { status, body } = await requestToken(acme);
      waits.push(performance.now() - begun);
      expect({ status, error: body.error }).toEqual({ status: 400, error: 'access_denied' });
    }
    const statuses = (await flood).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([422, 429]));
    expect(statuses.filter(status => status === 429).length).toBeGreaterThan(500);
    expect(waits.length).toBeGreaterThan(0);
  });

  test('endless scripts of one tenant’s own tokens leave the others a worker', async () => {
    await setScript(mallory, evil, 'while (true) {}');
    let isFlooding = true;
    const flood = Promise.all(Array.from({ length: 16 }, () => requestToken(evil))).finally(() => {
      isFlooding = false;
    });
    let answered = 0;
    while (isFlooding && answered < 8) {
      expect((await requestToken(acme)).body.error).toBe('access_denied');
      answered += 1;
    }
    // Eight answers came while the flood, which takes many times as long, still continued.
    expect({ answered, isFlooding }).toEqual({ answered: 8, isFlooding: true });
    await flood;
  });

  test('a script that could not be run in time gives no token, but 503 with Retry-After', async () => {
    await setScript(mallory, evil, 'while (true) {}');
    await setScript(ada, acme, 'while (true) {}');
    const answers = await Promise.all(Array.from({ length: 400 }, () => requestToken(evil)));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(100);
    for (const { headers, body } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body).toMatchObject({ error: 'temporarily_unavailable' });
      expect(body.access_token).toBeUndefined();
    }
  });

  test('a script that had to be stopped has not admitted the user', async () => {
    await setScript(ada, acme, "/(a+)+$/.test('a'.repeat(60) + 'b'); api.denyAccess()");
    expect((await requestToken(acme)).body.access_token).toBeUndefined();
  });
});
