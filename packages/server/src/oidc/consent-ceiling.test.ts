import {
  organizationAudience,
  organizationResource,
  organizationsScope,
} from '@gatehouse/contract/dialect.ts';
import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser } from '../http/testing/browser.ts';
import { createPeople, type People, redirectUri } from './testing/people.ts';

const api = 'https://orders.example/api';

describe.each(anyDatabase)('what applications of others may ask for, on %s', kind => {
  let app: TestApp;
  let people: People;
  let scopes: { read: string; write: string };

  beforeAll(async () => {
    app = await startTestApp(kind);
    people = createPeople(app);
    const resource = await app.manage('POST', '/resources', { name: 'Orders', indicator: api });
    const create = async (name: string) =>
      (await app.manage('POST', `/resources/${resource.body.id}/scopes`, { name })).body.id as string;
    scopes = { read: await create('read:orders'), write: await create('write:orders') };
    await app.manage('POST', '/roles', {
      name: 'Everything',
      description: 'All of it.',
      isDefault: true,
      scopeIds: Object.values(scopes),
    });
    await people.write(async tx => {
      for (const id of ['acme', 'other'])
        await tx.insert('organizations', { id, name: id, description: null, customCss: null });
      await tx.insert('organizationRoles', { id: 'editor', name: 'Editor', description: null });
      for (const id of ['invite', 'expel']) {
        await tx.insert('organizationScopes', { id, name: id, description: null });
        await tx.insert('organizationRoleScopes', { organizationRoleId: 'editor', organizationScopeId: id });
      }
      for (const scopeId of Object.values(scopes))
        await tx.insert('organizationRoleResourceScopes', { organizationRoleId: 'editor', scopeId });
    });
  });
  afterAll(() => app.close());

  const createOther = async (ceiling: Record<string, string[]>) => {
    const { id } = await people.createApplication({ name: 'Other', type: 'SPA', isThirdParty: true });
    await app.manage('POST', `/applications/${id}/user-consent-scopes`, ceiling);
    return { id, client: await people.discover(id) };
  };
  /** Up to the consent page, in two organizations, and through it. */
  const consent = async (
    client: openid.Configuration,
    username: string,
    parameters: Record<string, string | string[]>,
    organizationIds: string[] = [],
  ) => {
    const { browser, page, complete } = await people.register(client, username, parameters);
    expect(page.address).toContain('/consent?');
    const asked = await browser.experience(app.env.ENDPOINT, 'GET', '/interaction/consent');
    const userId = asked.body.user.id as string;
    await people.write(async tx => {
      for (const organizationId of ['acme', 'other']) {
        await tx.insert('organizationUsers', { organizationId, userId });
        await tx.insert('organizationUserRoles', { organizationId, userId, organizationRoleId: 'editor' });
      }
    });
    const granted = await browser.experience(app.env.ENDPOINT, 'POST', '/interaction/consent', {
      organizationIds,
    });
    expect(granted.status).toBe(200);
    const { address } = await browser.follow(granted.body.redirectTo, app.env.ENDPOINT);
    return { tokens: await complete(address), asked: asked.body };
  };

  test('[V10.4.11] a user scope beyond the ceiling is refused before the user is asked', async () => {
    const { client } = await createOther({ userScopes: ['profile'] });
    const url = openid.buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      code_challenge: await openid.calculatePKCECodeChallenge(openid.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
    });
    const { address } = await createBrowser().follow(url.href, app.env.ENDPOINT);
    expect(new URL(address).searchParams.get('error')).toBe('invalid_scope');
  });

  const request = async (client: openid.Configuration, parameters: Record<string, string | string[]>) => {
    const url = openid.buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      code_challenge: await openid.calculatePKCECodeChallenge(openid.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
    });
    for (const [name, values] of Object.entries(parameters))
      for (const value of [values].flat()) url.searchParams.append(name, value);
    const { address } = await createBrowser().follow(url.href, app.env.ENDPOINT);
    return { address, answer: Object.fromEntries(new URL(address).searchParams) };
  };

  test('[V10.4.11] a scope of an API beyond the ceiling is refused before the user is asked, and named', async () => {
    const { client } = await createOther({ resourceScopes: [scopes.read] });
    const { answer } = await request(client, { scope: 'openid read:orders write:orders', resource: api });
    expect(answer).toMatchObject({
      error: 'invalid_scope',
      error_description: 'the application is not allowed to ask for: write:orders',
      scope: 'write:orders',
    });
    const pushed = await openid
      .buildAuthorizationUrlWithPAR(client, {
        redirect_uri: redirectUri,
        scope: 'openid write:orders',
        resource: api,
        code_challenge: await openid.calculatePKCECodeChallenge(openid.randomPKCECodeVerifier()),
        code_challenge_method: 'S256',
      })
      .catch((error: unknown) => error);
    expect(pushed).toMatchObject({ error: 'invalid_scope' });
    // A name that no API has is nothing that could be refused.
    const unknown = await request(client, { scope: 'openid read:orders read:minds', resource: api });
    expect(unknown.address).toContain('/sign-in?');
  });

  test('[V10.4.11] so are scopes in organizations; what one of the resources allows is fine', async () => {
    const { client } = await createOther({
      userScopes: [organizationsScope],
      organizationScopes: ['invite'],
      organizationResourceScopes: [scopes.read],
    });
    const resource = [organizationResource, api];
    const refused = await request(client, { scope: `openid ${organizationsScope} invite expel`, resource });
    expect(refused.answer).toMatchObject({ error: 'invalid_scope', scope: 'expel' });
    const fine = await request(client, {
      scope: `openid ${organizationsScope} invite read:orders`,
      resource,
    });
    expect(fine.address).toContain('/sign-in?');
  });

  test('[V10.4.11] what a ceiling allows is on the page and in the token', async () => {
    const { client } = await createOther({ resourceScopes: [scopes.read] });
    const { tokens, asked } = await consent(client, 'anna', {
      scope: 'openid offline_access read:orders',
      resource: api,
    });
    expect(asked.missingResourceScopes).toMatchObject([{ scopes: [{ name: 'read:orders' }] }]);
    const { access_token: token } = await openid.refreshTokenGrant(client, tokens.refresh_token!, {
      resource: api,
    });
    expect(decodeJwt(token).scope).toBe('read:orders');
  });

  test('a ceiling that is lowered counts for the next token', async () => {
    const { id, client } = await createOther({ resourceScopes: [scopes.read, scopes.write] });
    const { tokens } = await consent(client, 'bert', {
      scope: 'openid offline_access read:orders write:orders',
      resource: api,
    });
    await app.manage('DELETE', `/applications/${id}/user-consent-scopes/resource-scopes/${scopes.write}`);
    const { access_token: token } = await openid.refreshTokenGrant(client, tokens.refresh_token!, {
      resource: api,
    });
    expect(decodeJwt(token).scope).toBe('read:orders');
  });

  test('organizations: only those that the user shares, and in them only the ceiling', async () => {
    const { client } = await createOther({
      userScopes: [organizationsScope],
      organizationScopes: ['invite'],
      organizationResourceScopes: [scopes.read],
    });
    const { tokens } = await consent(
      client,
      'cora',
      {
        scope: `openid offline_access ${organizationsScope} invite read:orders`,
        resource: [organizationResource, api],
      },
      ['acme'],
    );
    const refresh = (token: string, parameters: Record<string, string>) =>
      openid.refreshTokenGrant(client, token, parameters);
    const own = await refresh(tokens.refresh_token!, { organization_id: 'acme' });
    expect(decodeJwt(own.access_token)).toMatchObject({
      aud: organizationAudience('acme'),
      scope: 'invite',
    });
    await expect(refresh(own.refresh_token!, { organization_id: 'other' })).rejects.toMatchObject({
      status: 403,
      error: 'access_denied',
    });
    const again = await refresh(own.refresh_token!, {});
    expect(again.claims()).toMatchObject({ organizations: ['acme'] });
  });
});
