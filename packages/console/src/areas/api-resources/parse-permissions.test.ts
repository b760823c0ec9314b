import { expect, test } from 'vitest';
import { parsePermissions } from './parse-permissions.ts';

const namesAndTexts = (pasted: string) =>
  parsePermissions(pasted).map(({ name, description }) => [name, description]);

test('lines, tabs, semicolons and quoted cells are understood', () => {
  expect(
    namesAndTexts('read:orders, See orders\nwrite:orders\tChange, create\n\n"a:b";"Say ""hi"""\nbare'),
  ).toEqual([
    ['read:orders', 'See orders'],
    ['write:orders', 'Change, create'],
    ['a:b', 'Say "hi"'],
    ['bare', null],
  ]);
});

test('a header line is left out, and lines keep their number', () => {
  expect(parsePermissions('name,description\r\nread:orders,See orders')).toEqual([
    { text: 'read:orders,See orders', line: 2, name: 'read:orders', description: 'See orders' },
  ]);
});
