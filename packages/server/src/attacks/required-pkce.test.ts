import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser } from '../http/testing/browser.ts';
import { createPeople, redirectUri } from '../oidc/testing/people.ts';

describe('PKCE of applications that keep a secret', () => {
  let app: TestApp;
  let people: ReturnType<typeof createPeople>;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    people = createPeople(app);
  });
  afterAll(() => app.close());

  const authorize = async (clientId: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: redirectUri,
      ...more,
    });
    const { address } = await createBrowser().follow(
      `${app.env.ENDPOINT}/oidc/auth?${query}`,
      app.env.ENDPOINT,
    );
    return new URL(address, app.env.ENDPOINT).searchParams.get('error');
  };

  test('[V10.4.6] is required of new ones, and requests without it are refused', async () => {
    const web = await people.createApplication({ name: 'Web', type: 'Traditional' });
    expect(web).toMatchObject({ isPkceRequired: true });
    expect(await authorize(web.id)).toBe('invalid_request');
    const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' };
    expect(await authorize(web.id, { ...challenge, code_challenge_method: 'plain' })).toBe('invalid_request');
    expect(await authorize(web.id, { ...challenge, code_challenge_method: 'S256' })).toBeNull();
    // Only a sign-in that an identity provider has begun comes without, and it brings a cookie.
    expect(await authorize(web.id, { direct_sign_in: 'sso:any' })).toBe('invalid_request');
  });

  test('stays required when other settings are replaced as a whole', async () => {
    const web = await people.createApplication({ name: 'Web', type: 'Traditional' });
    await app.manage('PATCH', `/applications/${web.id}`, { customClientMetadata: {} });
    expect(await authorize(web.id)).toBe('invalid_request');
  });

  test('can be given up for one application, and was never asked of those that existed before', async () => {
    const old = await people.createApplication({ name: 'Old', type: 'Traditional', isPkceRequired: false });
    expect(await authorize(old.id)).toBeNull();
    const web = await people.createApplication({ name: 'Web', type: 'Traditional' });
    const changed = await app.manage('PATCH', `/applications/${web.id}`, { isPkceRequired: false });
    expect(changed.body.isPkceRequired).toBe(false);
    expect(await authorize(web.id)).toBeNull();
    const { id } = await people.write(tx =>
      tx.insert('applications', {
        id: 'before',
        name: 'Before',
        type: 'Traditional',
        oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
      }),
    );
    expect(await authorize(id)).toBeNull();
  });
});
