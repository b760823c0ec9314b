import { auditKeys } from '@gatehouse/contract/audit.ts';
import { errors, violations } from '@gatehouse/contract/errors.ts';
import { passwordRejections } from '@gatehouse/contract/password-rules.ts';
import { expect, test } from 'vitest';
import { loadPhrases } from './load.ts';
import { createTranslator, type Phrases } from './translate.ts';

const keysOf = (phrases: Phrases, prefix = ''): string[] =>
  Object.entries(phrases).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );

/** The forms of a plural are one phrase; “too_many” is none. */
const withoutPlurals = (keys: string[]) => [
  ...new Set(
    keys.map(key => {
      const stem = key.replace(/_[a-z]+$/, '');
      return keys.includes(`${stem}_other`) ? stem : key;
    }),
  ),
];

test('every error code, violation and password rejection has a phrase, and every phrase a code', async () => {
  const phrases = withoutPlurals(keysOf(await loadPhrases('en', 'errors')));
  const codes = [
    ...Object.keys(errors),
    ...violations,
    ...passwordRejections.map(code => `password_rejected.${code}`),
  ];
  expect(phrases.sort()).toEqual(codes.sort());
});

test('[ENT-22] every audit key has a description, and every description a key', async () => {
  const phrases = await loadPhrases('en', 'audit');
  // The deliveries of all events share a sentence.
  const described = new Set(auditKeys.map(key => (key.startsWith('TriggerHook.') ? 'TriggerHook' : key)));
  expect(Object.keys(phrases)).toEqual([...described]);
  const t = createTranslator('en', phrases);
  expect(t('Interaction.Create')).toBe('Started an interaction');
  expect(t('Interaction.Create.Captcha')).toBe('Passed the CAPTCHA for an interaction');
});

test('a language without phrases gets the English ones', async () => {
  expect(await loadPhrases('xx', 'errors')).toBe(await loadPhrases('en', 'errors'));
  expect(await loadPhrases('constructor', 'errors')).toBe(await loadPhrases('en', 'errors'));
});
