import { expect, test } from 'vitest';
import { companySizes, onboarding } from './onboarding.ts';
import { noticeFlags, parsePreferences } from './preferences.ts';
import { firstScreens, signInParameterNames, signInParameters } from './sign-in-parameters.ts';
import { refusals } from './testing/refusals.ts';
import { rotatesRefreshTokens, tokenLifetimes } from './tokens.ts';

const defaults = {
  appearanceMode: undefined,
  isSupportedLanguage: (tag: string) => ['en', 'de'].includes(tag),
};

test('[PREF-5] preferences of the user', () => {
  const stored = { language: 'de', appearanceMode: 'dark', mfaUpsellNoticeAcknowledged: true };
  expect(parsePreferences({ adminConsolePreferences: stored }, defaults)).toEqual(stored);
  for (const broken of [
    { appearanceMode: 'sepia' },
    { ...stored, experienceNoticeConfirmed: 'yes' },
    { ...stored, language: 7 },
  ]) {
    expect(parsePreferences({ adminConsolePreferences: broken }, defaults)).toEqual({
      language: 'en',
      appearanceMode: 'system',
    });
  }
  expect(noticeFlags).toHaveLength(16);
});

test('[PREF-5] else the defaults: English, and the appearance of this browser or the system', () => {
  expect(parsePreferences(undefined, defaults)).toEqual({ language: 'en', appearanceMode: 'system' });
  expect(
    parsePreferences({ adminConsolePreferences: 'x' }, { ...defaults, appearanceMode: 'light' }),
  ).toEqual({
    language: 'en',
    appearanceMode: 'light',
  });
  expect(
    parsePreferences({ adminConsolePreferences: { language: 'xx', appearanceMode: 'dark' } }, defaults),
  ).toEqual({ language: 'en', appearanceMode: 'dark' });
});

test('onboarding questionnaire', () => {
  expect(companySizes).toEqual(['1', '2-49', '50-199', '200-999', '1000+']);
  expect(
    refusals(onboarding, {
      isOnboardingDone: true,
      questionnaire: { project: 'company', companySize: '2-49' },
    }),
  ).toEqual([]);
  expect(refusals(onboarding, { questionnaire: { project: 'school' } })).toEqual([
    'questionnaire.project: validation.option',
  ]);
});

test('sign-in query parameters', () => {
  expect(signInParameterNames).toEqual([
    'interaction_mode',
    'first_screen',
    'direct_sign_in',
    'organization_id',
    'login_hint',
    'identifier',
    'one_time_token',
    'google_one_tap_credential',
  ]);
  expect(firstScreens).toHaveLength(7);
  const all = {
    interaction_mode: 'signUp',
    first_screen: 'identifier:register',
    direct_sign_in: 'social:github',
    organization_id: 'o',
    login_hint: 'a@b.co',
    identifier: 'email phone',
    one_time_token: 't',
    google_one_tap_credential: 'c',
  };
  expect(refusals(signInParameters, all)).toEqual([]);
  expect(
    refusals(signInParameters, { first_screen: 'home', direct_sign_in: 'github', identifier: 'email,phone' }),
  ).toEqual([
    'first_screen: validation.option',
    'direct_sign_in: validation.invalid',
    'identifier: validation.invalid',
  ]);
});

test('[ENT-31] default lifetimes: an hour for ID tokens, 14 days for refresh tokens, which rotate', () => {
  expect(tokenLifetimes.idToken).toBe(3600);
  expect(tokenLifetimes.refreshToken).toBe(14 * 86_400);
  expect(rotatesRefreshTokens).toBe(true);
});
