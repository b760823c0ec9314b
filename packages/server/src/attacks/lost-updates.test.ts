import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

const count = 40;

describe.each(databaseKinds)('changes of one user at the same moment on %s', kind => {
  let app: TestApp;
  let id: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    id = (await app.manage('POST', '/users', { username: 'busy' })).body.id;
  });
  afterAll(() => app.close());

  test('no linked account is lost, and none that was removed comes back', async () => {
    const targets = Array.from({ length: count }, (_, index) => `provider-${index}`);
    const linked = async () => Object.keys((await app.manage('GET', `/users/${id}`)).body.identities);
    const link = (target: string) =>
      app.manage('PUT', `/users/${id}/identities/${target}`, { userId: `of-${target}` });
    for (const { status } of await Promise.all(targets.map(link))) expect(status).toBe(201);
    expect((await linked()).toSorted()).toEqual(targets.toSorted());

    const unlink = (target: string) => app.manage('DELETE', `/users/${id}/identities/${target}`);
    const [kept = '', ...others] = targets;
    await Promise.all([...others.map(unlink), ...others.map(() => link(kept))]);
    expect(await linked()).toEqual([kept]);
  });

  test('a user gets one authenticator app, whose secret is the one that was shown', async () => {
    const add = () => app.manage('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' });
    const answers = await Promise.all(Array.from({ length: count }, add));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect((await app.manage('GET', `/users/${id}/mfa-verifications`)).body).toHaveLength(1);
  });
});
