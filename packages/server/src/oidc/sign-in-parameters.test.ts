import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

describe.each(anyDatabase)('[GUARD-12] what an application adds to its request, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  /** The page that the visitor is sent to, and what it knows of the request. */
  const arrive = async (parameters: Record<string, string>) => {
    const { page, step } = await visit(app, undefined, parameters);
    const { pathname, searchParams } = new URL(page.address);
    await step('PUT', '/experience', { interactionEvent: 'SignIn' });
    const { body } = await step('GET', '/experience/interaction');
    return { pathname, query: Object.fromEntries(searchParams), parameters: body.parameters };
  };

  test.each([
    ['first_screen', 'sign_in', '/sign-in'],
    ['first_screen', 'signIn', '/sign-in'],
    ['first_screen', 'register', '/register'],
    ['first_screen', 'reset_password', '/reset-password'],
    ['first_screen', 'identifier:sign_in', '/identifier-sign-in'],
    ['first_screen', 'identifier:register', '/identifier-register'],
    ['first_screen', 'single_sign_on', '/single-sign-on'],
    ['interaction_mode', 'signIn', '/sign-in'],
    ['interaction_mode', 'signUp', '/register'],
    ['direct_sign_in', 'social:github', '/direct/social/github'],
    ['direct_sign_in', 'sso:okta', '/direct/sso/okta'],
    ['one_time_token', 'secret', '/one-time-token'],
  ])('[GUARD-12] %s=%s opens %s', async (name, value, pathname) => {
    expect(await arrive({ [name]: value })).toMatchObject({ pathname, parameters: { [name]: value } });
  });

  test.each([
    ['login_hint', 'ada@example.com'],
    ['identifier', 'email phone'],
    ['organization_id', 'acme'],
    ['ui_locales', 'de'],
  ])('[GUARD-12] %s is handed to the pages in their address', async (name, value) => {
    const { pathname, query } = await arrive({ [name]: value });
    expect(pathname).toBe('/sign-in');
    expect(query).toMatchObject({ app_id: 'demo-app', [name]: value });
  });

  test.each([
    ['nl de', 'de'],
    ['xx pt-PT en', 'pt-PT'],
    ['nl', 'en'],
  ])('pages speak the first language of ui_locales=%s that there is', async (locales, language) => {
    const { page } = await visit(app, undefined, { ui_locales: locales });
    expect(page.answer?.text).toContain(`<html lang="${language}"`);
  });

  test('[GUARD-12] all of them are in the data of the interaction; a credential is not in the address', async () => {
    const all = {
      interaction_mode: 'signUp',
      first_screen: 'register',
      direct_sign_in: 'social:google',
      organization_id: 'acme',
      login_hint: 'ada',
      identifier: 'username',
      google_one_tap_credential: 'credential',
    };
    const { pathname, query, parameters } = await arrive(all);
    expect(parameters).toEqual(all);
    expect(pathname).toBe('/direct/social/google');
    expect(query).toMatchObject({ fallback: 'register' });
    expect(query).not.toHaveProperty('google_one_tap_credential');
  });

  test('[GUARD-12] first_screen goes before interaction_mode, and the page knows both', async () => {
    const { pathname } = await arrive({ first_screen: 'sign_in', interaction_mode: 'signUp' });
    expect(pathname).toBe('/sign-in');
  });

  test('[GUARD-12] what cannot be understood is left aside', async () => {
    const { pathname, parameters } = await arrive({
      first_screen: 'basement',
      interaction_mode: 'later',
      direct_sign_in: 'javascript',
      identifier: 'shoe size',
    });
    expect({ pathname, parameters }).toEqual({ pathname: '/sign-in', parameters: {} });
  });

  test('the data of the interaction has the first step, the captcha and decisions about second factors', async () => {
    const { step } = await visit(app, 'Register');
    expect((await step('GET', '/experience/interaction')).body).toMatchObject({
      firstStep: {
        identifiers: [{ identifier: 'username', proofs: ['NewPasswordIdentity'] }],
        terms: 'none',
        captcha: false,
      },
      captcha: { verified: false, skipped: false },
      mfa: { mfaSkipped: false, mfaEnabled: false, newFactors: [] },
    });
  });
});
