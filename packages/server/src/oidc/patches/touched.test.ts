import { Provider } from 'oidc-provider';
import { expect, test } from 'vitest';
import { touched } from './touched.ts';

test.each(Object.keys(touched))('the library has %s', member => {
  const names = member.split('.');
  const last = names.pop() ?? '';
  let owner: object = new Provider('https://id.example');
  // Getters of a prototype need an object of it: they are only looked for.
  for (const name of names) owner = (owner as Record<string, object>)[name] ?? {};
  expect(last in owner).toBe(true);
});
