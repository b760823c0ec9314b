import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guideTargets } from '../../../guides/catalogue.ts';
import { apiGuides } from '../../api-resources/guides.ts';
import { filesOf, type Snippet } from './guide.ts';
import { loadGuide } from './load.ts';

type Program = Pick<Snippet, 'language' | 'code'> & { name: string };

const run = (command: string, parameters: string[], input: string) =>
  spawnSync(command, parameters, { input, encoding: 'utf8' });

const isInstalled = (command: string, parameters: string[]) => run(command, parameters, '').status === 0;

const values = {
  endpoint: 'https://auth.example.com',
  issuer: 'https://auth.example.com/oidc',
  appId: 'app0000000000000000id',
  secret: 'sEcReT1234567890',
  audience: 'https://tenant.example.com/api',
  siteUrl: 'https://wiki.apps.example.com',
};

const api = {
  resource: 'https://orders.example.com',
  scope: 'read:orders',
  url: 'http://localhost:4000/orders',
};

/** The programs of all guides, for applications and for APIs, in one language. */
const programsIn = async (wanted: Snippet['language']): Promise<Program[]> => {
  const ofApplications = await Promise.all(
    guideTargets.map(async ({ id }) => {
      const { steps, redirectUri = '', signOutUri = '' } = await loadGuide(id);
      return [values, { ...values, api }].flatMap(each =>
        filesOf(steps({ ...each, redirectUri, signOutUri })).map(({ file, ...rest }) => ({
          ...rest,
          name: `${id}: ${file}${'api' in each ? ', with an API' : ''}`,
        })),
      );
    }),
  );
  const ofApis = Object.entries(apiGuides).map(([id, { language, file, check }]) => ({
    language,
    name: `API ${id}: ${file}`,
    code: check({ ...values, scope: 'read:orders' }),
  }));
  return [...ofApplications.flat(), ...ofApis].filter(({ language }) => language === wanted);
};

test.runIf(isInstalled('python3', ['--version']))('Python compiles the programs of its guides', async () => {
  const programs = await programsIn('python');
  expect(programs.length).toBeGreaterThanOrEqual(5);
  const script = 'import json, sys; [compile(p["code"], p["name"], "exec") for p in json.load(sys.stdin)]';
  const { stderr, status } = run('python3', ['-W', 'error', '-c', script], JSON.stringify(programs));
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});

test.runIf(isInstalled('gofmt', []))(
  'Go parses the programs of its guides, and would not format them',
  async () => {
    const programs = await programsIn('go');
    expect(programs.length).toBeGreaterThanOrEqual(3);
    for (const { name, code } of programs) {
      const { stdout, stderr } = run('gofmt', ['-d', '-e'], code);
      expect(stderr + stdout, name).toBe('');
    }
  },
);

test.runIf(isInstalled('php', ['--version']))('PHP parses the programs of its guides', async () => {
  const programs = await programsIn('php');
  expect(programs.length).toBeGreaterThanOrEqual(3);
  for (const { name, code } of programs) expect(run('php', ['-l'], code), name).toMatchObject({ status: 0 });
});

/** The frameworks are not installed, so that only the names of their classes may be unknown. */
const unknownNames = /error: (package \S+ does not exist|cannot find symbol|static import only)/;

test.runIf(isInstalled('javac', ['-version']))('Java parses the programs of its guides', async () => {
  const programs = await programsIn('java');
  expect(programs.length).toBeGreaterThanOrEqual(4);
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-java-'));
  try {
    const files = programs.map(({ name, code }, index) => {
      const file = join(folder, `${index}`, `${/(\w+)\.java/.exec(name)?.[1]}.java`);
      mkdirSync(join(folder, `${index}`));
      writeFileSync(file, code.replace('package com.example;', `package com.example${index};`));
      return file;
    });
    const { stderr } = run('javac', ['-proc:none', '-Xmaxerrs', '1000', '-d', folder, ...files], '');
    const errors = stderr.split('\n').filter(line => line.includes(': error: ') && !unknownNames.test(line));
    expect(errors).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.runIf(isInstalled('ruby', ['--version']))('Ruby parses the programs of its guides', async () => {
  const programs = await programsIn('ruby');
  expect(programs.length).toBeGreaterThanOrEqual(3);
  for (const { name, code } of programs) expect(run('ruby', ['-c'], code), name).toMatchObject({ status: 0 });
});

test('guides change what frameworks refuse by default: the type of access tokens, and cookies over HTTP', async () => {
  const spring = (await programsIn('java')).filter(({ name }) => name.startsWith('API spring'));
  expect(spring.map(({ code }) => code)).toEqual([expect.stringContaining('new JwtTypeValidator("at+jwt")')]);
  const dotnet = (await programsIn('csharp')).filter(({ name }) => name.startsWith('dotnet'));
  expect(dotnet).toHaveLength(2);
  for (const { code } of dotnet)
    for (const cookie of ['CorrelationCookie', 'NonceCookie'])
      expect(code).toContain(`options.${cookie}.SecurePolicy = CookieSecurePolicy.SameAsRequest;`);
});
