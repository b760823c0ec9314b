import { expect, test } from 'vitest';
import { addOnPrice, compactNumber, groupedNumber, planPrice, unpaidTotal, wholePercent } from './formats.ts';
import { shortDate } from './formatters.ts';

test('[UI-13] compact numbers', () => {
  expect([0, 999, 1000, 1500, 999_949, 999_950, 1e6, 2_345_678].map(value => compactNumber(value))).toEqual([
    '0',
    '999',
    '1K',
    '1.5K',
    '999.9K',
    '1M',
    '1M',
    '2.3M',
  ]);
  expect([999, 15_000, 2e6].map(value => compactNumber(value, 'de'))).toEqual([
    '999',
    '15.000',
    '2\u00A0Mio.',
  ]);
});

test('[UI-13] thousands, percentages and dates', () => {
  expect(groupedNumber(1_234_567)).toBe('1,234,567');
  expect(groupedNumber(1_234_567, 'de')).toBe('1.234.567');
  expect([
    wholePercent(1, 3),
    wholePercent(2, 3),
    wholePercent(5, 4),
    wholePercent(0, 0),
    wholePercent(1, 0),
  ]).toEqual([33, 67, 125, 0, 100]);
  expect(shortDate('2026-01-05T12:00:00Z', 'en', 'UTC')).toBe('Jan 5, 2026');
});

test('[BILL-15] prices: cents to dollars, add-ons with two decimals', () => {
  expect([planPrice(0), planPrice(1600), planPrice(1650)]).toEqual(['$0', '$16', '$16.50']);
  expect([addOnPrice(800), addOnPrice(8)]).toEqual(['$8.00', '$0.08']);
  expect(unpaidTotal([{ amountDue: 1600 }, { amountDue: 1 }])).toBe('$16.01');
  expect([planPrice(1600, 'de'), addOnPrice(800, 'de')]).toEqual(['16\u00A0$', '8,00\u00A0$']);
  expect(planPrice(1600, 'ar')).toContain('\u2066US$\u2069');
});
