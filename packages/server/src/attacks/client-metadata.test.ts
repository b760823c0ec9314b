import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { call } from '../http/testing/app.ts';
import { redirectUri } from '../oidc/testing/people.ts';
import { hiddenNames } from './testing/hidden-names.ts';
import { goodClient, type Registration, startRegistration } from './testing/registration.ts';

describe.each(anyDatabase)('attacks by the metadata of clients that register, on %s', kind => {
  let registration: Registration;
  beforeAll(async () => {
    registration = await startRegistration(kind);
  });
  afterAll(() => registration.app.close());

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
    const { configure, register } = registration;
    await configure({ mode: 'Open' });
    for (const method of ['none', 'client_secret_basic']) {
      const sent = { ...goodClient, token_endpoint_auth_method: method, redirect_uris: [redirectUri, uri] };
      expect((await register(sent)).body.error).toBe('invalid_redirect_uri');
    }
    const signedOut = await register({ ...goodClient, post_logout_redirect_uris: [uri] });
    expect(signedOut.body.error).toBe('invalid_client_metadata');
  });

  test('a well-known host does not hide another one, and the tenant can name the hosts', async () => {
    const { app, configure, register } = registration;
    await configure({ mode: 'Open' });
    const uris = ['https://bank.example/cb', 'https://evil.example/cb'];
    const { client_id: id } = (await register({ ...goodClient, redirect_uris: uris })).body;
    expect((await app.manage('GET', `/applications/${id}`)).body.name).toBe(
      'Robot (bank.example, evil.example)',
    );
    const many = Array.from({ length: 12 }, (_, index) => `https://host-${index}.example/cb`);
    expect((await register({ ...goodClient, redirect_uris: many })).body.error).toBe('invalid_redirect_uri');
    for (const name of ['Bank\u202Eevil', 'Bank\u0000', 'Bank\n', 'x'.repeat(129), ...hiddenNames])
      expect([name, (await register({ ...goodClient, client_name: name })).body.error]).toEqual([
        name,
        'invalid_client_metadata',
      ]);
    const spread = await register({ ...goodClient, client_name: `Bank${'\u00A0'.repeat(100)}Robot ` });
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
      expect([uri, (await register({ ...goodClient, redirect_uris: [uri] })).status]).toEqual([uri, status]);
    await configure({ redirectHosts: [] });
  });

  test('a client gets no more than the tenant allows, whatever it asks for', async () => {
    const { app, configure, register } = registration;
    await configure({ mode: 'Open' });
    const resource = managementAudience('default');
    const { body } = await register({
      ...goodClient,
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
    const { endpoint, configure, register } = registration;
    await configure({ mode: 'Open' });
    const huge = JSON.stringify({ ...goodClient, client_uri: `https://x.example/${'x'.repeat(100_000)}` });
    expect((await register(huge)).status).toBe(413);
    for (const body of ['[]', '"x"', '{', `${'['.repeat(2000)}${']'.repeat(2000)}`])
      expect((await register(body)).status).toBe(400);
    const form = await fetch(endpoint(), { method: 'POST', body: new URLSearchParams({ client_name: 'x' }) });
    expect(form.status).toBe(400);
    const statement = 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJ4In0.';
    const codes = [
      [{ ...goodClient, software_statement: statement }, 'unapproved_software_statement'],
      [{ ...goodClient, software_statement: 'x' }, 'invalid_software_statement'],
      [{ ...goodClient, token_endpoint_auth_method: 'tls_client_auth' }, 'invalid_client_metadata'],
      [{ ...goodClient, token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
      [{ ...goodClient, jwks: { keys: [{ kty: 'RSA', d: 'x' }] } }, 'invalid_client_metadata'],
      [{ ...goodClient, jwks_uri: 'http://169.254.169.254/' }, 'invalid_client_metadata'],
      [{ ...goodClient, grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
      [{ ...goodClient, response_types: ['token'] }, 'invalid_client_metadata'],
      [{ ...goodClient, id_token_signed_response_alg: 'none' }, 'invalid_client_metadata'],
      [{ ...goodClient, redirect_uris: [] }, 'invalid_redirect_uri'],
      [{}, 'invalid_redirect_uri'],
    ] as const;
    for (const [body, code] of codes) expect((await register(body)).body.error).toBe(code);
  });

  test('a client that users have agreed to cannot move to another host, nor become another kind', async () => {
    const { app, configure, register } = registration;
    await configure({ mode: 'Open' });
    const { body: client } = await register(goodClient);
    const update = (change: object) =>
      call(client.registration_client_uri, {
        method: 'PUT',
        token: client.registration_access_token,
        body: { ...goodClient, client_id: client.client_id, ...change },
      });
    const moved = await update({ redirect_uris: [...goodClient.redirect_uris, 'https://evil.example/cb'] });
    expect([moved.status, moved.body.error]).toEqual([400, 'invalid_redirect_uri']);
    const native = await update({ application_type: 'native' });
    expect([native.status, native.body.error]).toEqual([400, 'invalid_client_metadata']);
    const { body } = await app.manage('GET', `/applications/${client.client_id}`);
    expect(body.oidcClientMetadata.redirectUris).toEqual(goodClient.redirect_uris);
  });
});
