import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { tokenExchangeGrant } from '../oidc/grant-types.ts';
import { tokenTypes } from '../oidc/subject-tokens.ts';
import { createPeople, type People } from '../oidc/testing/people.ts';

const orders = 'https://orders.example/api';
const invoices = 'https://invoices.example/api';

describe.each(anyDatabase)('a token that is exchanged by a public application on %s', kind => {
  let app: TestApp;
  let people: People;
  let thief: openid.Configuration;
  let shop: openid.Configuration;
  beforeAll(async () => {
    app = await startTestApp(kind);
    people = createPeople(app);
    const customClientMetadata = { allowTokenExchange: true };
    thief = await people.discover(
      (await people.createApplication({ name: 'Thief', type: 'SPA', customClientMetadata })).id,
    );
    shop = await people.discover((await people.createApplication({ name: 'Shop', type: 'SPA' })).id);
    const scopeIds: string[] = [];
    for (const indicator of [orders, invoices]) {
      const { body: resource } = await app.manage('POST', '/resources', { name: indicator, indicator });
      for (const name of ['read', 'write'])
        scopeIds.push((await app.manage('POST', `/resources/${resource.id}/scopes`, { name })).body.id);
    }
    await app.manage('POST', '/roles', { name: 'User', description: 'x', isDefault: true, scopeIds });
  });
  afterAll(() => app.close());

  const exchange = (token: string, parameters: Record<string, string>) =>
    openid.genericGrantRequest(thief, tokenExchangeGrant, {
      subject_token: token,
      subject_token_type: tokenTypes.accessToken,
      ...parameters,
    });

  test('[V8.3.3] gains no scope, no resource, none of the user’s data, and not a second of life', async () => {
    const { tokens } = await people.register(shop, 'alice', {
      resource: orders,
      scope: 'openid offline_access read',
    });
    const jwt = await openid.refreshTokenGrant(shop, tokens!.refresh_token!, { resource: orders });
    const before = decodeJwt(jwt.access_token);
    expect(before.scope).toBe('read');
    for (const token of [jwt.access_token, tokens!.access_token]) {
      const same = decodeJwt((await exchange(token, { resource: orders, scope: 'read write' })).access_token);
      expect(same).toMatchObject({ aud: orders, scope: 'read' });
      expect(same.exp).toBeLessThanOrEqual(Number(before.exp));
      const other = await exchange(token, { resource: invoices, scope: 'read write' });
      expect(decodeJwt(other.access_token).scope).toBe('');
      const own = await exchange(token, { scope: 'openid profile email' });
      expect(own.scope ?? '').not.toMatch(/profile|email/);
    }
    // Exchanging what was exchanged prolongs nothing either.
    const first = await exchange(jwt.access_token, { resource: orders, scope: 'read' });
    const second = await exchange(first.access_token, { resource: orders, scope: 'read' });
    expect(decodeJwt(second.access_token).exp).toBeLessThanOrEqual(Number(before.exp));
  });
});
