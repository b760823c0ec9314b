import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../api/cloud/testing/people.ts';
import { visit } from '../api/experience/testing/visit.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import {
  createScriptTenant,
  requestScriptedToken,
  type ScriptTenant,
  setScript,
  tryScript,
} from './testing/script-tenants.ts';

const endless = 'while (true) {}';
/** The engine's own clock does not stop this one: its thread is killed after two seconds. */
const beyondTheClock = 'const bytes = new Uint8Array(20e6); while (true) bytes.fill(1)';
const count = 20;

describe('a person with many tenants', () => {
  let app: TestApp;
  let ada: Person;
  let mallory: Person;
  let acme: ScriptTenant;
  const evil: ScriptTenant[] = [];

  const requestToken = (tenant: ScriptTenant) => requestScriptedToken(app, tenant);

  beforeAll(async () => {
    app = await startTestApp('postgresql', {
      variables: { GATEHOUSE_EDITION: 'cloud', GATEHOUSE_TENANTS_BY: 'path' },
      scripts: { longestWaitMs: 6000 },
    });
    ada = await createPerson(app, 'ada');
    mallory = await createPerson(app, 'mallory');
    acme = await createScriptTenant(ada, 'Acme');
    await setScript(ada, acme, "api.denyAccess('never')");
    for (let made = 0; made < count; made += 1) evil.push(await createScriptTenant(mallory, `Evil ${made}`));
    expect((await requestToken(acme)).body.error).toBe('access_denied');
  }, 120_000);
  afterAll(() => app.close());

  test.each([
    ['endless scripts', endless],
    ['scripts that only a killed thread ends', beyondTheClock],
  ])(
    '%s of twenty tenants do not delay the gate of another',
    async (_, text) => {
      for (const tenant of evil) await setScript(mallory, tenant, text);
      let ran = 0;
      const flood = Promise.all(
        evil.flatMap(tenant =>
          Array.from({ length: 10 }, async () => {
            const { status } = await requestToken(tenant);
            if (status === 400) ran += 1;
            return status;
          }),
        ),
      );
      for (let answered = 0; answered < 20; answered += 1)
        expect((await requestToken(acme)).body.error).toBe('access_denied');
      // By turns, a single answer would take as long as twenty scripts.
      expect(ran).toBeLessThan(count);
      expect(new Set(await flood)).toEqual(new Set([400, 503]));
    },
    60_000,
  );

  test('trials of one person are counted over all of their tenants', async () => {
    const tokens = await Promise.all(
      evil.map(({ id }) => mallory.session.token({ organization_id: tenantOrganizationId(id) })),
    );
    const answers = await Promise.all(
      evil.map((tenant, index) => tryScript(app, tenant, tokens[index]!, endless)),
    );
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(2);
  }, 60_000);

  test('passwords that are costly to check in twenty tenants do not delay those of another', async () => {
    const costly = {
      passwordAlgorithm: 'Argon2id',
      passwordDigest: `$argon2id$v=19$m=262144,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$${'YWFh'.repeat(10)}YWE`,
    };
    const password = 'correct horse battery';
    const quick = { passwordAlgorithm: 'SHA256', passwordDigest: await sha256(password) };
    await ada.manage(acme.id, 'POST', '/users', { username: 'first', ...quick });
    await ada.manage(acme.id, 'POST', '/users', { username: 'second', ...quick });
    const beginAt = async ({ id }: ScriptTenant, username: string) => {
      const { step } = await visit(
        { env: { ...app.env, ENDPOINT: `${app.env.ENDPOINT}/t/${id}` } },
        'SignIn',
      );
      const identifier = { type: 'username', value: username };
      return () => step('POST', '/experience/verification/password', { identifier, password });
    };
    expect((await (await beginAt(acme, 'first'))()).status).toBe(200);
    const flood = [];
    for (const tenant of evil)
      for (const username of ['one', 'two', 'three']) {
        await mallory.manage(tenant.id, 'POST', '/users', { username, ...costly });
        flood.push(await beginAt(tenant, username));
      }
    const signIn = await beginAt(acme, 'second');
    let answered = 0;
    const answers = flood.map(async attempt => {
      await attempt();
      answered += 1;
    });
    expect((await signIn()).status).toBe(200);
    expect(answered).toBeLessThan(count / 2);
    await Promise.all(answers);
  }, 120_000);
});

const sha256 = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex');
