import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passwordPolicy } from './password-policy.ts';
import { completePolicy, passwordIssues } from './password-rules.ts';
import { refusals } from './testing/refusals.ts';

const codes = (...parameters: Parameters<typeof passwordIssues>) =>
  passwordIssues(...parameters).map(({ code }) => code.replace('password_rejected.', ''));

/** Only the rule in question. */
const lax = {
  length: { min: 1 },
  rejects: { repetitionAndSequence: false, userInfo: false },
};

describe('[ENT-23] the policy', () => {
  test('has defaults', () => {
    expect(completePolicy({})).toEqual({
      length: { min: 8, max: 256 },
      characterTypes: { min: 1 },
      rejects: { pwned: true, repetitionAndSequence: true, userInfo: true, words: [] },
    });
    expect(completePolicy({ length: { min: 12 } }).length).toEqual({ min: 12, max: 256 });
  });

  test('accepts its ranges and refuses what is outside', () => {
    expect(refusals(passwordPolicy, {})).toEqual([]);
    expect(refusals(passwordPolicy, { length: { min: 1, max: 1 }, characterTypes: { min: 4 } })).toEqual([]);
    expect(refusals(passwordPolicy, { length: { min: 0 } })).toEqual(['length.min: validation.too_small']);
    expect(refusals(passwordPolicy, { characterTypes: { min: 5 } })).toEqual([
      'characterTypes.min: validation.too_big',
    ]);
    expect(refusals(passwordPolicy, { length: { max: 4 } })).toEqual([
      'length.min: validation.min_above_max',
    ]);
    expect(refusals(passwordPolicy, { surprise: true })).toEqual(['surprise: validation.unknown_field']);
  });
});

describe('[ENT-23] a password', () => {
  test('that is fine has no issues', () => {
    expect(codes('correct horse battery', {})).toEqual([]);
  });

  test('has a length', () => {
    expect(passwordIssues('k7#pQ', {})).toEqual([
      { code: 'password_rejected.too_short', interpolation: { min: 8 } },
    ]);
    expect(codes('k7#pQ2!x', {})).toEqual([]);
    expect(codes('k7#pQ2!x9', { length: { max: 8 } })).toEqual(['too_long']);
  });

  test('has only supported characters', () => {
    expect(codes('k7#pQ2!ü', lax)).toEqual([]);
    for (const control of ['\t', '\n', '\u0000', '\u009f', '\ud800'])
      expect(codes(`k7#pQ2!${control}`, lax)).toEqual(['unsupported_characters']);
    // The same letters, typed in two forms, have one length.
    expect(codes('ü'.normalize('NFD').repeat(4), { ...lax, length: { min: 5 } })).toContain('too_short');
    expect(codes('k7#pQ2! ~', lax)).toEqual([]);
  });

  test('has enough character types', () => {
    const policy = { ...lax, characterTypes: { min: 3 } };
    expect(codes('abC', policy)).toEqual(['character_types']);
    expect(codes('abC1', policy)).toEqual([]);
    expect(codes('ab1 ', policy)).toEqual([]);
  });

  test.each(['aaaaaaaa', 'AAAAaaaa', '11111111', 'aaabbbccc'])('is not made of repetitions: %s', password => {
    expect(codes(password, {})).toContain('restricted.repetition');
  });

  test.each([
    '12345678',
    '87654321',
    'abcdefgh',
    'hgfedcba',
    'qwertyuiop',
    'poiuytrewq',
    'asdfghjkl',
    'zxcvbnm1qaz',
    '1qaz2wsx3edc',
    'zaq1xsw2',
    'QWERTYUI',
    '67890qwe',
  ])('is not made of sequences on the keyboard or in the alphabet: %s', password => {
    expect(codes(password, {})).toContain('restricted.sequence');
  });

  test('passes with three characters outside of restricted phrases, and not with two', () => {
    expect(codes('12345678#X?', {})).toEqual([]);
    expect(codes('12345678#X', {})).toEqual(['restricted.sequence']);
  });

  test('two characters in sequence are no phrase', () => {
    expect(codes('12ab98xy', {})).toEqual([]);
  });

  test('[V6.2.11] is not made of the words of the tenant', () => {
    const policy = { rejects: { words: ['Acme', 'rocket'] } };
    expect(passwordIssues('acmerocket', policy)).toEqual([
      { code: 'password_rejected.restricted.words', interpolation: { words: 'Acme, rocket' } },
    ]);
    expect(codes('acmerocket#7Z', policy)).toEqual([]);
  });

  test.each([
    ['name', 'adalovelace', { name: 'Ada Lovelace' }],
    ['part of the name', 'lovelace12', { name: 'Ada Lovelace' }],
    ['username', 'countess#1', { username: 'Countess' }],
    ['email', 'byron_ada!', { email: 'byron_ada@example.com' }],
    ['phone', '4915112345', { phone: '4915112345' }],
  ])('is not made of the user’s %s', (_, password, userInfo) => {
    expect(codes(password, {}, userInfo)).toContain('restricted.user_info');
    expect(codes(password, { rejects: { userInfo: false, repetitionAndSequence: false } }, userInfo)).toEqual(
      [],
    );
  });

  test('kinds of phrases count together', () => {
    const userInfo = { username: 'ada' };
    expect(codes('adaaaa123', {}, userInfo).sort()).toEqual([
      'restricted.repetition',
      'restricted.sequence',
      'restricted.user_info',
    ]);
  });
});

describe('[ENT-23] properties', () => {
  const printable = fc.string({
    unit: fc.integer({ min: 32, max: 126 }).map(code => String.fromCharCode(code)),
  });

  test('length issues follow the limits exactly', () => {
    fc.assert(
      fc.property(
        printable,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 40 }),
        (password, min, more) => {
          const found = codes(password, { ...lax, length: { min, max: min + more } });
          expect(found.includes('too_short')).toBe(password.length < min);
          expect(found.includes('too_long')).toBe(password.length > min + more);
        },
      ),
    );
  });

  test('whatever is restricted, three free characters at the end let it pass', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('aaaaaaaa', '12345678', 'qwertyui', 'zaq1xsw2'),
        fc.boolean(),
        (start, upper) => {
          const password = `${upper ? start.toUpperCase() : start}#W!`;
          expect(codes(password, {})).toEqual([]);
        },
      ),
    );
  });

  test('case does not matter to restrictions', () => {
    const restricted = (password: string) =>
      codes(password, {}).filter(code => code.startsWith('restricted'));
    fc.assert(
      fc.property(printable, password => {
        expect(restricted(password.toUpperCase())).toEqual(restricted(password.toLowerCase()));
      }),
    );
  });

  test('a stricter policy never finds less', () => {
    fc.assert(
      fc.property(printable, fc.integer({ min: 1, max: 4 }), (password, types) => {
        const loose = codes(password, { ...lax, characterTypes: { min: 1 } });
        const strict = codes(password, { ...lax, characterTypes: { min: types } });
        expect(strict).toEqual(expect.arrayContaining(loose));
      }),
    );
  });
});
