import { expect, test } from 'vitest';
import { generateId, generateSecret, generateShortId, generateState, idSizes } from './ids.ts';

test('[ENT-30] ids of 21 and 12 characters, secrets of 32 mixed-case characters', () => {
  const many = <T>(make: () => T) => Array.from({ length: 500 }, make);
  for (const id of many(generateId)) expect(id).toMatch(/^[\da-z]{21}$/);
  for (const id of many(generateShortId)) expect(id).toMatch(/^[\da-z]{12}$/);
  for (const secret of many(generateSecret)) expect(secret).toMatch(/^[\dA-Za-z]{32}$/);
  expect(generateState(6)).toMatch(/^[\dA-Za-z]{6}$/);
  expect(new Set(many(generateId)).size).toBe(500);
  expect(idSizes).toEqual({ standard: 21, user: 12, connector: 128 });
});

test('[ENT-30] every character is used about equally', () => {
  const counts = new Map<string, number>();
  const text = Array.from({ length: 3000 }, generateSecret).join('');
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  const expected = text.length / 62;
  // Ten standard deviations: a biased generator fails, a fair one never.
  for (const count of counts.values())
    expect(Math.abs(count - expected)).toBeLessThan(10 * Math.sqrt(expected));
});
