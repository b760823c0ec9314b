import { listCallingCodes } from '@gatehouse/contract/calling-codes.ts';
import { expect, test } from 'vitest';
import { findCountries } from './find-countries.ts';

const countries = listCallingCodes('en');
const find = (query: string) => findCountries(countries, query).map(({ name }) => name);

test('countries are found by calling code, by name and by ISO code', () => {
  expect(find('+49')).toEqual(['Germany']);
  expect(find('49')).toEqual(['Germany']);
  expect(find('+49 171 23')).toEqual(['Germany']);
  expect(find('+7')).toEqual(['Russia', 'Kazakhstan']);
  expect(find('+1').slice(0, 3)).toEqual(['Canada', 'United States', 'American Samoa']);
  expect(find('+1876')).toEqual(['Jamaica']);
  expect(find('ger')).toEqual(['Germany', 'Algeria', 'Niger', 'Nigeria']);
  expect(find('cote d')).toEqual(['Côte d’Ivoire']);
  expect(find('DE')[0]).toBe('Germany');
  expect(find('+999')).toEqual([]);
  expect(find('')).toHaveLength(countries.length);
});
