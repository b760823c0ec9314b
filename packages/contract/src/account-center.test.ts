import { expect, test } from 'vitest';
import { updateAccountCenter } from './account-center.ts';
import { updateCaptchaProvider } from './captcha.ts';
import { refusals } from './testing/refusals.ts';

test('[ENT-17] account center', () => {
  const update = (body: object) => refusals(updateAccountCenter, body);
  expect(update({ enabled: true, fields: { name: 'Edit', email: 'ReadOnly', mfa: 'Off' } })).toEqual([]);
  expect(update({ webauthnRelatedOrigins: ['https://example.com'] })).toEqual([]);
  expect(update({ fields: { name: 'Write' } })).toEqual(['fields.name: validation.option']);
  expect(update({ fields: { shoeSize: 'Edit' } })).toEqual(['fields.shoeSize: validation.unknown_field']);
  expect(update({ webauthnRelatedOrigins: ['https://example.com/a'] })).toEqual([
    'webauthnRelatedOrigins.0: validation.origin',
  ]);
});

test('[ENT-18] captcha provider', () => {
  const keys = { siteKey: 'a', secretKey: 'b' };
  const update = (config: object) => refusals(updateCaptchaProvider, { config });
  expect(update({ type: 'Turnstile', ...keys })).toEqual([]);
  expect(update({ type: 'RecaptchaEnterprise', ...keys, projectId: 'p' })).toEqual([]);
  expect(update({ type: 'RecaptchaEnterprise', ...keys })).toEqual(['config.projectId: validation.required']);
  expect(update({ type: 'Turnstile', siteKey: '' })).toEqual([
    'config.siteKey: validation.required',
    'config.secretKey: validation.required',
  ]);
  expect(update({ type: 'HCaptcha', ...keys })).toEqual(['config.type: validation.invalid']);
});
