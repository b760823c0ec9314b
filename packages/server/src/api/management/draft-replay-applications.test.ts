import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('postgresql');
});
afterAll(() => app.close());

const send = async (method: string, path: string, body?: unknown) => {
  const answer = await app.manage(method, path, body);
  expect([path, answer.text, answer.status < 300]).toEqual([path, answer.text, true]);
  return answer.body;
};

test('a replay sends the same number of statements for any number of guarded applications', async () => {
  const user = await send('POST', '/users', { username: 'guest' });
  const guard = async (name: string, rules: object) => {
    const { id } = await send('POST', '/applications', { name, type: 'SPA' });
    const nobody = { userIds: [], userRoleIds: [], organizationIds: [], organizationRoleRules: [] };
    await send('PUT', `/applications/${id}/access-control`, { ...nobody, ...rules });
    await send('PATCH', `/applications/${id}`, { appLevelAccessControlEnabled: true });
    app.app.services.audit.keep('default', {
      signInId: `sign-in-${id}`,
      stage: 'submit',
      userId: user.id,
      applicationId: id,
      facts: { user: { id: user.id } },
    });
    await app.app.services.audit.flush();
    return id as string;
  };
  const open = await guard('Open', { userIds: [user.id] });
  const { id: roleId } = await send('POST', '/roles', { name: 'Clerk', description: 'Clerk' });
  await guard('Closed', { userRoleIds: [roleId] });
  const draft = `/drafts/${(await send('POST', '/drafts', { name: 'Replayed' })).id}`;
  await send('POST', `${draft}/requests`, {
    method: 'PUT',
    path: `/applications/${open}/access-control`,
    body: { userIds: [], userRoleIds: [roleId], organizationIds: [], organizationRoleRules: [] },
  });
  const replay = async () => {
    const { groups } = await send('GET', `${draft}/replay`);
    expect(groups).toMatchObject([
      { kind: 'refused', code: 'access_denied', examples: [{ applicationId: open }] },
    ]);
  };
  /** Caches and background work send others in between, now and then. */
  const count = async () => {
    const counts: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const before = app.database.queryCount();
      await replay();
      counts.push(app.database.queryCount() - before);
    }
    return Math.min(...counts);
  };
  const few = await count();
  for (const name of ['One', 'Two', 'Three']) await guard(name, { userIds: [user.id] });
  expect(await count()).toBe(few);
});
