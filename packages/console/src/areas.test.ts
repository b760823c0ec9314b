import { expect, test } from 'vitest';
import { firstAreaOf, visibleAreas } from './areas.tsx';

test('[NAV-2] the tenant’s root leads to the first visible item, and says what is missing', () => {
  expect(firstAreaOf(visibleAreas('oss'), 'default')).toBe('get-started');
  expect(firstAreaOf(visibleAreas('cloud').slice(1), 'default')).toBe('dashboard');
  expect(() => firstAreaOf(visibleAreas('oss'), undefined)).toThrow('Tenant ID not found');
  expect(() => firstAreaOf([], 'default')).toThrow('First sidebar item not found');
});

test('shortcuts and segments name one area each', () => {
  const areas = visibleAreas('cloud');
  expect(new Set(areas.map(({ shortcut }) => shortcut)).size).toBe(areas.length);
  expect(new Set(areas.map(({ segment }) => segment)).size).toBe(areas.length);
});
