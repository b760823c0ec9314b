import { describe, expect, test } from 'vitest';
import { mfa } from './mfa.ts';
import { darkColorOf, defaultSignInExperience } from './sign-in-defaults.ts';
import { type SignInExperience, signInExperienceRows } from './sign-in-experience.ts';
import { brokenSignInRules, neededConnectors, signUpOnlyIdentifiers } from './sign-in-rules.ts';
import { refusals } from './testing/refusals.ts';

const update = (body: object) => refusals(signInExperienceRows.update.body, body);

describe('[ENT-14] sign-in experience', () => {
  test('an update changes only what it names', () => {
    expect(signInExperienceRows.update.body.parse({ signInMode: 'SignIn' })).toEqual({
      signInMode: 'SignIn',
    });
    expect(update({ supportEmail: '', termsOfUseUrl: '', supportWebsiteUrl: null })).toEqual([]);
    expect(update({ id: 'other' })).toEqual(['id: validation.unknown_field']);
  });

  test('refuses what is malformed', () => {
    expect(
      update({ color: { primaryColor: 'blue', isDarkModeEnabled: false, darkPrimaryColor: '#fff' } }),
    ).toEqual(['color.primaryColor: validation.hex_color']);
    expect(update({ supportEmail: 'help' })).toEqual(['supportEmail: user.invalid_email']);
    expect(update({ unknownSessionRedirectUrl: 'home' })).toEqual([
      'unknownSessionRedirectUrl: validation.url',
    ]);
    expect(update({ languageInfo: { autoDetect: true, fallbackLanguage: 'klingon' } })).toEqual([
      'languageInfo.fallbackLanguage: validation.language_tag',
    ]);
    expect(update({ signUp: { identifiers: ['email', 'email'], password: true, verify: true } })).toEqual([
      'signUp.identifiers: sign_in_experiences.duplicated_sign_up_identifiers',
    ]);
    expect(update({ emailBlocklistPolicy: { customBlocklist: ['@spam.com', 'a@b.co'] } })).toEqual([]);
    expect(update({ emailBlocklistPolicy: { customBlocklist: ['spam'] } })).toEqual([
      'emailBlocklistPolicy.customBlocklist.0: sign_in_experiences.invalid_custom_email_blocklist_format',
    ]);
    expect(update({ sentinelPolicy: { maxAttempts: 0 } })).toEqual([
      'sentinelPolicy.maxAttempts: validation.too_small',
    ]);
  });

  test('the dark color is the same hue, lighter', () => {
    expect(darkColorOf('#6139F6')).toBe('#886AF8');
    expect(darkColorOf('#000')).toBe('#1A1A1A');
    expect(darkColorOf('#FFFFFF')).toBe('#FFFFFF');
    expect(darkColorOf('#F00')).toBe('#FF3333');
  });
});

describe('[ENT-14] what belongs together', () => {
  const email = {
    identifier: 'email',
    password: false,
    verificationCode: true,
    isPasswordPrimary: false,
  } as const;
  const broken = (changes: Partial<SignInExperience>) =>
    brokenSignInRules({ ...defaultSignInExperience, ...changes }).map(({ code }) =>
      code.replace('sign_in_experiences.', ''),
    );

  test('sign-up by email without a password', () => {
    const signUp = { identifiers: ['email' as const], password: false, verify: true };
    expect(broken({ signUp, signIn: { methods: [email] } })).toEqual([]);
    expect(broken({ signUp: { ...signUp, verify: false }, signIn: { methods: [email] } })).toEqual([
      'passwordless_requires_verify',
    ]);
    expect(
      broken({ signUp, signIn: { methods: [{ ...email, password: true, verificationCode: false }] } }),
    ).toEqual(['code_sign_in_must_be_enabled']);
    expect(broken({ signUp })).toEqual([]);
    expect(signUpOnlyIdentifiers({ ...defaultSignInExperience, signUp })).toEqual(['email']);
  });

  test('a method needs a factor, a username a password', () => {
    const method = {
      identifier: 'username',
      password: false,
      verificationCode: false,
      isPasswordPrimary: false,
    } as const;
    expect(broken({ signIn: { methods: [method] } })).toEqual([
      'at_least_one_authentication_factor',
      'password_sign_in_must_be_enabled',
    ]);
    expect(broken({ signUp: { identifiers: ['username'], password: false, verify: false } })).toEqual([
      'username_requires_password',
    ]);
  });

  test('a code is the first or the second proof, not both', () => {
    const signIn = { methods: [...defaultSignInExperience.signIn.methods, email] };
    const withFactor = (factor: 'EmailVerificationCode' | 'PhoneVerificationCode') =>
      broken({ signIn, mfa: { factors: [factor], policy: 'Mandatory' } });
    expect(withFactor('EmailVerificationCode')).toEqual(['email_verification_code_cannot_be_used_for_mfa']);
    expect(withFactor('PhoneVerificationCode')).toEqual([]);
  });

  test('codes need connectors', () => {
    expect(neededConnectors(defaultSignInExperience)).toEqual([]);
    expect(neededConnectors({ ...defaultSignInExperience, signIn: { methods: [email] } })).toEqual(['Email']);
    const signUp = { identifiers: ['phone' as const], password: true, verify: true };
    expect(neededConnectors({ ...defaultSignInExperience, signUp })).toEqual(['Sms']);
  });
});

test('[ENT-37] MFA settings', () => {
  expect(refusals(mfa, { factors: ['Totp', 'BackupCode'], policy: 'Mandatory' })).toEqual([]);
  expect(refusals(mfa, { factors: ['BackupCode'], policy: 'Mandatory' })).toEqual([
    'factors: sign_in_experiences.backup_code_cannot_be_enabled_alone',
  ]);
  expect(refusals(mfa, { factors: ['Totp', 'Totp'], policy: 'Mandatory' })).toEqual([
    'factors: sign_in_experiences.duplicated_mfa_factors',
  ]);
  expect(refusals(mfa, { factors: [], policy: 'Sometimes' })).toEqual(['policy: validation.option']);
});
