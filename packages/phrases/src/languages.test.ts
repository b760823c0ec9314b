import { expect, test } from 'vitest';
import { directionOf, isSupportedLanguage, languages, matchLanguage } from './languages.ts';

test('the 18 languages are supported, others not', () => {
  expect(languages).toHaveLength(18);
  expect(new Set(languages).size).toBe(18);
  expect(isSupportedLanguage('uk-UA')).toBe(true);
  expect(isSupportedLanguage('xx')).toBe(false);
  expect(isSupportedLanguage('pl')).toBe(false);
});

test('Arabic reads from right to left', () => {
  expect(directionOf('ar')).toBe('rtl');
  expect(directionOf('ar-EG')).toBe('rtl');
  expect(directionOf('en')).toBe('ltr');
});

test('matches a tag to the nearest supported language', () => {
  expect(matchLanguage('de-AT')).toBe('de');
  expect(matchLanguage('pt')).toBe('pt-BR');
  expect(matchLanguage('PT-pt')).toBe('pt-PT');
  expect(matchLanguage('zh-Hant')).toBe('zh-TW');
  expect(matchLanguage('zh-MO')).toBe('zh-CN');
  expect(matchLanguage('xx')).toBeUndefined();
  expect(matchLanguage('not a tag')).toBeUndefined();
  expect(matchLanguage('')).toBeUndefined();
});
