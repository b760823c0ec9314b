import { expect, test } from 'vitest';
import { findJsonProblem } from './json-problem.ts';

test('whatever is JSON has no problem, and nothing else is without one', () => {
  const texts = ['{}', ' [1, -2.5e3, "a\\u00e9\\n", true, null, {"a": {"b": []}}] ', '"x"', '0', ''];
  texts.push(
    '{',
    '{"a"}',
    '{"a":}',
    '{"a": 1,}',
    '[1 2]',
    '{a: 1}',
    "{'a': 1}",
    '01',
    '1.',
    'nulls',
    '"a',
    '"\t"',
  );
  texts.push('{} x', '[1,]', '"\\x"', '-', '{"a": 1 "b": 2}', 'tru', '+1', '1e', '[', ']');
  const isJson = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  for (const text of texts) expect(findJsonProblem(text) === undefined, text).toBe(isJson(text));
});

test('it says where and what', () => {
  expect(findJsonProblem('{\n  "a": 1\n  "b": 2\n}')).toMatchObject({ line: 3, column: 3, kind: 'comma' });
  expect(findJsonProblem('{"a" 1}')).toMatchObject({ line: 1, column: 6, kind: 'colon' });
  expect(findJsonProblem('{"a": }')).toMatchObject({ column: 7, kind: 'value' });
  expect(findJsonProblem('{a: 1}')).toMatchObject({ column: 2, kind: 'key' });
  expect(findJsonProblem('{"a": "b}')).toMatchObject({ column: 7, kind: 'string' });
  expect(findJsonProblem('{} {}')).toMatchObject({ column: 4, kind: 'rest' });
});
