import { expect, test } from 'vitest';
import { listCallingCodes, regionCodes, regionsOfNumber } from './calling-codes.ts';

test('the longest prefix says which country a number belongs to', () => {
  expect(regionsOfNumber('4915112345678')).toEqual(['DE']);
  expect(regionsOfNumber('12025550123')).toEqual(['CA', 'US']);
  expect(regionsOfNumber('18765550123')).toEqual(['JM']);
  expect(regionsOfNumber('79161234567')).toEqual(['RU']);
  expect(regionsOfNumber('77011234567')).toEqual(['KZ']);
  expect(regionsOfNumber('447700900123')).toContain('GB');
  expect(regionsOfNumber('59995551234')).toEqual(['CW']);
});

test('numbers of no country, and those that are not in international form, belong to none', () => {
  for (const phone of ['881612345678', '004915112345678', '0151', ''])
    expect(regionsOfNumber(phone)).toEqual(['ZZ']);
  expect(regionCodes).not.toContain('ZZ');
});

test('of the countries those are listed whose numbers can be allowed ones', () => {
  const listed = (...allowed: string[]) => listCallingCodes('en', allowed).map(({ region }) => region);
  expect(listed()).toHaveLength(regionCodes.length);
  expect(listed('DE', 'AT')).toEqual(['AT', 'DE']);
  expect(listed('US')).toEqual(['CA', 'US']);
  expect(listed('JM')).toEqual(['JM']);
});
