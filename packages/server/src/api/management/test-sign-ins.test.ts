import { adminTenantId, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { testOrigin } from '../../database/testing/tenants.ts';
import { addMember } from '../../domain/tenant-members.ts';
import { call } from '../../http/testing/app.ts';
import { signInToConsole } from '../../http/testing/console.ts';
import { startSamlSignIn } from '../../sso/testing/saml-sign-in.ts';
import { createPerson } from '../cloud/testing/people.ts';
import { type Outside, startOutside } from '../experience/testing/outside.ts';
import { tokenWith } from './testing/tokens.ts';

const claims = { sub: 'e-1', name: 'Edsger', email: 'edsger@acme.example', email_verified: true };

describe.each(anyDatabase)('a test sign-in on %s', kind => {
  let outside: Outside;
  let sso: string;
  beforeAll(async () => {
    outside = await startOutside(kind);
    const { app, op } = outside;
    await app.manage('POST', '/connectors', {
      connectorId: 'oidc',
      id: 'harbour',
      config: op.socialConfig,
      metadata: { target: 'harbour', name: { en: 'Harbour' } },
    });
    const created = await app.manage('POST', '/sso-connectors', {
      providerName: 'OIDC',
      connectorName: 'Acme',
      config: { clientId: 'gatehouse', clientSecret: 'secret', issuer: op.issuer },
    });
    sso = `/sso-connectors/${created.body.id}/test-sign-in`;
  });
  afterAll(() => outside.close());

  const social = '/connectors/harbour/test-sign-in';
  const run = async (path: string, { more = {}, told = claims as JWTPayload } = {}) => {
    const { app, op } = outside;
    const begun = await app.manage('POST', path);
    expect(begun.status, begun.text).toBe(200);
    const connectorData = await op.consent(begun.body.redirectTo, told);
    return app.manage('POST', `${path}/result`, { connectorData, ...more });
  };
  const userCount = async () => (await outside.app.manage('GET', '/users')).body.length;

  test('shows what a provider says and which user it means, and creates none', async () => {
    const { app } = outside;
    const before = await userCount();
    expect(await run(social)).toMatchObject({
      status: 200,
      body: { account: { id: 'e-1', email: claims.email }, claims, outcome: 'registers' },
    });
    const { body } = await run(social);
    expect(JSON.stringify(body)).not.toContain('their token');
    expect(await userCount()).toBe(before);

    const { body: user } = await app.manage('POST', '/users', { primaryEmail: claims.email });
    expect((await run(social)).body).toMatchObject({ outcome: 'asks_to_link' });
    await app.manage('PATCH', '/sign-in-exp', { socialSignIn: { automaticAccountLinking: true } });
    expect((await run(social)).body).toMatchObject({ outcome: 'signs_in', user: { id: user.id } });
    const { body: after } = await app.manage('GET', `/users/${user.id}`);
    expect(after).toMatchObject({ identities: {}, lastSignInAt: null });
    await app.manage('DELETE', `/users/${user.id}`);
    expect((await app.manage('GET', '/sign-in-exp')).body.socialSignInConnectorTargets).toEqual([]);
  });

  test('judges an enterprise with domains that are not saved, before it is on', async () => {
    const { app } = outside;
    const { body: user } = await app.manage('POST', '/users', { primaryEmail: claims.email });
    const without = await run(sso);
    expect(without).toMatchObject({ status: 200, body: { claims, outcome: 'registers' } });
    // An enterprise without domains vouches for no address.
    expect(without.body.account).not.toHaveProperty('email');
    const domains = { more: { domains: ['acme.example'] } };
    expect((await run(sso, domains)).body).toMatchObject({ outcome: 'signs_in', user: { id: user.id } });
    expect((await run(sso, { more: { domains: ['gmail.com'] } })).body.code).toBe(
      'single_sign_on.forbidden_domains',
    );
    const { body: saved } = await app.manage('GET', sso.replace('/test-sign-in', ''));
    expect(saved.domains).toEqual([]);
    await app.manage('DELETE', `/users/${user.id}`);
  });

  test('only the caller that began it can finish it, once, and users are for those who may read them', async () => {
    const { app, op } = outside;
    const { body: user } = await app.manage('POST', '/users', { primaryEmail: claims.email });
    const token = await tokenWith(app, ['sso-connectors:write']);
    const asMachine = (path: string, body?: object) =>
      call(`${app.env.ENDPOINT}/api${path}`, { token, method: 'POST', body });
    const { body: begun } = await app.manage('POST', sso);
    const connectorData = await op.consent(begun.redirectTo, claims);
    expect((await asMachine(`${sso}/result`, { connectorData })).body.code).toMatch(/^connector\./);

    const { body: own } = await asMachine(sso);
    const answer = await op.consent(own.redirectTo, claims);
    const body = { connectorData: answer, domains: ['acme.example'] };
    const read = await asMachine(`${sso}/result`, body);
    expect(read.body).toMatchObject({ outcome: 'signs_in', account: { id: 'e-1' } });
    expect(read.body).not.toHaveProperty('user');
    expect((await asMachine(social)).status).toBe(403);
    expect((await run(sso, { told: { ...claims, nonce: 'x' } })).status).toBe(200);
    const other = { ...answer, state: 'the-state' };
    expect((await asMachine(`${sso}/result`, { connectorData: other })).status).toBe(400);
    await app.manage('DELETE', `/users/${user.id}`);
  });

  test('of the console, which other administrators set up too, tells them nothing of its users', async () => {
    const { app, op } = outside;
    const { id } = await createPerson(app, 'owner');
    const people = app.database.tenant(adminTenantId);
    await people.write(testOrigin, tx => addMember(tx, 'default', id, 'admin'));
    await people.send(db =>
      db.updateTable('users').set({ primaryEmail: claims.email }).where('id', '=', id).execute(),
    );
    (await app.app.services.tenants.admin()).cached.invalidate('members');
    const session = await signInToConsole(app, { username: 'owner', password: 'correct horse battery' });
    const token = await session.token({ organization_id: tenantOrganizationId('default') });
    const own = (method: string, path: string, body: object) =>
      call(`${app.env.ADMIN_ENDPOINT}/m/admin/api${path}`, { method, token, body });
    const connector = { connectorId: 'oidc', id: 'harbour', config: op.socialConfig };
    await own('POST', '/connectors', { ...connector, metadata: { target: 'harbour' } });
    await own('PATCH', '/sign-in-exp', { socialSignIn: { automaticAccountLinking: true } });
    const { body: begun } = await own('POST', social, {});
    const connectorData = await op.consent(begun.redirectTo, claims);
    const { body } = await own('POST', `${social}/result`, { connectorData });
    expect(body).toMatchObject({ outcome: 'signs_in', account: { id: 'e-1' } });
    expect(body).not.toHaveProperty('user');
  });

  test('tells why the provider refused, and that a connector is missing or incomplete', async () => {
    const { app } = outside;
    const { body: begun } = await app.manage('POST', sso);
    const refused = await app.manage('POST', `${sso}/result`, {
      connectorData: { state: begun.state, error: 'access_denied', error_description: 'Not for you.' },
    });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.body).toMatchObject({ data: { message: expect.stringContaining('Not for you.') } });
    expect((await app.manage('POST', '/sso-connectors/none/test-sign-in')).status).toBe(404);
    expect((await app.manage('POST', '/connectors/none/test-sign-in')).status).toBe(404);
    const created = await app.manage('POST', '/sso-connectors', {
      providerName: 'Okta',
      connectorName: 'Not ready',
    });
    const path = `/sso-connectors/${created.body.id}/test-sign-in`;
    expect((await app.manage('POST', path)).body.code).toBe('connector.invalid_config');
  });

  test('the answer of the provider goes to the console, and answers to sign-ins do not', async () => {
    const { app } = outside;
    const { state } = (await app.manage('POST', social)).body;
    const answer = await call(`${app.env.ENDPOINT}/callback/harbour?code=1&state=${state}`);
    expect(answer.status).toBe(303);
    const address = new URL(answer.headers.get('location') ?? '');
    expect(address.origin + address.pathname).toBe(`${app.env.ADMIN_ENDPOINT}/console/sign-in-test`);
    expect(Object.fromEntries(address.searchParams)).toEqual({ code: '1', state });
    expect((await call(`${app.env.ENDPOINT}/callback/harbour?code=1&state=other`)).status).toBe(200);
  });

  test('turning an enterprise on is one change of both areas, with the permission of both', async () => {
    const { app } = outside;
    const path = sso.replace('/test-sign-in', '');
    const body = { domains: ['acme.example'], enableSingleSignOn: true };
    const token = await tokenWith(app, ['sso-connectors:write']);
    const refused = await call(`${app.env.ENDPOINT}/api${path}`, { token, method: 'PATCH', body });
    expect(refused).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
    const isOn = async () => (await app.manage('GET', '/sign-in-exp')).body.singleSignOnEnabled;
    expect(await isOn()).toBe(false);
    expect((await app.manage('GET', path)).body.domains).toEqual([]);
    expect((await app.manage('PATCH', path, body)).status).toBe(200);
    expect(await isOn()).toBe(true);
    const id = path.split('/').at(-1);
    const [change] = (await app.manage('GET', `/changes?objectKind=sso-connector&objectId=${id}`)).body;
    expect((await app.manage('POST', `/changes/${change.id}/revert`)).status).toBe(201);
    expect(await isOn()).toBe(false);
    expect((await app.manage('GET', path)).body.domains).toEqual([]);
  });
});

test('a test sign-in by SAML creates no user', async () => {
  const { app, idp, sp, connectorId, deliver, close } = await startSamlSignIn('postgresql');
  const path = `/sso-connectors/${connectorId}/test-sign-in`;
  const { redirectTo, state } = (await app.manage('POST', path)).body;
  const { inflateRawSync } = await import('node:zlib');
  const request = inflateRawSync(
    Buffer.from(new URL(redirectTo).searchParams.get('SAMLRequest') ?? '', 'base64'),
  ).toString();
  const requestId = /ID="([^"]+)"/.exec(request)?.[1] ?? '';
  const { query } = await deliver(idp.respond(sp, { inResponseTo: requestId }), state);
  expect(query?.state).toBe(state);
  const result = await app.manage('POST', `${path}/result`, { connectorData: query });
  expect(result).toMatchObject({
    status: 200,
    body: { account: { email: 'ada@acme.example' }, outcome: 'registers' },
  });
  expect((await app.manage('GET', '/users?search=acme.example')).body).toEqual([]);
  expect((await app.manage('POST', `${path}/result`, { connectorData: query })).body.code).toBe(
    'connector.authorization_failed',
  );
  await close();
});
