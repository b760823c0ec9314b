import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../api/cloud/testing/people.ts';
import { visit } from '../api/experience/testing/visit.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

const password = 'correct horse battery';
/** As costly as an import may be in memory, though not in passes. The algorithm is the one that we hash with. */
const costly = {
  passwordAlgorithm: 'Argon2id',
  passwordDigest: `$argon2id$v=19$m=262144,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$${'YWFh'.repeat(10)}YWE`,
};
const attempts = 16;

describe('a tenant that imports passwords which are costly to check', () => {
  let app: TestApp;
  let mallory: Person;
  let evil: string;
  let acme: string;
  beforeAll(async () => {
    app = await startTestApp('postgresql', {
      variables: { GATEHOUSE_EDITION: 'cloud', GATEHOUSE_TENANTS_BY: 'path' },
    });
    mallory = await createPerson(app, 'mallory');
    const ada = await createPerson(app, 'ada');
    evil = (await mallory.cloud('POST', '/tenants', { name: 'Evil' })).body.id;
    acme = (await ada.cloud('POST', '/tenants', { name: 'Acme' })).body.id;
    await ada.manage(acme, 'POST', '/users', { username: 'victim', password });
  });
  afterAll(() => app.close());

  const beginAt = async (tenantId: string, username: string) => {
    const env = { ...app.env, ENDPOINT: `${app.env.ENDPOINT}/t/${tenantId}` };
    const { step } = await visit({ env }, 'SignIn');
    return async () => {
      const identifier = { type: 'username', value: username };
      return (await step('POST', '/experience/verification/password', { identifier, password })).status;
    };
  };

  test('keeps the users of others waiting for one check, not for all of them', async () => {
    const names = Array.from({ length: attempts }, (_, index) => `decoy_${index}`);
    for (const username of names)
      expect((await mallory.manage(evil, 'POST', '/users', { username, ...costly })).status).toBe(200);
    const flood = [];
    for (const name of names) flood.push(await beginAt(evil, name));
    const signIn = await beginAt(acme, 'victim');
    let answered = 0;
    const answers = flood.map(async attempt => {
      expect([422, 503]).toContain(await attempt());
      answered += 1;
    });
    expect(await signIn()).toBe(200);
    expect(answered).toBeLessThan(attempts / 4);
    await Promise.all(answers);
  }, 60_000);

  test('cannot import one whose key takes minutes to derive', async () => {
    const create = (username: string, iterations: string, length: string, hash = 'sha256') => {
      const digest = ['pbkdf2', ['salt', iterations, length, hash, '@'], 'ab'];
      const passwordDigest = JSON.stringify(digest);
      return mallory.manage(evil, 'POST', '/users', {
        username,
        passwordAlgorithm: 'Legacy',
        passwordDigest,
      });
    };
    expect((await create('long_key', '2000000', '512')).body.code).toBe(
      'password.unsupported_legacy_hash_algorithm',
    );
    expect((await create('short_hash', '2000000', '32', 'md5')).status).not.toBe(200);
    expect((await create('usual_long', '25000', '512')).status).toBe(200);
    expect((await create('usual', '2000000', '32')).status).toBe(200);
  });
});
