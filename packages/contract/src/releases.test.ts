import { expect, test } from 'vitest';
import { isNewerRelease } from './releases.ts';

test.each([
  ['v1.32.0', '1.31.0', true],
  ['v2.0.0', '1.31.9', true],
  ['v1.31.10', '1.31.9', true],
  ['v1.31.0', '1.31.0', false],
  ['v1.30.9', '1.31.0', false],
  ['v0.99.0', '1.0.0', false],
  ['v2.0.0-beta.1', '1.31.0', false],
  ['vNext', '1.31.0', false],
])('[UI-6] %s after %s: %s', (candidate, current, isNewer) => {
  expect(isNewerRelease(candidate, current)).toBe(isNewer);
});
