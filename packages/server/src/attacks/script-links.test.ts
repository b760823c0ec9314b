import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
