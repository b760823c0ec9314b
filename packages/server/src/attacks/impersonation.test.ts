import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { tokenExchangeGrant } from '../oidc/grant-types.ts';
import { tokenTypes } from '../oidc/subject-tokens.ts';
import { enter, password, secondHasPassed } from './testing/people.ts';

const orders = 'https://orders.example/api';

describe.each(anyDatabase)('an application that acts for users on %s', kind => {
  let app: TestApp;
  let credentials: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await app.manage('PATCH', '/account-center', {
      enabled: true,
      fields: { name: 'Edit', password: 'Edit', username: 'Edit' },
    });
    const { body: agent } = await app.manage('POST', '/applications', {
      name: 'Support',
      type: 'Traditional',
      oidcClientMetadata: { redirectUris: ['https://support.example/callback'], postLogoutRedirectUris: [] },
      customClientMetadata: { allowTokenExchange: true },
    });
    const { body: secrets } = await app.manage('GET', `/applications/${agent.id}/secrets`);
    credentials = btoa(`${agent.id}:${secrets[0].value}`);
    const { body: resource } = await app.manage('POST', '/resources', { name: 'Orders', indicator: orders });
    const { body: scope } = await app.manage('POST', `/resources/${resource.id}/scopes`, { name: 'read' });
    await app.manage('POST', '/roles', {
      name: 'Reader',
      description: 'Reads orders.',
      isDefault: true,
      scopeIds: [scope.id],
    });
  });
  afterAll(() => app.close());

  const create = async (username: string, fields: object = { password }): Promise<string> =>
    (await app.manage('POST', '/users', { username, ...fields })).body.id;
  const standFor = async (userId: string) => ({
    subject_token: (await app.manage('POST', '/subject-tokens', { userId })).body.subjectToken as string,
    subject_token_type: tokenTypes.impersonation,
  });
  const of = (token: string) => ({ subject_token: token, subject_token_type: tokenTypes.accessToken });
  const by = (token: string) => ({ actor_token: token, actor_token_type: tokenTypes.accessToken });
  const exchange = async (parameters: Record<string, string>) => {
    const response = await fetch(`${app.env.ENDPOINT}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ grant_type: tokenExchangeGrant, scope: 'openid profile', ...parameters }),
    });
    const body = JSON.parse(await response.text());
    return { status: response.status, error: body.error as string, token: body.access_token as string };
  };
  const refused = { status: 400, error: 'invalid_grant' };

  test('cannot take an account over that has nothing to prove by, and proves nothing by acting', async () => {
    const id = await create('unproven', {});
    const { token } = await exchange(await standFor(id));
    const send = (method: string, path: string, body: object) =>
      call(`${app.env.ENDPOINT}/api/my-account${path}`, { method, token, body });
    expect((await send('PATCH', '', { name: 'Grace' })).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', '/password', { password: 'what support would like' }],
      ['PATCH', '', { username: 'support' }],
    ] as const)
      expect(await send(method, path, body)).toMatchObject({
        status: 401,
        body: { code: 'verification_record.permission_denied' },
      });
  });

  test('does not act for the user at other providers', async () => {
    const id = await create('linked');
    await app.manage('PATCH', '/account-center', { fields: { social: 'Edit' } });
    const { token } = await exchange({ ...(await standFor(id)), scope: 'openid identities' });
    for (const path of ['identities/harbour', 'sso-identities/acme']) {
      const answer = await call(`${app.env.ENDPOINT}/api/my-account/${path}/access-token`, { token });
      expect(answer.body.code).toBe('verification_record.permission_denied');
    }
  });

  test('cannot name the user it acts for as the actor', async () => {
    const [customer, colleague] = [await create('customer'), await create('colleague')];
    const own = await enter(app, { username: 'colleague' });
    const borrowed = await exchange(await standFor(colleague));
    const exchanged = await exchange({ ...(await standFor(customer)), ...by(borrowed.token) });
    expect(exchanged).toMatchObject(refused);
    const named = await exchange({
      ...(await standFor(customer)),
      ...by(own.tokens.access_token),
      resource: orders,
      scope: 'read',
    });
    expect(decodeJwt(named.token)).toMatchObject({ sub: customer, act: { sub: colleague } });
  });

  test('acts no more for a user whose sign-in has ended', async () => {
    const id = await create('leaver');
    const user = await enter(app, { username: 'leaver' }, { resource: orders });
    const jwt = (await user.refresh({ resource: orders })).body.access_token;
    const asked = { resource: orders, scope: 'read' };
    expect((await exchange({ ...of(jwt), ...asked })).status).toBe(200);
    const pending = await standFor(id);
    await secondHasPassed();
    await app.manage('PATCH', `/users/${id}/password`, { password: 'a much better battery staple' });
    for (const subject of [of(jwt), of(user.tokens.access_token), pending])
      expect(await exchange({ ...subject, ...asked })).toMatchObject(refused);

    const before = await standFor(id);
    const suspend = (isSuspended: boolean) =>
      app.manage('PATCH', `/users/${id}/is-suspended`, { isSuspended });
    await suspend(true);
    await suspend(false);
    expect(await exchange({ ...before, ...asked })).toMatchObject(refused);
    expect((await exchange({ ...(await standFor(id)), ...asked })).status).toBe(200);
  });

  test('acts no more for a user who has signed out everywhere else, or changed the password', async () => {
    const id = await create('owner');
    const owner = await enter(app, { username: 'owner' }, { scope: 'openid urn:logto:scope:sessions' });
    await app.manage('PATCH', '/account-center', { fields: { session: 'Edit', password: 'Edit' } });
    const asked = { resource: orders, scope: 'read' };
    const ways: [string, string, object | undefined][] = [
      ['DELETE', '/my-account/sessions', undefined],
      ['POST', '/my-account/password', { password: 'a much better battery staple' }],
    ];
    for (const [method, path, body] of ways) {
      const pending = await standFor(id);
      expect((await owner.send(method, path, body, await owner.prove())).status).toBe(204);
      expect(await exchange({ ...pending, ...asked })).toMatchObject(refused);
    }
    expect((await exchange({ ...(await standFor(id)), ...asked })).status).toBe(200);
  });

  test('learns of no organization that the sign-in did not ask for', async () => {
    const id = await create('member');
    const { body: organization } = await app.manage('POST', '/organizations', { name: 'Company' });
    await app.manage('POST', `/organizations/${organization.id}/users`, { userIds: [id] });
    const signIn = async (scope: string) =>
      of((await enter(app, { username: 'member' }, { scope })).tokens.access_token);
    const [without, within] = [
      await signIn('openid offline_access'),
      await signIn('openid offline_access urn:logto:scope:organizations'),
    ];
    const targets: Record<string, string>[] = [{}, { resource: orders, scope: 'read' }];
    for (const asked of targets) {
      const organization_id = organization.id;
      expect(await exchange({ ...without, ...asked, organization_id })).toMatchObject({
        error: 'insufficient_scope',
      });
      expect((await exchange({ ...within, ...asked, organization_id })).status).toBe(200);
    }
  });
});
