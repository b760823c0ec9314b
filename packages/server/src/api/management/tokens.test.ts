import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { systemOrigin } from '../../domain/origins.ts';
import { guardAttempt, requireNotBlocked } from '../../domain/sentinel.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBuilders } from './testing/builders.ts';
import { tokenWith } from './testing/tokens.ts';

const origin = systemOrigin('test');

describe.each(databaseKinds)('one-time and subject tokens on %s', kind => {
  let app: TestApp;
  let build: ReturnType<typeof createBuilders>;
  beforeAll(async () => {
    app = await startTestApp(kind);
    build = createBuilders(app);
  });
  afterAll(() => app.close());

  const email = 'ada@acme.example';
  const create = async (fields: object = {}) =>
    (await app.manage('POST', '/one-time-tokens', { email, ...fields })).body as {
      id: string;
      token: string;
      createdAt: number;
      expiresAt: number;
    };
  const verify = (token: string, address = email) =>
    app.manage('POST', '/one-time-tokens/verify', { token, email: address });
  const expire = (id: string) =>
    app.database.tenant('default').write(origin, tx =>
      tx.db
        .updateTable('oneTimeTokens')
        .set({ expiresAt: Date.now() - 1000 })
        .where('id', '=', id)
        .execute(),
    );

  test('[ENT-21] 201 creates a token for ten minutes that can be used once', async () => {
    const created = await app.manage('POST', '/one-time-tokens', {
      email,
      context: { jitOrganizationIds: ['o'] },
    });
    expect(created).toMatchObject({
      status: 201,
      body: { email, status: 'active', context: { jitOrganizationIds: ['o'] } },
    });
    const { id, token, createdAt, expiresAt } = created.body;
    expect(Math.round((expiresAt - createdAt) / 1000)).toBe(600);
    expect((await verify(token, 'eve@acme.example')).body.code).toBe('one_time_token.email_mismatch');
    expect(await verify(token, 'ADA@acme.example')).toMatchObject({
      status: 200,
      body: { id, status: 'consumed' },
    });
    expect((await verify(token)).body.code).toBe('one_time_token.token_consumed');
    expect(await verify('nothing')).toMatchObject({
      status: 404,
      body: { code: 'one_time_token.token_not_found' },
    });
  });

  test('of two requests with the same token only one gets through', async () => {
    const { token } = await create();
    const answers = await Promise.all([verify(token), verify(token), verify(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('400 for tokens that were revoked or ran out; nothing becomes active again', async () => {
    const revoked = await create();
    const path = `/one-time-tokens/${revoked.id}/status`;
    expect((await app.manage('PUT', path, { status: 'revoked' })).body.status).toBe('revoked');
    expect((await verify(revoked.token)).body.code).toBe('one_time_token.token_revoked');
    expect((await app.manage('PUT', path, { status: 'active' })).body.code).toBe(
      'one_time_token.cannot_reactivate_token',
    );
    const late = await create();
    await expire(late.id);
    expect((await app.manage('GET', `/one-time-tokens/${late.id}`)).body.status).toBe('expired');
    expect((await verify(late.token)).body.code).toBe('one_time_token.token_expired');
  });

  test('200 lists by address and status, newest first; the token itself is for writers only', async () => {
    const address = 'list@acme.example';
    const [first, second] = [await create({ email: address }), await create({ email: address })];
    await expire(first.id);
    const list = async (query: string) =>
      (await app.manage('GET', `/one-time-tokens?email=LIST@acme.example${query}`)).body.map(
        ({ id }: { id: string }) => id,
      );
    expect(await list('')).toEqual([second.id, first.id]);
    expect(await list('&status=active')).toEqual([second.id]);
    expect(await list('&status=expired')).toEqual([first.id]);
    expect(await list('&status=consumed')).toEqual([]);
    const token = await tokenWith(app, ['one-time-tokens:read']);
    const read = await call(`${app.env.ENDPOINT}/api/one-time-tokens/${second.id}`, { token });
    expect(read.status).toBe(200);
    expect(read.text).not.toContain(second.token);
    const path = `/one-time-tokens/${second.id}`;
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('DELETE', path)).status).toBe(404);
    expect((await app.manage('GET', path)).status).toBe(404);
  });

  test('[ENT-33] 201 creates a subject token; only its hash is kept', async () => {
    const user = await build.user();
    const created = await app.manage('POST', '/subject-tokens', { userId: user.id, context: { ticket: 7 } });
    expect(created).toMatchObject({ status: 201, body: { expiresIn: 600 } });
    expect(created.body.subjectToken).toMatch(/^sub_[0-9a-z]{21}$/);
    const rows = await app.database
      .tenant('default')
      .read(db => db.selectFrom('subjectTokens').selectAll().where('userId', '=', user.id).execute());
    expect(rows).toMatchObject([
      {
        tokenHash: createHash('sha256').update(created.body.subjectToken).digest('hex'),
        context: { ticket: 7 },
        creatorId: app.manager.id,
        consumedAt: null,
      },
    ]);
    expect((await app.manage('POST', '/subject-tokens', { userId: 'nobody' })).status).toBe(404);

    const history = await app.manage('GET', `/changes?objectKind=user&objectId=${user.id}`);
    expect(history.body[0]).toMatchObject({ summary: 'update', actor: { id: app.manager.id } });
    expect(history.text).not.toContain(rows[0]!.tokenHash);
    const path = `/users/${user.id}/subject-tokens`;
    expect((await app.manage('GET', path)).body).toMatchObject([{ context: { ticket: 7 } }]);
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('GET', path)).body).toEqual([]);
    expect((await app.manage('GET', '/users/nobody/subject-tokens')).status).toBe(404);
  });

  test('204 forgets failed attempts, so that a blocked identifier can try again', async () => {
    const tenant = (await app.app.services.tenants.get('default'))!;
    await app.manage('PATCH', '/sign-in-exp', { sentinelPolicy: { maxAttempts: 1 } });
    const identifier = { type: 'email', value: 'blocked@acme.example' } as const;
    const target = { action: 'Password', identifier } as const;
    await expect(guardAttempt({ tenant, origin }, target, async () => false)).rejects.toThrow();
    await expect(requireNotBlocked(tenant, target)).rejects.toThrow();
    const forget = { targetType: 'User', targets: [identifier.value] };
    expect((await app.manage('POST', '/sentinel-activities/delete', forget)).status).toBe(204);
    await expect(requireNotBlocked(tenant, target)).resolves.toBeUndefined();
  });

  test('204 deletes what was kept of another service for a user', async () => {
    const user = await build.user();
    await app.database.tenant('default').write(origin, tx =>
      tx.insert('secrets', {
        id: 'tokens',
        userId: user.id,
        value: app.vault.seal('{}'),
        identityId: 'them',
        target: 'github',
      }),
    );
    expect((await app.manage('DELETE', '/secrets/tokens')).status).toBe(204);
    expect((await app.manage('DELETE', '/secrets/tokens')).status).toBe(404);
  });
});
