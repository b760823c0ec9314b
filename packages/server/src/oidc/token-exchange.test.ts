import { createHash } from 'node:crypto';
import { generateId } from '@gatehouse/contract/ids.ts';
import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { tokenExchangeGrant } from './grant-types.ts';
import { tokenTypes } from './subject-tokens.ts';
import { createPeople, type People } from './testing/people.ts';

const api = 'https://orders.example/api';
const hash = (token: string) => createHash('sha256').update(token).digest('hex');

describe.each(anyDatabase)('token exchange on %s', kind => {
  let app: TestApp;
  let people: People;
  let client: openid.Configuration;
  let shop: openid.Configuration;
  let user: { userId: string; tokens: openid.TokenEndpointResponse };

  beforeAll(async () => {
    app = await startTestApp(kind, { auditIntervalMs: 20 });
    people = createPeople(app);
    const exchanger = await people.createApplication({
      name: 'Support',
      type: 'Traditional',
      customClientMetadata: { allowTokenExchange: true },
    });
    client = await people.discover(exchanger.id, openid.ClientSecretBasic(exchanger.secret));
    shop = await people.discover((await people.createApplication({ name: 'Shop', type: 'SPA' })).id);
    const resource = await app.manage('POST', '/resources', { name: 'Orders', indicator: api });
    const scope = await app.manage('POST', `/resources/${resource.body.id}/scopes`, { name: 'read:orders' });
    await app.manage('POST', '/roles', {
      name: 'Reader',
      description: 'Reads orders.',
      isDefault: true,
      scopeIds: [scope.body.id],
    });
    const { tokens, userId = '' } = await people.register(shop, 'alice', { resource: api });
    user = { userId, tokens: tokens! };
  });
  afterAll(() => app.close());

  const exchange = (parameters: Record<string, string>, by = client) =>
    openid.genericGrantRequest(by, tokenExchangeGrant, {
      resource: api,
      scope: 'read:orders',
      ...parameters,
    });
  const createSubjectToken = async (expiresAt = Date.now() + 600_000) => {
    const token = `sub_${generateId()}`;
    await people.write(tx =>
      tx.db
        .insertInto('subjectTokens')
        .values({
          tokenHash: hash(token),
          userId: user.userId,
          context: { ticket: 42 },
          creatorId: app.manager.id,
          expiresAt,
        })
        .execute(),
    );
    return token;
  };

  test('[ENT-33] a subject token becomes an access token for the user, once, and no refresh token', async () => {
    const token = await createSubjectToken();
    const parameters = { subject_token: token, subject_token_type: tokenTypes.accessToken };
    const exchanged = await exchange(parameters);
    expect(decodeJwt(exchanged.access_token)).toMatchObject({
      sub: user.userId,
      aud: api,
      scope: 'read:orders',
      client_id: client.clientMetadata().client_id,
    });
    expect(exchanged).toMatchObject({ issued_token_type: tokenTypes.accessToken, token_type: 'bearer' });
    expect(exchanged.refresh_token).toBeUndefined();
    await expect(exchange(parameters)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('of several requests with one subject token, one gets through', async () => {
    const token = await createSubjectToken();
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => exchange({ subject_token: token, subject_token_type: tokenTypes.impersonation })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('with an actor token the result says who acts', async () => {
    const { tokens, userId } = await people.register(shop, 'agent', { scope: 'openid' });
    const exchanged = await exchange({
      subject_token: await createSubjectToken(),
      subject_token_type: tokenTypes.impersonation,
      actor_token: tokens!.access_token,
      actor_token_type: tokenTypes.accessToken,
    });
    expect(decodeJwt(exchanged.access_token)).toMatchObject({ sub: user.userId, act: { sub: userId } });
    // Exchanged again, it still says so.
    const again = await exchange({
      subject_token: exchanged.access_token,
      subject_token_type: tokenTypes.accessToken,
    });
    expect(decodeJwt(again.access_token)).toMatchObject({ act: { sub: userId } });
  });

  test('an actor token that is not an access token of a person is refused', async () => {
    await expect(
      exchange({
        subject_token: await createSubjectToken(),
        subject_token_type: tokenTypes.impersonation,
        actor_token: 'made-up',
        actor_token_type: tokenTypes.accessToken,
      }),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('a personal access token works until it expires', async () => {
    const create = async (name: string, expiresAt: number | null) => {
      const value = `pat_${generateId()}`;
      const sealed = app.vault.seal(value);
      await people.write(tx =>
        tx.insert('personalAccessTokens', {
          userId: user.userId,
          name,
          value: sealed,
          valueHash: hash(value),
          expiresAt,
        }),
      );
      return { subject_token: value, subject_token_type: tokenTypes.personalAccessToken };
    };
    const lasting = await create('lasting', null);
    for (const _ of [1, 2])
      expect(decodeJwt((await exchange(lasting)).access_token)).toMatchObject({ sub: user.userId });
    await expect(exchange(await create('old', Date.now() - 1))).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('access tokens of our own applications can be exchanged, opaque and JWT', async () => {
    const jwt = await openid.refreshTokenGrant(shop, user.tokens.refresh_token!, { resource: api });
    for (const token of [user.tokens.access_token, jwt.access_token]) {
      const exchanged = await exchange({ subject_token: token, subject_token_type: tokenTypes.accessToken });
      expect(decodeJwt(exchanged.access_token)).toMatchObject({ sub: user.userId, aud: api });
    }
    await expect(
      exchange({ subject_token: app.token, subject_token_type: tokenTypes.accessToken }),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('without a resource the token is opaque and opens userinfo', async () => {
    const exchanged = await openid.genericGrantRequest(client, tokenExchangeGrant, {
      subject_token: await createSubjectToken(),
      subject_token_type: tokenTypes.impersonation,
      scope: 'openid profile',
    });
    const userinfo = await openid.fetchUserInfo(client, exchanged.access_token, user.userId);
    expect(userinfo).toMatchObject({ username: 'alice' });
  });

  test('400 for a token that is expired, unknown, or of an unknown type', async () => {
    const refused = (parameters: Record<string, string>) =>
      expect(exchange(parameters)).rejects.toMatchObject({
        error: expect.stringMatching(/^invalid_(grant|request)$/),
      });
    const type = tokenTypes.impersonation;
    await refused({ subject_token: await createSubjectToken(Date.now() - 1), subject_token_type: type });
    await refused({ subject_token: 'sub_nothing', subject_token_type: type });
    await refused({ subject_token: await createSubjectToken(), subject_token_type: 'urn:made-up' });
    await refused({ subject_token: await createSubjectToken() });
  });

  test('400 for an application that may not exchange tokens', async () => {
    await expect(
      exchange(
        { subject_token: await createSubjectToken(), subject_token_type: tokenTypes.impersonation },
        shop,
      ),
    ).rejects.toMatchObject({ error: 'invalid_request' });
  });

  test('a suspended user cannot be acted for', async () => {
    const token = await createSubjectToken();
    await people.write(tx => tx.update('users', { id: user.userId }, { isSuspended: true }));
    await expect(
      exchange({ subject_token: token, subject_token_type: tokenTypes.impersonation }),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
    await people.write(tx => tx.update('users', { id: user.userId }, { isSuspended: false }));
  });

  test('the audit log says for whom and why', async () => {
    const exchangesLogged = () =>
      app.database.tenant('default').read(async db => {
        const rows = await db
          .selectFrom('logs')
          .select('payload')
          .where('key', '=', 'ExchangeTokenBy.TokenExchange')
          .execute();
        return (await app.database.people.open(db, 'default', rows)).map(({ value }) => value);
      });
    await expect
      .poll(async () => (await exchangesLogged()).map(({ payload }) => payload))
      .toContainEqual(expect.objectContaining({ userId: user.userId, context: { ticket: 42 } }));
  });
});
