import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { guideTargets } from '../../../guides/catalogue.ts';
import { callApi } from './call-api.ts';
import { filesOf, type GuideStep, type GuideValues, type Snippet } from './guide.ts';
import { loadGuide } from './load.ts';

const valuesFor = (issuer: string, redirectUri = '', signOutUri = ''): GuideValues => ({
  endpoint: issuer.replace(/\/oidc$/, ''),
  issuer,
  appId: 'app0000000000000000id',
  secret: 'sEcReT1234567890',
  redirectUri,
  signOutUri,
  audience: 'https://tenant.example.com/api',
  siteUrl: 'https://wiki.apps.example.com',
});

const api = {
  resource: 'https://orders.example.com',
  scope: 'read:orders',
  url: 'http://localhost:4000/orders',
};

const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** Brackets outside of strings and comments, in languages that we have no parser for. */
const unbalanced = (code: string) => {
  const bare = code
    .replace(/"""[\s\S]*?"""|'''[\s\S]*?'''|`[^`]*`/g, '""')
    .replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, '""')
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<=^|\n)\s*#[^\n]*/g, '');
  const open: string[] = [];
  for (const mark of bare.match(/[()[\]{}]/g) ?? []) {
    if (closing[mark]) open.push(closing[mark]);
    else if (open.pop() !== mark) return mark;
  }
  return open.at(-1);
};

const checks: Partial<Record<Snippet['language'], (code: string) => void>> = {
  js: code => void parseAst(code, { lang: 'js' }),
  ts: code => void parseAst(code, { lang: 'ts' }),
  tsx: code => void parseAst(code, { lang: 'tsx' }),
  json: code => void JSON.parse(code),
  vue: code => void parseAst(/<script[^>]*>([\s\S]*?)<\/script>/.exec(code)?.[1] ?? '', { lang: 'ts' }),
  svelte: code => void parseAst(/<script[^>]*>([\s\S]*?)<\/script>/.exec(code)?.[1] ?? '', { lang: 'ts' }),
  http: code => void new URL(code),
  env: code => {
    for (const line of code.trim().split('\n')) expect(line).toMatch(/^[A-Z_]+=\S+$/);
  },
};

/** The parts of one file that a guide adds step by step make one program. The rest is checked by itself. */
const programsOf = (steps: GuideStep[]): Snippet[] => [
  ...filesOf(steps),
  ...steps.flatMap(({ snippets }) => snippets).filter(({ file, language }) => !file || language === 'http'),
];

describe.each(guideTargets.map(({ id }) => id))('the guide %s', id => {
  test.each(['https://auth.example.com/oidc', 'http://localhost:3001/oidc'])(
    'has code that parses, with every value filled in, at %s',
    async issuer => {
      const guide = await loadGuide(id);
      const values = valuesFor(issuer, guide.redirectUri, guide.signOutUri);
      const files = programsOf(guide.steps(values));
      expect(files.length).toBeGreaterThan(0);
      for (const { language, code, file } of [...files, ...programsOf(guide.steps({ ...values, api }))]) {
        const check = checks[language] ?? (text => expect(unbalanced(text), file).toBeUndefined());
        expect(() => check(code), `${file}:\n${code}`).not.toThrow();
        expect(code, file).not.toMatch(/["'`/=:]undefined|\[object |<your|TODO|\bNaN\b/);
      }
      const everything = files.map(({ code }) => code).join('\n');
      expect(everything).toContain(new URL(issuer).host);
      if (id !== 'protected') expect(everything).toContain('app0000000000000000id');
    },
  );
});

const signingIn = guideTargets.filter(
  ({ type, group }) => ['Traditional', 'SPA', 'Native'].includes(type) && group !== 'third_party',
);

test.each(signingIn)(
  'the guide $id calls an API: it names the API, asks for its scope and handles a 401',
  async ({ id, ...target }) => {
    const guide = await loadGuide(id);
    const values = {
      ...valuesFor('https://auth.example.com/oidc', guide.redirectUri, guide.signOutUri),
      api,
    };
    const snippets = callApi(guide, values, target.type === 'Traditional');
    const code = snippets.map(snippet => decodeURIComponent(snippet.code)).join('\n');
    for (const part of [api.resource, api.scope, api.url]) expect(code).toContain(part);
    expect(code).toMatch(/\b401\b|unauthorized/i);
    if ('name' in target) expect(snippets.some(({ language }) => language === 'http')).toBe(false);
  },
);

const ofServices = guideTargets.filter(target => target.type === 'MachineToMachine' && 'name' in target);

test.each(ofServices)('the guide $id gets a new token after a 401', async ({ id }) => {
  const guide = await loadGuide(id);
  const steps = guide.steps(valuesFor('https://auth.example.com/oidc'));
  expect(steps.map(({ name }) => name)).toContain('call_api');
  expect(steps.flatMap(({ snippets }) => snippets.map(({ code }) => code)).join('\n')).toMatch(
    /\b401\b|unauthorized/i,
  );
});

test('guides have real steps for at least 24 targets, and no step twice', async () => {
  expect(guideTargets.length).toBeGreaterThanOrEqual(24);
  for (const { id } of guideTargets) {
    const guide = await loadGuide(id);
    const names = guide
      .steps(valuesFor('https://a.example/oidc', guide.redirectUri, guide.signOutUri))
      .map(({ name }) => name);
    expect(new Set(names).size, id).toBe(names.length);
  }
});
