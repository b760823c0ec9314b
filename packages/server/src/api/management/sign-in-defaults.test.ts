import { darkColorOf, defaultSignInExperience } from '@gatehouse/contract/sign-in-defaults.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';

describe.each(anyDatabase)('[ENT-14] the sign-in experience of a new tenant on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  test('has the defaults, with the dark color derived from the primary one', async () => {
    const { body } = await app.manage('GET', '/sign-in-exp');
    expect(body).toMatchObject({
      id: 'default',
      color: {
        primaryColor: '#6139F6',
        isDarkModeEnabled: false,
        darkPrimaryColor: darkColorOf('#6139F6'),
      },
      languageInfo: { autoDetect: true, fallbackLanguage: 'en' },
      termsOfUseUrl: null,
      privacyPolicyUrl: null,
      signUp: { identifiers: ['username'], password: true },
      signIn: {
        methods: [
          { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
        ],
      },
      socialSignInConnectorTargets: [],
      signInMode: 'SignInAndRegister',
      customCss: null,
      customContent: {},
      customUiAssets: null,
      passwordPolicy: {},
      mfa: { factors: [], policy: 'UserControlled' },
    });
    // The defaults in the code match those that the database creates.
    expect(body).toEqual({ tenantId: 'default', ...defaultSignInExperience });
  });

  test('keeps each field of the specification that is set, and refuses what is malformed', async () => {
    const changes = {
      color: { primaryColor: '#112233', isDarkModeEnabled: true, darkPrimaryColor: '#445566' },
      branding: { logoUrl: 'https://example.com/logo.svg' },
      languageInfo: { autoDetect: false, fallbackLanguage: 'de' },
      termsOfUseUrl: 'https://example.com/terms',
      privacyPolicyUrl: 'https://example.com/privacy',
      agreeToTermsPolicy: 'Manual',
      socialSignIn: { automaticAccountLinking: true },
      signInMode: 'SignIn',
      customCss: '.a { color: red }',
      passwordPolicy: { length: { min: 10, max: 100 } },
      mfa: { factors: ['Totp'], policy: 'Mandatory' },
      singleSignOnEnabled: true,
      supportEmail: 'help@example.com',
      supportWebsiteUrl: 'https://example.com/help',
      unknownSessionRedirectUrl: 'https://example.com/start',
      sentinelPolicy: { maxAttempts: 5, lockoutDuration: 10 },
      emailBlocklistPolicy: { customBlocklist: ['@spam.example'] },
    };
    expect((await app.manage('PATCH', '/sign-in-exp', changes)).status).toBe(200);
    expect((await app.manage('GET', '/sign-in-exp')).body).toMatchObject(changes);
    for (const wrong of [
      { color: { ...changes.color, primaryColor: 'blue' } },
      { supportEmail: 'help' },
      { unknownSessionRedirectUrl: 'home' },
      { signInMode: 'Closed' },
      { agreeToTermsPolicy: 'Never' },
      { sentinelPolicy: { maxAttempts: 0 } },
    ])
      expect((await app.manage('PATCH', '/sign-in-exp', wrong)).status, JSON.stringify(wrong)).toBe(400);
  });
});
