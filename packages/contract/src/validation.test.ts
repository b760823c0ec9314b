import { expect, test } from 'vitest';
import { z } from 'zod';
import { refusals } from './testing/refusals.ts';
import { explain } from './validation.ts';

const schema = z.strictObject({
  name: z.string().min(1).max(3),
  code: z.string().min(2).optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  count: z.number().int().min(1).max(9).optional(),
  kind: z.enum(['a', 'b']).optional(),
  link: z.union([z.url(), z.literal('')]).optional(),
  own: z.string().regex(/^x$/, { error: 'validation.hex_color' }).optional(),
});

test.each([
  [{}, 'name: validation.required'],
  [{ name: '' }, 'name: validation.required'],
  [{ name: 1 }, 'name: validation.type'],
  [{ name: 'long' }, 'name: validation.too_long'],
  [{ name: 'a', code: 'x' }, 'code: validation.too_short'],
  [{ name: 'a', tags: [] }, 'tags: validation.too_few'],
  [{ name: 'a', tags: ['a', 'b', 'c'] }, 'tags: validation.too_many'],
  [{ name: 'a', tags: [1] }, 'tags.0: validation.type'],
  [{ name: 'a', count: 0 }, 'count: validation.too_small'],
  [{ name: 'a', count: 10 }, 'count: validation.too_big'],
  [{ name: 'a', count: 1.5 }, 'count: validation.integer'],
  [{ name: 'a', count: 'x' }, 'count: validation.type'],
  [{ name: 'a', kind: 'c' }, 'kind: validation.option'],
  [{ name: 'a', link: 'nowhere' }, 'link: validation.url'],
  [{ name: 'a', own: 'y' }, 'own: validation.hex_color'],
  [{ name: 'a', more: 1 }, 'more: validation.unknown_field'],
  [null, ': validation.type'],
  [undefined, ': validation.required'],
])('%j → %s', (value, refusal) => {
  expect(refusals(schema, value)).toEqual([refusal]);
});

test('explanations carry the data that their phrases name', () => {
  const input = { name: 'long', kind: 'c', own: 'y', more: 1 };
  const { error } = schema.safeParse(input);
  expect(explain(error!, input).map(({ values }) => values)).toEqual([
    { maximum: 3 },
    { options: 'a, b' },
    { own: 'y' },
    { keys: 'more' },
  ]);
});
