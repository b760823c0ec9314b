import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { call, requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createPeople } from '../oidc/testing/people.ts';
import { goodClient } from './testing/registration.ts';
import { storedFiles, tracesIn } from './testing/stored-bytes.ts';

/** Secrets of others that the product keeps for them. */
const given = {
  smtp: 'zq-smtp-password-4711',
  social: 'zq-social-secret-4711',
  enterprise: 'zq-enterprise-secret-4711',
  captcha: 'zq-captcha-secret-4711',
  header: 'zq-header-value-4711',
  stream: 'zq-stream-header-4711',
  variable: 'zq-script-variable-4711',
  action: 'zq-action-variable-4711',
  password: 'zq Correct Horse Battery 4711',
};

/** A secret stored in plain text could be read by anyone with access to a backup. */
describe.each(databaseKinds)('what is stored on %s', kind => {
  let app: TestApp;
  const secrets: Record<string, string> = { ...given };
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const make = async (path: string, body: object, method = 'POST') => {
    const answer = await app.manage(method, path, body);
    expect([path, answer.status < 300 ? '' : answer.text]).toEqual([path, '']);
    return answer.body;
  };

  const configure = async () => {
    await make('/connectors', {
      connectorId: 'simplemail-transfer-protocol',
      config: {
        host: 'smtp.harbour.example',
        port: 465,
        secure: true,
        auth: { user: 'harbour', pass: given.smtp },
        fromEmail: 'no-reply@harbour.example',
      },
    });
    await make('/connectors', {
      connectorId: 'oidc',
      config: {
        clientId: 'harbour',
        clientSecret: given.social,
        authorizationEndpoint: 'https://a.example/auth',
        tokenEndpoint: 'https://a.example/token',
        idTokenVerificationConfig: { jwksUri: 'https://a.example/jwks', issuer: 'https://a.example' },
        scope: 'openid',
      },
      metadata: { target: 'harbour', name: { en: 'Harbour' }, logo: 'https://a.example/a.png' },
    });
    await make('/sso-connectors', {
      providerName: 'OIDC',
      connectorName: 'Acme',
      config: { clientId: 'x', clientSecret: given.enterprise, issuer: 'https://acme.example' },
    });
    const captcha = { type: 'Turnstile', siteKey: 'site', secretKey: given.captcha };
    await make('/captcha-provider', { config: captcha }, 'PUT');
    const hook = await make('/hooks', {
      name: 'Hook',
      events: ['User.Created'],
      config: { url: 'http://127.0.0.1:9/', headers: { 'x-key': given.header } },
    });
    secrets.hook = hook.signingKey;
    const stream = await make('/log-streams', {
      name: 'Stream',
      config: { kind: 'http', url: 'https://logs.example/', format: 'json-lines' },
      secrets: { headers: { authorization: given.stream } },
    });
    secrets.streamKey = stream.signingKey;
    const script = 'const getCustomJwtClaims = async () => ({});';
    const customizer = '/configs/jwt-customizer/access-token';
    await make(customizer, { script, environmentVariables: { key: given.variable } }, 'PUT');
    await make(
      '/configs/actions/action.postSignIn',
      { script: 'const onEvent = async () => ({});', environmentVariables: { key: given.action } },
      'PUT',
    );
  };

  const createCredentials = async () => {
    const machine = await make('/applications', { name: 'Machine', type: 'MachineToMachine' });
    secrets.client = (await make(`/applications/${machine.id}/secrets`, { name: 'Second' })).value;
    const user = await make('/users', { username: 'ada', password: given.password });
    const pat = await make(`/users/${user.id}/personal-access-tokens`, { name: 'Mine', expiresAt: null });
    secrets.personal = pat.value;
    secrets.totp = (await make(`/users/${user.id}/mfa-verifications`, { type: 'Totp' })).secret;
    const backup = await make(`/users/${user.id}/mfa-verifications`, { type: 'BackupCode' });
    for (const [index, code] of (backup.codes as string[]).entries()) secrets[`backup ${index}`] = code;
    secrets.oneTime = (await make('/one-time-tokens', { email: 'ada@harbour.example' })).token;
    secrets.subject = (await make('/subject-tokens', { userId: user.id })).subjectToken;
    await make('/configs/client-registration', { mode: 'Open' }, 'PATCH');
    const initial = await make('/configs/client-registration/initial-access-tokens', { name: 'CI' });
    secrets.initial = initial.value;
    const address = `${app.env.ENDPOINT}/oidc/register`;
    const { body: client } = await call(address, { method: 'POST', body: goodClient });
    secrets.registration = client.registration_access_token;
    secrets.opaque = (await requestToken(app.env.ENDPOINT, app.manager, { resource: '' })).access_token ?? '';
  };

  const signIn = async () => {
    const people = createPeople(app);
    const { id } = await people.createApplication({ name: 'Shop', type: 'SPA' });
    const { tokens, page } = await people.register(await people.discover(id), 'bob');
    secrets.access = tokens?.access_token ?? '';
    secrets.refresh = tokens?.refresh_token ?? '';
    secrets.idToken = tokens?.id_token ?? '';
    secrets.code = new URL(page.address).searchParams.get('code') ?? '';
  };

  test('is worth nothing without the key of the vault: no secret stands there as it is', async () => {
    await createCredentials();
    await signIn();
    await configure();
    const words = Object.values(secrets).filter(Boolean);
    expect(words.length).toBeGreaterThan(30);
    const stored = await storedFiles(app);
    expect(tracesIn(stored, words)).toEqual([]);
    expect(tracesIn(stored, ['-----BEGIN PRIVATE', '"d":"', '"d": "'])).toEqual([]);
    // The test would see what is there.
    expect(tracesIn(stored, ['smtp.harbour.example'])).toEqual([]);
    expect(tracesIn(stored, ['ada@harbour.example']).length).toBeGreaterThan(0);
  });
});
