import { expect, test } from 'vitest';
import { email, fieldKey, hexColor, phone, phoneInput, username } from './patterns.ts';
import { refusals } from './testing/refusals.ts';

const cases = [
  [
    'email',
    email,
    ['a@b.co', 'a+b@x.y.z', "o'hara@host.tld", 'ada@bücher.example', '用户@例子.example'],
    [
      'a',
      'a@b',
      'a b@c.d',
      '@b.co',
      'a@.',
      'a@b.co.',
      'a@b..co',
      'a@b.co,c@d.co',
      '<a@b.co>@d.co',
      '"a@b.co"@d.co',
    ],
  ],
  ['phone', phone, ['1', '4915112345678'], ['', '+49', '12 34', 'abc']],
  ['typed phone', phoneInput, ['+49 (151) 123-45', '123'], ['', '+', '()', '49x', '++49']],
  ['username', username, ['ada', '_ada', 'Ada_99'], ['', '9ada', 'ada-l', 'ada l', 'ädä']],
  ['hex colour', hexColor, ['#fff', '#6139F6'], ['fff', '#ffff', '#ggg', '#6139F6A']],
  ['field key', fieldKey, ['shoeSize2'], ['', 'shoe_size', 'shoe size']],
] as const;

test.each(cases)('[ENT-25] %s', (_, schema, accepted, refused) => {
  expect(accepted.filter(value => refusals(schema, value).length > 0)).toEqual([]);
  expect(refused.filter(value => refusals(schema, value).length === 0)).toEqual([]);
});
