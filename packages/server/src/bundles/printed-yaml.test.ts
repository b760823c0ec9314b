import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { readPrinted } from './printed-yaml.ts';
import { hostileText } from './testing/hostile-texts.ts';

const runs = Number(process.env.BUNDLE_TENANTS ?? 0) * 100 || 3000;

const parsed = (text: string) => {
  try {
    return { value: parse(text) as unknown };
  } catch {
    return undefined;
  }
};

/** Any text it can read must give the same result as the YAML parser. */
const agree = (text: string) => {
  const own = readPrinted(text);
  if (own) expect(own).toEqual(parsed(text));
  return own !== undefined;
};

const value = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    hostileText,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(hostileText, tie('value'), { maxKeys: 3 }),
  ),
})).value;

test('printed values are read as the parser reads them', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value, { minKeys: 1 }), fields => {
      agree(stringify(fields, { lineWidth: 0, aliasDuplicateObjects: false }));
    }),
    { numRuns: runs },
  );
});

/** Pieces of which lines are made; most of the results are no YAML at all. */
const piece = fc.oneof(
  fc.constantFrom(
    'key',
    'a',
    'no',
    'null',
    '1e3',
    '0x1',
    '012',
    '-',
    '- ',
    ': ',
    ':',
    '  ',
    ' ',
    '\n',
    '\n  ',
  ),
  fc.constantFrom(
    '"',
    "'",
    '#',
    ' #',
    '|',
    '>',
    '&a',
    '*a',
    '!',
    '!!str ',
    '? ',
    '[',
    ']',
    '{',
    '}',
    ',',
    '%',
    '@',
  ),
  fc.constantFrom(
    '\\',
    '\\n',
    '\t',
    '\r',
    '---',
    '...',
    '~',
    '.5',
    '-1',
    '<<',
    '`',
    '\u2028',
    '\u0085',
    '\ufeff',
  ),
  fc.constantFrom('key: value\n', '  - one\n', '- two: 2\n', 'list:\n', 'https://a.example/b', 'read:orders'),
  hostileText,
);

test('no text is read differently than the parser reads it', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      agree(pieces.join(''));
    }),
    { numRuns: runs * 5 },
  );
});

test('usual files are read without the parser', () => {
  const text = [
    'name: Orders API',
    'indicator: https://orders.example/v1',
    'accessTokenTtl: 600',
    'permissions:',
    '  - name: read:orders',
    '    description: Read orders',
    '  - name: "no"',
    'scopes: []',
    '',
    '# At their defaults:',
    '# isDefault: false',
    '',
  ].join('\n');
  expect(agree(text)).toBe(true);
});
