import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, putOnPlan } from '../api/cloud/testing/people.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { redirectUri } from '../oidc/testing/people.ts';
import { hiddenNames } from './testing/hidden-names.ts';

const about = { client_name: 'Robot', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' };
const config = '/configs/client-registration';

describe.each(databaseKinds)('attacks on client registration, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { GATEHOUSE_ADDRESS_LIMIT: '1000', TRUST_PROXY: 'true' } });
  });
  afterAll(() => app.close());

  const endpoint = () => `${app.env.ENDPOINT}/oidc/register`;
  const configure = (body: object) => app.manage('PATCH', config, body);
  const createToken = async (body: object = {}) =>
    (await app.manage('POST', `${config}/initial-access-tokens`, { name: 'CI', ...body })).body;
  let calls = 0;
  /** Each from an address of its own: there is a limit for each. */
  const register = (body: unknown, token?: string) => {
    calls += 1;
    const headers = { 'x-forwarded-for': `198.51.${Math.floor(calls / 250)}.${calls % 250}` };
    return call(endpoint(), { method: 'POST', body, token, headers });
  };
  const countClients = async () =>
    (await app.manage('GET', '/applications?isThirdParty=true')).body.length as number;
  const statuses = (answers: { status: number }[]) =>
    Object.fromEntries(
      [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
    );

  test('where it is off, nothing answers, for clients that have registered either', async () => {
    await configure({ mode: 'Open' });
    const { body: client } = await register(about);
    const { value } = await createToken();
    await configure({ mode: 'Off' });
    expect((await register(about, value)).status).toBe(404);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const asked = {
        method,
        token: client.registration_access_token,
        ...(method === 'PUT' ? { body: {} } : {}),
      };
      expect((await call(client.registration_client_uri, asked)).status).toBe(404);
    }
    expect((await app.manage('GET', `/applications/${client.client_id}`)).status).toBe(200);
  });

  test('of 40 requests at once with a token for one use, one registers', async () => {
    await configure({ mode: 'Token' });
    const { value } = await createToken({ maximumUses: 1 });
    const before = await countClients();
    const answers = await Promise.all(Array.from({ length: 40 }, () => register(about, value)));
    expect(statuses(answers)).toEqual({ 201: 1, 401: 39 });
    expect(await countClients()).toBe(before + 1);
  });

  test('a request that is refused for another reason does not use a token up', async () => {
    await configure({ mode: 'Token' });
    const { value } = await createToken({ maximumUses: 1 });
    expect((await register({ ...about, redirect_uris: ['javascript:0'] }, value)).status).toBe(400);
    expect((await register(about, value)).status).toBe(201);
  });

  test('the maximum holds for 40 requests at once', async () => {
    const before = await countClients();
    await configure({ mode: 'Open', maximumClients: before + 5 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => register(about)));
    expect(statuses(answers)).toEqual({ 201: 5, 403: 35 });
    expect(answers.find(({ status }) => status === 403)?.body.error).toBe('access_denied');
    expect(await countClients()).toBe(before + 5);
    await configure({ maximumClients: 1000 });
  });

  test('a token that has ended, was revoked or is of another kind opens nothing', async () => {
    await configure({ mode: 'Open' });
    const client = (await register(about)).body;
    const initial = await createToken();
    const expired = await createToken();
    await app.database.tenant('default').send(db =>
      db
        .updateTable('initialAccessTokens')
        .set({ expiresAt: Date.now() - 1 })
        .where('id', '=', expired.id)
        .execute(),
    );
    const revoked = await createToken();
    await app.manage('DELETE', `${config}/initial-access-tokens/${revoked.id}`);
    for (const token of [expired.value, revoked.value, client.registration_access_token, app.token, 'x']) {
      const { status, headers, body } = await register(about, token);
      expect([status, body.error]).toEqual([401, 'invalid_token']);
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
    const other = (await register(about)).body;
    for (const token of [initial.value, client.registration_access_token, app.token, 'x', undefined])
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const body = method === 'PUT' ? { ...about, client_id: other.client_id } : undefined;
        expect((await call(other.registration_client_uri, { method, body, token })).status).toBe(401);
      }
    const own = { token: other.registration_access_token };
    expect((await call(other.registration_client_uri, { method: 'DELETE', ...own })).status).toBe(204);
    expect((await call(other.registration_client_uri, own)).status).toBe(401);
  });

  test('of 40 updates at once with one token, one gets through', async () => {
    await configure({ mode: 'Open' });
    const {
      client_id,
      registration_client_uri: address,
      registration_access_token: token,
    } = (await register(about)).body;
    const update = (index: number) => ({ ...about, client_id, client_name: `Robot ${index}` });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => call(address, { method: 'PUT', token, body: update(index) })),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 401: 39 });
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://*.example.com/callback',
    'https://*/callback',
    'http://app.example/callback',
    'https://app.example/callback#part',
    'https://user@app.example:x/',
    '/callback',
    'https://app.example/\u0000',
    'https://app.example/\ud800',
    '',
  ])('users are not sent to %s', async uri => {
    await configure({ mode: 'Open' });
    for (const method of ['none', 'client_secret_basic']) {
      const sent = { ...about, token_endpoint_auth_method: method, redirect_uris: [redirectUri, uri] };
      expect((await register(sent)).body.error).toBe('invalid_redirect_uri');
    }
    const signedOut = await register({ ...about, post_logout_redirect_uris: [uri] });
    expect(signedOut.body.error).toBe('invalid_client_metadata');
  });

  test('a well-known host does not hide another one, and the tenant can name the hosts', async () => {
    await configure({ mode: 'Open' });
    const uris = ['https://bank.example/cb', 'https://evil.example/cb'];
    const { client_id: id } = (await register({ ...about, redirect_uris: uris })).body;
    expect((await app.manage('GET', `/applications/${id}`)).body.name).toBe(
      'Robot (bank.example, evil.example)',
    );
    const many = Array.from({ length: 12 }, (_, index) => `https://host-${index}.example/cb`);
    expect((await register({ ...about, redirect_uris: many })).body.error).toBe('invalid_redirect_uri');
    for (const name of ['Bank\u202Eevil', 'Bank\u0000', 'Bank\n', 'x'.repeat(129), ...hiddenNames])
      expect([name, (await register({ ...about, client_name: name })).body.error]).toEqual([
        name,
        'invalid_client_metadata',
      ]);
    const spread = await register({ ...about, client_name: `Bank${'\u00A0'.repeat(100)}Robot ` });
    expect(spread.body.client_name).toBe('Bank Robot');
    await configure({ redirectHosts: ['bank.example', '*.good.example', 'cursor:'] });
    const tried = {
      'https://bank.example/cb': 201,
      'https://a.good.example/cb': 201,
      'cursor://callback': 201,
      'https://evil.example/cb': 400,
      'https://good.example/cb': 400,
      'https://evilgood.example/cb': 400,
      'https://bank.example.evil.example/cb': 400,
      'http://localhost:1/cb': 400,
      'other://callback': 400,
    };
    for (const [uri, status] of Object.entries(tried))
      expect([uri, (await register({ ...about, redirect_uris: [uri] })).status]).toEqual([uri, status]);
    await configure({ redirectHosts: [] });
  });

  test('a client gets no more than the tenant allows, whatever it asks for', async () => {
    await configure({ mode: 'Open' });
    const resource = managementAudience('default');
    const { body } = await register({
      ...about,
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['authorization_code', 'client_credentials', 'implicit'],
      scope: 'openid all users:write',
      type: 'MachineToMachine',
      isThirdParty: false,
      isAdmin: true,
      customClientMetadata: { allowTokenExchange: true, alwaysIssueRefreshToken: true },
      backchannel_logout_uri: 'https://other.example',
    });
    expect(body).toMatchObject({ grant_types: ['authorization_code', 'refresh_token'], scope: 'openid' });
    const { body: application } = await app.manage('GET', `/applications/${body.client_id}`);
    expect(application).toMatchObject({ type: 'Traditional', isThirdParty: true, isAdmin: false });
    expect(application.customClientMetadata).toEqual({
      useGrantedResource: true,
      idTokenSignedResponseAlg: 'RS256',
    });
    const machine = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: body.client_id,
      client_secret: body.client_secret,
      resource,
      scope: 'all',
    });
    const answer = await fetch(`${app.env.ENDPOINT}/oidc/token`, { method: 'POST', body: machine });
    expect(await answer.json()).toMatchObject({
      error_description: 'requested grant type is not allowed for this client',
    });
    const query = new URLSearchParams({
      client_id: body.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid all',
      resource,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    const refused = await call(`${app.env.ENDPOINT}/oidc/auth?${query}`);
    const { searchParams } = new URL(refused.headers.get('location') ?? '');
    expect(searchParams.get('error')).toMatch(/^invalid_(scope|target)$/);
    query.set('scope', 'openid');
    query.delete('resource');
    query.delete('code_challenge');
    query.delete('code_challenge_method');
    const plain = await call(`${app.env.ENDPOINT}/oidc/auth?${query}`);
    expect(plain.headers.get('location')).toContain('error=invalid_request');
    const roles = await app.manage('POST', `/applications/${body.client_id}/roles`, { roleIds: [] });
    expect(roles.status).toBe(422);
  });

  test('what is no metadata is refused, and not read to its end', async () => {
    await configure({ mode: 'Open' });
    const huge = JSON.stringify({ ...about, client_uri: `https://x.example/${'x'.repeat(100_000)}` });
    expect((await register(huge)).status).toBe(413);
    for (const body of ['[]', '"x"', '{', `${'['.repeat(2000)}${']'.repeat(2000)}`])
      expect((await register(body)).status).toBe(400);
    const form = await fetch(endpoint(), { method: 'POST', body: new URLSearchParams({ client_name: 'x' }) });
    expect(form.status).toBe(400);
    const statement = 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJ4In0.';
    const codes = [
      [{ ...about, software_statement: statement }, 'unapproved_software_statement'],
      [{ ...about, software_statement: 'x' }, 'invalid_software_statement'],
      [{ ...about, token_endpoint_auth_method: 'tls_client_auth' }, 'invalid_client_metadata'],
      [{ ...about, token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
      [{ ...about, jwks: { keys: [{ kty: 'RSA', d: 'x' }] } }, 'invalid_client_metadata'],
      [{ ...about, jwks_uri: 'http://169.254.169.254/' }, 'invalid_client_metadata'],
      [{ ...about, grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
      [{ ...about, response_types: ['token'] }, 'invalid_client_metadata'],
      [{ ...about, id_token_signed_response_alg: 'none' }, 'invalid_client_metadata'],
      [{ ...about, redirect_uris: [] }, 'invalid_redirect_uri'],
      [{}, 'invalid_redirect_uri'],
    ] as const;
    for (const [body, code] of codes) expect((await register(body)).body.error).toBe(code);
  });

  test('no token is in the database or in the history', async () => {
    await configure({ mode: 'Token' });
    const { value, id } = await createToken();
    const { body: client } = await register(about, value);
    const stored = await app.database.system(async db => [
      await db.selectFrom('initialAccessTokens').selectAll().execute(),
      await db.selectFrom('clientRegistrations').selectAll().execute(),
      await db.selectFrom('changes').selectAll().execute(),
    ]);
    const text = JSON.stringify(stored);
    expect(text).toContain(id);
    expect(text).not.toContain(value);
    expect(text).not.toContain(client.registration_access_token);
    const { body: history } = await app.manage('GET', `/changes?objectId=${client.client_id}`);
    expect(history[0]).toMatchObject({ actor: { id: 'client-registration' } });
    const readLog = async () =>
      (await app.manage('GET', `/logs?applicationId=${client.client_id}&logKey=ClientRegistration`)).body;
    await expect.poll(readLog).toMatchObject([{ payload: { result: 'Success', act: 'create' } }]);
  });

  test('a deletion that is undone leaves the client what it was, without its token', async () => {
    await configure({ mode: 'Open' });
    const { body: client } = await register(about);
    await app.manage('DELETE', `/applications/${client.client_id}`);
    const { body: history } = await app.manage('GET', `/changes?objectId=${client.client_id}`);
    expect((await app.manage('POST', `/changes/${history[0].id}/revert`)).status).toBeLessThan(300);
    const { body } = await app.manage('GET', `/applications/${client.client_id}`);
    expect(body).toMatchObject({ isThirdParty: true, registration: { initialAccessTokenName: null } });
    const own = { token: client.registration_access_token };
    expect((await call(client.registration_client_uri, own)).status).toBe(401);
    expect((await call(client.registration_client_uri, { token: '' })).status).toBe(401);
  });

  test('a client that users have agreed to cannot move to another host, nor become another kind', async () => {
    await configure({ mode: 'Open' });
    const { body: client } = await register(about);
    const update = (change: object) =>
      call(client.registration_client_uri, {
        method: 'PUT',
        token: client.registration_access_token,
        body: { ...about, client_id: client.client_id, ...change },
      });
    const moved = await update({ redirect_uris: [...about.redirect_uris, 'https://evil.example/cb'] });
    expect([moved.status, moved.body.error]).toEqual([400, 'invalid_redirect_uri']);
    const native = await update({ application_type: 'native' });
    expect([native.status, native.body.error]).toEqual([400, 'invalid_client_metadata']);
    const { body } = await app.manage('GET', `/applications/${client.client_id}`);
    expect(body.oidcClientMetadata.redirectUris).toEqual(about.redirect_uris);
  });

  test('one network address tries only so many tokens, and updates only so often', async () => {
    await configure({ mode: 'Open' });
    const { body: client } = await register(about);
    const send = (address: string, options: object) =>
      call(client.registration_client_uri, { ...options, headers: { 'x-forwarded-for': address } });
    const guesses = await Promise.all(
      Array.from({ length: 1010 }, () => send('203.0.113.20', { token: 'rat_guess' })),
    );
    expect(statuses(guesses)).toEqual({ 401: 1000, 429: 10 });
    const body = { ...about, client_id: client.client_id };
    let token = client.registration_access_token;
    const updates: { status: number }[] = [];
    for (let round = 0; round < 101; round += 1) {
      const answer = await send('203.0.113.21', { method: 'PUT', token, body });
      token = answer.body.registration_access_token;
      updates.push(answer);
    }
    expect(statuses(updates)).toEqual({ 200: 100, 429: 1 });
  });

  test('one network address registers only so many without a token', async () => {
    await configure({ mode: 'Open' });
    const from = (address: string) =>
      call(endpoint(), { method: 'POST', body: about, headers: { 'x-forwarded-for': address } });
    const answers = await Promise.all(Array.from({ length: 120 }, () => from('203.0.113.9')));
    expect(statuses(answers)).toEqual({ 201: 100, 429: 20 });
    const limited = answers.find(({ status }) => status === 429);
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('203.0.113.10')).status).toBe(201);
  });
});

describe.each(databaseKinds)('attacks on the registration of other tenants, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind, {
      variables: { GATEHOUSE_EDITION: 'cloud', GATEHOUSE_TENANTS_BY: 'path' },
    });
  });
  afterAll(() => app.close());

  test('tokens are of one tenant, and its plan counts the clients', async () => {
    const owner = await createPerson(app, 'owner');
    const [mine, other] = [
      (await owner.cloud('POST', '/tenants', { name: 'Mine' })).body.id as string,
      (await owner.cloud('POST', '/tenants', { name: 'Other' })).body.id as string,
    ];
    for (const id of [mine, other]) {
      await putOnPlan(app, id, 'dev');
      await owner.manage(id, 'PATCH', config, { mode: 'Token' });
    }
    const { body } = await owner.manage(mine, 'POST', `${config}/initial-access-tokens`, { name: 'CI' });
    const register = (tenant: string) =>
      call(`${app.env.ENDPOINT}/t/${tenant}/oidc/register`, {
        method: 'POST',
        body: about,
        token: body.value,
      });
    expect((await register(other)).status).toBe(401);
    const { body: client } = await register(mine);
    expect(client.registration_client_uri).toContain(`/t/${mine}/oidc/register/`);
    const own = { token: client.registration_access_token };
    expect((await call(client.registration_client_uri, own)).status).toBe(200);
    const elsewhere = client.registration_client_uri.replace(`/t/${mine}/`, `/t/${other}/`);
    expect((await call(elsewhere, own)).status).toBe(401);
    await putOnPlan(app, mine, 'free');
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(mine)));
    for (const { status, body: refused } of answers)
      expect([status, refused.error, refused.code]).toEqual([
        403,
        'access_denied',
        'subscription.limit_exceeded',
      ]);
    const { body: tokens } = await owner.manage(mine, 'GET', `${config}/initial-access-tokens`);
    expect(tokens[0].useCount).toBe(1);
  });
});
