import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePathPattern } from './path-patterns.ts';

const matches = (pattern: string, path: string) => parsePathPattern(pattern)?.(path);

test('[ENT-4] patterns of paths mean what regular expressions mean', () => {
  expect(matches('^/admin', '/admin/users')).toBe(true);
  expect(matches('^/admin', '/public/admin')).toBe(false);
  expect(matches('^/admin', '/ADMIN')).toBe(true);
  expect(matches('^/Admin', '/aDmIn')).toBe(true);
  expect(matches('^/[a-c]dmin', '/ADMIN')).toBe(true);
  expect(matches('\\.pdf$', '/files/a.pdf')).toBe(true);
  expect(matches('', '/')).toBe(true);
  for (const unusable of [
    '(',
    'a)',
    '[a',
    '(?=a)',
    '(?<!a)b',
    '(a)\\1',
    '*',
    'a{2',
    'a{3,2}',
    '[z-a]',
    '\\p{L}',
  ])
    expect(parsePathPattern(unusable), unusable).toBeUndefined();
  expect(parsePathPattern('((a{100}){100}){100}')).toBeUndefined();
});

const atom = fc.constantFrom('a', 'b', '/', '.', '[ab]', '[^a]', '[a-c/]', '\\d', '\\W', '^', '$', '\\.');
const pattern = fc.letrec(tie => ({
  any: fc.oneof({ maxDepth: 4 }, atom, tie('sequence'), tie('choice'), tie('repeat')),
  sequence: fc.array(tie('any') as fc.Arbitrary<string>, { maxLength: 4 }).map(parts => parts.join('')),
  choice: fc
    .tuple(tie('any') as fc.Arbitrary<string>, tie('any') as fc.Arbitrary<string>)
    .map(([one, other]) => `(?:${one}|${other})`),
  repeat: fc
    .tuple(tie('any') as fc.Arbitrary<string>, fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?'))
    .map(([part, times]) => `(${part})${times}`),
})).any as fc.Arbitrary<string>;

test('[ENT-4] they agree with the engine of the language', () => {
  const path = fc.string({ unit: fc.constantFrom('a', 'B', 'c', '/', '.', '1'), maxLength: 12 });
  fc.assert(
    fc.property(pattern, path, (text, given) => {
      const parsed = parsePathPattern(text);
      if (parsed) expect(parsed(given)).toBe(new RegExp(text, 'is').test(given));
    }),
    { numRuns: 1000 },
  );
});

test('[ENT-4] none takes long, however it is written', () => {
  const hostile = `/${'a'.repeat(8000)}!`;
  for (const text of ['^/(a+)+$', '^/(a|a)*$', '^/(a*)*b$', '(.*a){20}', '^/(a?){50}a{50}$']) {
    const started = performance.now();
    matches(text, hostile);
    expect(performance.now() - started, text).toBeLessThan(2000);
  }
});
