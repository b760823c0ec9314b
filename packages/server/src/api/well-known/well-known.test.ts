import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { testOrigin } from '../../database/testing/tenants.ts';
import { call, requestToken, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { keepMessages, visit } from '../experience/testing/visit.ts';

describe.each(anyDatabase)('public information about a tenant, on %s', kind => {
  let app: TestApp;
  let applicationId: string;
  let organizationId: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    const { manage } = app;
    applicationId = (await manage('POST', '/applications', { name: 'Shop', type: 'SPA' })).body.id;
    await manage('PUT', `/applications/${applicationId}/sign-in-experience`, {
      color: { primaryColor: '#111111' },
      branding: { logoUrl: 'https://shop.example/logo.svg' },
      termsOfUseUrl: 'https://shop.example/terms',
    });
    const organization = { name: 'Acme', branding: { logoUrl: 'https://acme.example/logo.svg' } };
    organizationId = (await manage('POST', '/organizations', organization)).body.id;
  });
  afterAll(() => app.close());

  const readWellKnown = async (path: string) =>
    (await call(`${app.env.ENDPOINT}/api/.well-known/${path}`)).body;

  test('the application’s colors go over the tenant’s, the organization’s over both', async () => {
    const plain = await readWellKnown('sign-in-exp');
    expect(plain).toMatchObject({ color: { primaryColor: '#6139F6' }, branding: {}, termsOfUseUrl: null });
    const branded = await readWellKnown(`sign-in-exp?appId=${applicationId}`);
    expect(branded).toMatchObject({
      color: { primaryColor: '#111111', isDarkModeEnabled: false },
      branding: { logoUrl: 'https://shop.example/logo.svg' },
      termsOfUseUrl: 'https://shop.example/terms',
    });
    const both = `appId=${applicationId}&organizationId=${organizationId}`;
    expect(await readWellKnown(`experience?${both}`)).toMatchObject({
      color: { primaryColor: '#111111' },
      branding: { logoUrl: 'https://acme.example/logo.svg' },
      termsOfUseUrl: 'https://shop.example/terms',
    });
    expect(await readWellKnown('sign-in-exp?appId=nothing&organizationId=nothing')).toEqual(plain);
    await app.manage('PATCH', `/organizations/${organizationId}`, { color: { primaryColor: '#222222' } });
    expect(await readWellKnown(`sign-in-exp?${both}`)).toMatchObject({ color: { primaryColor: '#222222' } });
  });

  test('includes related settings, and no private ones', async () => {
    const before = await readWellKnown('sign-in-exp');
    expect(before).toMatchObject({
      forgotPassword: { email: false, phone: false },
      ssoConnectors: [],
      socialConnectors: [],
      customProfileFields: [],
    });
    for (const name of ['forgotPasswordMethods', 'emailBlocklistPolicy', 'captchaConfig', 'canSend'])
      expect(before).not.toHaveProperty(name);
    const { manage } = app;
    await keepMessages(app);
    const config = { issuer: 'https://acme.example', clientId: 'client', clientSecret: 'very secret' };
    await manage('POST', '/sso-connectors', { providerName: 'Okta', connectorName: 'Acme', config });
    await manage('PUT', '/captcha-provider', {
      config: { type: 'Turnstile', siteKey: 'site', secretKey: 'very secret' },
    });
    expect(before.isExperienceAvatarUploadEnabled).toBe(false);
    for (const name of ['company', 'team', 'avatar'])
      await manage('POST', '/custom-profile-fields', { name, type: 'Text', required: false });
    await manage('PATCH', '/sign-in-exp', {
      singleSignOnEnabled: true,
      captchaPolicy: { enabled: true },
      forgotPasswordMethods: ['EmailVerificationCode'],
      signUpProfileFields: [{ name: 'team' }, { name: 'avatar' }],
    });
    const after = await readWellKnown('sign-in-exp');
    expect(after).toMatchObject({
      forgotPassword: { email: true, phone: false },
      ssoConnectors: [{ connectorName: 'Acme', logo: expect.any(String) }],
      captchaConfig: { type: 'Turnstile', siteKey: 'site' },
      customProfileFields: [{ name: 'team' }, { name: 'avatar' }],
      isExperienceAvatarUploadEnabled: true,
    });
    expect(JSON.stringify(after)).not.toContain('very secret');
  });

  test('phrases that the tenant words differently are on its pages', async () => {
    const english = await readWellKnown('phrases?lng=en');
    const [group, phrases] = Object.entries(english as Record<string, object>).find(
      ([, value]) => typeof value === 'object',
    )!;
    const [key, text] = Object.entries(phrases).find(([, value]) => typeof value === 'string')!;
    const own = 'Words of our own';
    await app.manage('PUT', '/custom-phrases/en', { [group]: { [key]: own } });
    const changed = await readWellKnown('phrases?lng=en');
    expect(changed[group]).toEqual({ ...phrases, [key]: own });
    const { page } = await visit(app);
    expect(page.answer?.text.includes(own) || page.answer?.text.includes('not built')).toBe(true);
    await app.manage('PUT', '/custom-phrases/en', {});
    expect((await readWellKnown('phrases?lng=en'))[group][key]).toBe(text);
  });

  test('a language that only the tenant has phrases in is spoken to who asks for it', async () => {
    const english = await readWellKnown('phrases?lng=nl');
    const [group, phrases] = Object.entries(english as Record<string, object>).find(
      ([, value]) => typeof value === 'object',
    )!;
    const key = Object.keys(phrases).find(name => typeof phrases[name as never] === 'string')!;
    await app.manage('PUT', '/custom-phrases/nl', { [group]: { [key]: 'Eigen woorden' } });
    const ask = (headers: Record<string, string>, query = '') =>
      call(`${app.env.ENDPOINT}/api/.well-known/phrases${query}`, { headers });
    for (const answer of [
      await ask({ 'accept-language': 'nl-BE,nl;q=0.9' }),
      await ask({ 'accept-language': 'de' }, '?lng=nl'),
    ]) {
      expect(answer.headers.get('content-language')).toBe('nl');
      expect(answer.body[group]).toEqual({ ...phrases, [key]: 'Eigen woorden' });
    }
    const { page } = await visit(app, undefined, { ui_locales: 'nl' });
    expect(page.answer?.text.includes('Eigen woorden') || page.answer?.text.includes('not built')).toBe(true);
    await app.manage('DELETE', '/custom-phrases/nl');
    expect((await ask({ 'accept-language': 'nl' })).headers.get('content-language')).toBe('en');
  });

  test('the account center tells what it opens, and which sites may use the passkeys', async () => {
    const webauthnRelatedOrigins = ['https://shop.example'];
    const settings = { enabled: true, fields: { name: 'Edit' }, webauthnRelatedOrigins };
    await app.manage('PATCH', '/account-center', settings);
    expect(await readWellKnown('account-center')).toMatchObject(settings);
    const { status, body } = await call(`${app.env.ENDPOINT}/.well-known/webauthn`);
    expect({ status, body }).toEqual({ status: 200, body: { origins: webauthnRelatedOrigins } });
  });

  test('a tenant on the development plan says so, a self-hosted one is none', async () => {
    expect(await readWellKnown('sign-in-exp')).toMatchObject({ isDevelopmentTenant: false });
    await app.database.system(db =>
      db.updateTable('tenants').set({ planId: 'dev' }).where('id', '=', 'default').execute(),
    );
    (await app.app.services.tenants.get('default'))?.cached.invalidate('tenant');
    expect(await readWellKnown('sign-in-exp')).toMatchObject({ isDevelopmentTenant: true });
  });

  test.each(['management', 'experience', 'user'])('the %s API describes itself', async name => {
    const { openapi, paths } = await readWellKnown(`${name}.openapi.json`);
    expect(openapi).toBe('3.1.0');
    expect(Object.keys(paths).length).toBeGreaterThan(20);
  });

  test('Hasura learns which role the bearer of a token has', async () => {
    const { manage, manager, env } = app;
    const resource = 'https://hasura.example/api';
    await manage('POST', '/resources', { name: 'Hasura', indicator: resource });
    const role = { name: 'editor', description: 'Edits', type: 'MachineToMachine' };
    const { body: created } = await manage('POST', '/roles', role);
    const { access_token: token } = await requestToken(env.ENDPOINT, manager, { resource });
    const ask = async (
      expected: string | undefined,
      query: object = {},
      bearer: string | undefined = token,
    ) => {
      const { status, body } = await call(
        `${env.ENDPOINT}/api/authn/hasura?${new URLSearchParams({ resource, ...query })}`,
        { token: bearer, headers: expected === undefined ? {} : { 'expected-role': expected } },
      );
      return status === 200 ? body : { status, code: body.code };
    };
    const lacking = { status: 401, code: 'auth.expected_role_not_found' };
    expect(await ask('editor')).toEqual(lacking);
    const guest = { unauthorizedRole: 'guest' };
    const who = { 'X-Hasura-User-Id': manager.id };
    expect(await ask('editor', guest)).toEqual({ ...who, 'X-Hasura-Role': 'guest' });
    await manage('POST', `/applications/${manager.id}/roles`, { roleIds: [created.id] });
    expect(await ask('editor', guest)).toEqual({ ...who, 'X-Hasura-Role': 'editor' });
    expect(await ask(undefined)).toEqual(lacking);
    expect(await ask('editor', {}, app.token)).toEqual({ status: 401, code: 'auth.unauthorized' });
    expect(await ask('editor', guest, 'nonsense')).toEqual({ 'X-Hasura-Role': 'guest' });
  });
});

test('people sign in to the console under the terms of the company that runs it, unless it has others', async () => {
  const variables = {
    GATEHOUSE_BRAND_TERMS_URL: 'https://harbor.example/terms',
    GATEHOUSE_BRAND_PRIVACY_URL: 'https://harbor.example/privacy',
  };
  const app = await startTestApp('postgresql', { variables });
  const read = async (endpoint: string) => (await call(`${endpoint}/api/.well-known/sign-in-exp`)).body;
  expect(await read(app.env.ADMIN_ENDPOINT)).toMatchObject({
    termsOfUseUrl: variables.GATEHOUSE_BRAND_TERMS_URL,
    privacyPolicyUrl: variables.GATEHOUSE_BRAND_PRIVACY_URL,
  });
  const none = { termsOfUseUrl: null, privacyPolicyUrl: null };
  expect(await read(app.env.ENDPOINT)).toMatchObject(none);
  const termsOfUseUrl = 'https://harbor.example/terms-for-administrators';
  await app.database.tenant('admin').write(testOrigin, async tx => {
    await tx.db.updateTable('signInExperiences').set({ termsOfUseUrl }).execute();
    tx.invalidate('sign-in-experience');
  });
  await expect
    .poll(() => read(app.env.ADMIN_ENDPOINT))
    .toMatchObject({ termsOfUseUrl, privacyPolicyUrl: variables.GATEHOUSE_BRAND_PRIVACY_URL });
  await app.close();
});
