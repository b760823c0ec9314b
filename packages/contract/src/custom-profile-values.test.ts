import { expect, test } from 'vitest';
import { type NamedField, patternsOf, profileValues } from './custom-profile-values.ts';
import { explain } from './validation.ts';

const fields: NamedField[] = [
  { name: 'company', type: 'Text', required: true, config: { minLength: 2, maxLength: 5 } },
  { name: 'age', type: 'Number', required: false, config: { minValue: 18, maxValue: 99 } },
  { name: 'born', type: 'Date', required: false, config: { format: 'MM/dd/yyyy' } },
  { name: 'since', type: 'Date', required: false, config: { format: 'custom', customFormat: 'd.M.yyyy' } },
  { name: 'met', type: 'Date', required: false, config: { format: 'custom', customFormat: 'MMMM yyyy' } },
  { name: 'news', type: 'Checkbox', required: false },
  { name: 'size', type: 'Select', required: true, config: { options: [{ value: 's' }, { value: 'l' }] } },
  { name: 'site', type: 'Url', required: false },
  { name: 'badge', type: 'Regex', required: false, config: { format: '^[A-Z]\\d+$' } },
  {
    name: 'address',
    type: 'Address',
    required: false,
    config: {
      parts: [
        { name: 'locality', enabled: true, type: 'Text', required: true },
        { name: 'postalCode', enabled: true, type: 'Regex', required: false, config: { format: '^\\d{5}$' } },
        { name: 'country', enabled: false, type: 'Text', required: false },
      ],
    },
  },
  {
    name: 'fullname',
    type: 'Fullname',
    required: false,
    config: { parts: [{ name: 'givenName', enabled: true, type: 'Text', required: false }] },
  },
];

const check = (values: object) => {
  const result = profileValues(fields).safeParse(values);
  return result.success
    ? result.data
    : explain(result.error, values).map(({ path, code }) => `${path.join('.')}: ${code}`);
};

test.each([
  [
    { company: 'Acme', size: 's' },
    { company: 'Acme', size: 's' },
  ],
  [
    { age: '42', news: 'true' },
    { age: 42, news: true },
  ],
  [{ age: '', site: null, news: false }, { news: false }],
  [
    { born: '02/29/2024', since: '1.2.2024', met: 'whenever' },
    { born: '02/29/2024', since: '1.2.2024', met: 'whenever' },
  ],
  [{ site: 'https://example.com' }, { site: 'https://example.com' }],
  [{ address: { locality: 'Ulm', postalCode: '' } }, { address: { locality: 'Ulm' } }],
  [{ fullname: { givenName: 'Ada' } }, { fullname: { givenName: 'Ada' } }],
])('[ENT-15] values that the fields take: %o', (given, taken) => {
  expect(check(given)).toEqual(taken);
});

test.each([
  [{ company: '' }, 'company: validation.too_short'],
  [{ company: 'Too long' }, 'company: validation.too_long'],
  [{ company: 7 }, 'company: validation.type'],
  [{ age: 17 }, 'age: validation.too_small'],
  [{ age: 'old' }, 'age: validation.type'],
  [{ born: '02/30/2024' }, 'born: validation.invalid'],
  [{ born: '2024-02-01' }, 'born: validation.invalid'],
  [{ since: '1/2/2024' }, 'since: validation.invalid'],
  [{ news: 'maybe' }, 'news: validation.type'],
  [{ size: 'm' }, 'size: validation.option'],
  [{ size: '' }, 'size: validation.option'],
  [{ site: 'javascript:alert(1)' }, 'site: validation.url'],
  [{ badge: 'A'.repeat(257) }, 'badge: validation.too_long'],
  [{ address: { country: 'DE', locality: 'Ulm' } }, 'address.country: validation.unknown_field'],
  [{ address: {} }, 'address.locality: validation.required'],
  [{ shoeSize: 43 }, 'shoeSize: validation.unknown_field'],
])('[ENT-15] values that the fields refuse: %o', (given, refusal) => {
  expect(check(given)).toEqual([refusal]);
});

test('[ENT-15] patterns are listed with the text that they are for, in parts too', () => {
  const values = { badge: 'A1', address: { locality: 'Ulm', postalCode: '89073' }, company: 'Acme' };
  expect(patternsOf(fields, values)).toEqual([
    { path: ['badge'], format: '^[A-Z]\\d+$', value: 'A1' },
    { path: ['address', 'postalCode'], format: '^\\d{5}$', value: '89073' },
  ]);
  expect(patternsOf(fields, {})).toEqual([]);
});
