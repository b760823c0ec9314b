import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOutside } from '../api/experience/testing/outside.ts';
import { visit } from '../api/experience/testing/visit.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

describe('an address that is a script', () => {
  let app: TestApp;
  let application: string;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    application = (await app.manage('POST', '/applications', { name: 'Shop', type: 'SPA' })).body.id;
  });
  afterAll(() => app.close());

  const fields = [
    ['PATCH', '/sign-in-exp', 'termsOfUseUrl'],
    ['PATCH', '/sign-in-exp', 'privacyPolicyUrl'],
    ['PATCH', '/sign-in-exp', 'supportWebsiteUrl'],
    ['PATCH', '/sign-in-exp', 'unknownSessionRedirectUrl'],
    ['PATCH', '/account-center', 'deleteAccountUrl'],
    ['PUT', '/applications/:id/sign-in-experience', 'termsOfUseUrl'],
    ['PUT', '/applications/:id/sign-in-experience', 'privacyPolicyUrl'],
  ] as const;

  test.each(fields)('does not become a link of a page: %s %s, %s', async (method, path, field) => {
    const set = async (value: string) =>
      (await app.manage(method, path.replace(':id', application), { [field]: value })).status;
    for (const script of [
      'javascript:alert(1)',
      'JavaScript://%0aalert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'vbscript:alert(1)',
    ])
      expect([script, await set(script)]).toEqual([script, 400]);
    for (const address of ['https://help.example/terms', 'com.example.app://terms'])
      expect([200, 201]).toContain(await set(address));
  });
});

test('a provider gives a user no picture that is a script or a page', async () => {
  const { app, op, prove, identify, register, finish, settings, findUser, close } =
    await startOutside('postgresql');
  await app.manage('POST', '/connectors', {
    id: 'harbour',
    connectorId: 'oidc',
    config: op.socialConfig,
    metadata: { target: 'harbour', name: { en: 'Harbour ID' } },
    syncProfile: true,
  });
  await settings({
    socialSignInConnectorTargets: ['harbour'],
    signUp: { identifiers: [], password: false, verify: false },
  });
  const signIn = async (picture: string, isNew: boolean) => {
    const email = 'eve@harbour.example';
    const { step } = await visit(app, 'SignIn');
    const claims = { sub: 'eve', name: 'Eve', email, email_verified: true, picture };
    const verificationId = await prove(step, claims);
    await identify(step, { verificationId });
    if (isNew) await register(step);
    await finish(step);
    const { avatar, identities } = await findUser(email);
    return [avatar, identities.harbour.details.avatar];
  };
  const picture = 'https://harbour.example/eve.png';
  expect(await signIn('javascript:alert(document.domain)', true)).toEqual([null, undefined]);
  expect(await signIn(picture, false)).toEqual([picture, picture]);
  for (const script of ['JavaScript:alert(1)', 'data:text/html,<script>alert(1)</script>', '"><script>'])
    expect(await signIn(script, false)).toEqual([picture, undefined]);
  await close();
});
