import { describe, expect, test } from 'vitest';
import { createTranslator, type PhraseKey } from './translate.ts';

const english = {
  hello: 'Hello, {{name}}!',
  nested: { deep: { title: 'Deep' } },
  files_one: '{{count}} file in {{place}}',
  files_other: '{{count}} files in {{place}}',
  days_one: 'day',
  days_other: 'days',
  wait_one: 'Wait {{hours}} hour, {{name}}',
  wait_other: 'Wait {{hours}} hours, {{name}}',
  share_one: '{{used}} of the one in {{total}}',
  share_other: '{{used}} of {{total}}',
  onlyEnglish: 'Only here',
};

describe('createTranslator', () => {
  const t = createTranslator<PhraseKey<typeof english>>('en', english);

  test('finds nested phrases by dotted keys', () => {
    expect(t('nested.deep.title')).toBe('Deep');
  });

  test('fills placeholders, and leaves those without a value empty', () => {
    expect(t('hello', { name: 'Ada' })).toBe('Hello, Ada!');
    expect(t('hello')).toBe('Hello, !');
  });

  test('does not read placeholders from the prototype, and does not interpret values', () => {
    expect(createTranslator('en', { odd: '{{toString}}' })('odd')).toBe('');
    expect(t('hello', { name: '$& {{name}}' })).toBe('Hello, $& {{name}}!');
  });

  test('chooses the plural form by count, with the numbers of the language', () => {
    expect(t('files', { count: 1, place: 'x' })).toBe('1 file in x');
    expect(t('files', { count: 0, place: 'x' })).toBe('0 files in x');
    expect(t('files', { count: 12345, place: 'x' })).toBe('12,345 files in x');
  });

  test('chooses it by the only number that the phrase names, and by none where there are two', () => {
    expect(t('wait', { hours: 1, name: 'Ada', minutes: 60 })).toBe('Wait 1 hour, Ada');
    expect(t('wait', { hours: 2, name: 'Ada' })).toBe('Wait 2 hours, Ada');
    expect(t('wait', { hours: '1', name: 'Ada' })).toBe('Wait 1 hours, Ada');
    expect(t('share', { used: 1, total: 1 })).toBe('1 of 1');
    expect(t('days', { count: 1 })).toBe('day');
    expect(t('days')).toBe('days');
  });

  test('uses the plural rules of the language', () => {
    const polish = {
      ...english,
      files_one: '{{count}} plik',
      files_few: '{{count}} pliki',
      files_many: '{{count}} plików',
    };
    const inPolish = createTranslator('pl-PL', polish, english);
    expect(inPolish('files', { count: 1 })).toBe('1 plik');
    expect(inPolish('files', { count: 3 })).toBe('3 pliki');
    expect(inPolish('files', { count: 5 })).toBe('5 plików');
  });

  test('keeps names and addresses together in a line from right to left, and leaves codes alone', () => {
    const inArabic = createTranslator('ar', { sent: 'أرسلنا {{code}} إلى {{recipient}}.' });
    expect(inArabic('sent', { code: '123456', recipient: '+49 151 0' })).toBe(
      'أرسلنا 123456 إلى \u2068+49 151 0\u2069.',
    );
  });

  test('writes lists as the language does', () => {
    const phrases = { missing: '{{names}}.' };
    const names = ['A', 'B', 'C'];
    expect(createTranslator('en', phrases)('missing', { names })).toBe('A, B, C.');
    expect(createTranslator('de', phrases)('missing', { names })).toBe('A, B und C.');
    expect(createTranslator('ja', phrases)('missing', { names })).toBe('A、B、C.');
  });

  test('falls back to English, then to the key', () => {
    const inGerman = createTranslator('de', { hello: 'Hallo, {{name}}!' }, english);
    expect(inGerman('hello', { name: 'Ada' })).toBe('Hallo, Ada!');
    expect(inGerman('onlyEnglish')).toBe('Only here');
    expect(inGerman('nested')).toBe('nested');
    expect(inGerman('constructor')).toBe('constructor');
  });
});

test('keys are typed', () => {
  const t = createTranslator<PhraseKey<typeof english>>('en', english);
  // @ts-expect-error not a key of the phrases
  expect(t('nested.missing')).toBe('nested.missing');
});
