import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenWith } from '../api/management/testing/tokens.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('postgresql');
});
afterAll(() => app.close());

const plan = (text: string, path = 'custom-text/de.yaml') =>
  app.manage('POST', '/bundle/plan', { files: [{ path, text }] });

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

test('files that would keep a parser busy are answered soon', async () => {
  const startedAt = performance.now();
  const many = `language: de\ntext:\n${lines(12_000, index => `  key${index}: a text`)}`;
  expect((await plan(many)).body).toMatchObject({ changes: [{ action: 'create' }] });
  // The parser compared each key with all before it, which took 40 seconds.
  // So did the look for what is refused, in a text that does not end.
  const endless = `language: "${'\\"'.repeat(150_000)}`;
  expect((await plan(endless)).status).toBe(422);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test.each([
  ['keys that are objects', '? '.repeat(500)],
  ['keys that are objects, in brackets', `text: ${'{? '.repeat(500)}`],
  ['keys that are objects, below a comment that looks like a block', `# text: |\n  ${'? '.repeat(500)}`],
  ['keys that are objects, after two spaces', `-  ${'? '.repeat(500)}`],
  ['keys that are objects, after a text in a list', `- text: |\n    a\n  ${'? '.repeat(500)}`],
  ['brackets in brackets', '['.repeat(5000)],
  ['lists in lists', '- '.repeat(5000)],
  ['maps in maps', lines(200, index => `${'  '.repeat(index)}key:`)],
  ['aliases', 'language: de\ntext: &a { key: x }\nmore: [*a, *a, *a]'],
  ['a directive', '%YAML 1.1\n---\nlanguage: de'],
  ['a key that is there twice', 'language: de\nlanguage: fr\ntext: {}'],
])('%s: refused with the line', async (_, text) => {
  const { status, body } = await plan(text);
  expect(status).toBe(422);
  expect(body).toMatchObject({
    code: 'bundle.invalid_yaml',
    message: expect.stringMatching(/^custom-text\/de\.yaml, line \d+: /),
  });
});

test('what looks like that within a text is a text', async () => {
  const text = ['name: Are you sure ? [yes', 'description: "Keys: ? [ { - red !important"', ''].join('\n');
  expect((await plan(text, 'roles/odd.yaml')).body).toMatchObject({ changes: [{ action: 'create' }] });
});

test.each([
  '../outside.yaml',
  'roles/../../outside.yaml',
  'roles/.hidden.yaml',
  `roles/${'a'.repeat(200)}.yaml`,
  'unknown/file.yaml',
  'roles/one/two.yaml',
])('%s is no file of a bundle', async path => {
  const { status } = await plan('name: x\n', path);
  expect([400, 422]).toContain(status);
});

test('a webhook in a file is led only where its caller could read what it tells', async () => {
  const token = await tokenWith(app, ['bundles:read', 'bundles:write']);
  const text = 'name: Out\nevents: [User.Created]\nconfig: { url: https://elsewhere.example }\n';
  const answer = await call(`${app.env.ENDPOINT}/api/bundle/apply`, {
    method: 'POST',
    token,
    body: { files: [{ path: 'webhooks/out.yaml', text }] },
  });
  expect(answer.status).toBe(403);
  expect((await app.manage('GET', '/hooks')).body).toEqual([]);
});
