import { headers as names } from '@gatehouse/contract/dialect.ts';
import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { tokenWith } from './testing/tokens.ts';

describe.each(anyDatabase)('connectors that begin on the sign-in page on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const config = { clientId: 'us', clientSecret: 'secret' };
  const github = { connectorId: 'github-universal', config, showOnSignInPage: true };
  const google = { connectorId: 'google-universal', config, showOnSignInPage: true };
  const create = (body: object) => app.manage('POST', '/connectors', body);
  const remove = (id: string) => app.manage('DELETE', `/connectors/${id}`);
  const shown = async (): Promise<string[]> =>
    (await app.manage('GET', '/sign-in-exp')).body.socialSignInConnectorTargets;

  test('a social connector is created and shown in one change, with one undo', async () => {
    const { status, body, headers } = await create(github);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('showOnSignInPage');
    expect(await shown()).toEqual(['github']);
    const changes = (await app.manage('GET', `/changes?objectKind=connector&objectId=${body.id}`)).body;
    expect(changes).toHaveLength(1);
    expect(headers.get(names.changeIds)).toBe(changes[0].id);

    expect((await app.manage('POST', `/changes/${changes[0].id}/revert`)).status).toBeLessThan(300);
    expect(await shown()).toEqual([]);
    expect((await app.manage('GET', `/connectors/${body.id}`)).status).toBe(404);
  });

  test('two that are created at the same time are both shown', async () => {
    const created = await Promise.all([create(github), create(google)]);
    expect(created.map(({ status }) => status)).toEqual([200, 200]);
    expect((await shown()).toSorted()).toEqual(['github', 'google']);
    await Promise.all(created.map(({ body }) => remove(body.id)));
    expect(await shown()).toEqual([]);
  });

  test('a connector is not shown unless the request says so', async () => {
    const { body } = await create({ ...github, showOnSignInPage: false });
    expect(await shown()).toEqual([]);
    await remove(body.id);
  });

  test('showing takes the permission to write the sign-in experience, and so does bringing it back', async () => {
    const as = async (...more: ManagementPermission[]) => {
      const own = ['connectors:read', 'connectors:write', 'changes:read', 'changes:write'] as const;
      const token = await tokenWith(app, [...own, ...more]);
      return (method: string, path: string, body?: object) =>
        call(`${app.env.ENDPOINT}/api${path}`, { token, method, body });
    };
    const limited = await as();
    expect(await limited('POST', '/connectors', github)).toMatchObject({
      status: 403,
      body: { code: 'auth.forbidden' },
    });
    expect((await app.manage('GET', '/connectors')).body).toEqual([]);
    const hidden = await limited('POST', '/connectors', { ...github, showOnSignInPage: undefined });
    expect(hidden.status).toBe(200);
    expect(await shown()).toEqual([]);
    await remove(hidden.body.id);

    const both = await as('sign-in-experience:write');
    const { body } = await both('POST', '/connectors', github);
    expect(await shown()).toEqual(['github']);
    const [change] = (await app.manage('GET', `/changes?objectKind=connector&objectId=${body.id}`)).body;
    expect((await limited('POST', `/changes/${change.id}/revert`)).body.code).toBe('auth.grant_exceeds_own');
    expect(await shown()).toEqual(['github']);
    await remove(body.id);
  });

  test('connectors that send messages have no button', async () => {
    const sent = await create({ connectorId: 'development-mailbox', config: {}, showOnSignInPage: true });
    expect(sent.body.code).toBe('connector.unexpected_type');
    expect((await app.manage('GET', '/connectors')).body).toEqual([]);
  });
});
