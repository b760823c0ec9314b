import fc from 'fast-check';

/** Texts that formats, slugs and comparisons stumble over. */
export const hostileTexts = [
  'no',
  'Yes',
  'null',
  'Null',
  '~',
  'true',
  '1e3',
  '0x1F',
  '0o17',
  '012',
  '.5',
  '-0',
  '.inf',
  '.NaN',
  '2026-11-18',
  '12:30:45',
  '1_000',
  '<<',
  '=',
  '---',
  '...',
  '- item',
  '? key',
  'key: value',
  'trailing:',
  '# comment',
  'text # comment',
  '&anchor',
  '*alias',
  '!tag',
  '!!str x',
  '%directive',
  '@at',
  '`tick',
  '|',
  '>-',
  '[',
  '{ a: b',
  '"quoted"',
  "it's",
  '\\back\\slash\\n',
  '${HOME}',
  '${SMTP_PASSWORD} twice ${SMTP_PASSWORD}',
  '$' + '{lower}',
  ' leading',
  'trailing ',
  '  both  ',
  'tab\tinside',
  'line one\nline two',
  '\nstarts with a line break',
  'ends with line breaks\n\n\n',
  '  indented\n    more\n back',
  'windows\r\nline\rbreaks',
  '\u2028 and \u2029 and \u0085',
  '\ufeffbyte order mark',
  '👩‍👩‍👧‍👦 family 🎉',
  'עברית ומספר 123',
  'مرحبا \u202e abc',
  '日本語',
  'é e\u0301',
  'İstanbul ß ſ',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  'CON',
  'a/b\\c',
  '<script>alert(1)</script>',
  "'; drop table roles; --",
  '%00',
  '{{code}}',
] as const;

const long = fc
  .tuple(fc.constantFrom(...hostileTexts), fc.integer({ min: 2, max: 60 }))
  .map(([text, times]) => Array.from({ length: times }, () => text).join(' '));

const usual = fc.stringMatching(/^[A-Z][a-z]{2,8}( [a-z]{2,8}){0,3}$/);

/** Any text that a database can keep. */
export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: usual },
  { weight: 1, arbitrary: long },
  {
    weight: 2,
    arbitrary: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter(text => !text.includes('\0') && text.isWellFormed()),
  },
);
