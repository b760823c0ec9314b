import { expect, test } from 'vitest';
import { firstScreens, signInParameterNames, signInParameters } from './sign-in-parameters.ts';
import { refusals } from './testing/refusals.ts';
import { tokenLifetimes } from './tokens.ts';

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

test('[ENT-31] default lifetimes: an hour for ID tokens, 14 days for refresh tokens', () => {
  expect(tokenLifetimes.idToken).toBe(3600);
  expect(tokenLifetimes.refreshToken).toBe(14 * 86_400);
});
