import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { firstAreaOf, guideOf, visibleAreas } from './areas.ts';

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

test('every area has its page in the docs', () => {
  const docs = new URL('../../../docs/guides/', import.meta.url);
  for (const area of [...visibleAreas('cloud'), undefined])
    expect(existsSync(new URL(`${guideOf(area)}.md`, docs)), guideOf(area)).toBe(true);
});
