import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { findTarget } from '../../../guides/catalogue.ts';
import { loadGuide } from '../guides/load.ts';
import { sampleIds } from './available.ts';
import { filesOfSample, sampleOf } from './download.ts';
import { versions } from './versions.ts';

const wanted = async (id: (typeof sampleIds)[number]) => {
  const guide = await loadGuide(id);
  const target = findTarget(id)!;
  const values = {
    endpoint: 'http://localhost:3001',
    issuer: 'http://localhost:3001/oidc',
    appId: 'app0000000000000000id',
    secret: 'sEcReT1234567890',
    redirectUri: guide.redirectUri?.replace(/:\d+/, ':4567') ?? '',
    signOutUri: guide.signOutUri?.replace(/:\d+/, ':4567') ?? '',
    audience: 'https://tenant.example.com/api',
    siteUrl: '',
  };
  return { name: 'Café tickets', target, guide, values };
};

const filesFor = async (id: (typeof sampleIds)[number]) =>
  new Map(filesOfSample(await wanted(id)).map(({ path, code }) => [path, code]));

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;

const hasPython = isThere('python3');

const parsers: Record<string, (code: string) => unknown> = {
  json: JSON.parse,
  ts: code => parseAst(code, { lang: 'ts' }),
  tsx: code => parseAst(code, { lang: 'tsx' }),
  js: code => parseAst(code, { lang: 'js' }),
  mjs: code => parseAst(code, { lang: 'js' }),
  py: code => {
    if (!hasPython) return;
    const { stderr } = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
      input: code,
      encoding: 'utf8',
    });
    if (stderr) throw new Error(stderr);
  },
};

describe.each(sampleIds)('the sample %s', id => {
  test('is a whole project with the values filled in', async () => {
    const files = await filesFor(id);
    const everything = [...files.values()].join('\n');
    expect(everything).toContain('app0000000000000000id');
    expect(everything).not.toMatch(/["'`/=:]undefined|\[object |latest|your-app-secret/);
    for (const [path, code] of files) {
      const parse = parsers[path.split('.').at(-1) ?? ''];
      if (parse) expect(() => parse(code), `${path}:\n${code}`).not.toThrow();
    }
    const readme = files.get('README.md');
    expect(readme).toMatch(/^# Café tickets\n/);
    expect(readme).toMatch(/```sh\n.+\n```/s);
    expect(readme).not.toContain('sEcReT1234567890');
    if (findTarget(id)?.type !== 'MachineToMachine') {
      // It listens where its redirect URI says.
      expect(readme).toContain('http://localhost:4567/');
      const listening = [...files].filter(([path]) => path !== 'README.md').map(([, code]) => code);
      expect(listening.join('\n') + readme).toMatch(/(--port |PORT=|localhost:|listen\()4567\b/);
    }
  });
});

test('the samples name the versions that the guides are followed with', () => {
  const installed = JSON.parse(readFileSync('e2e/guides/package.json', 'utf8')).dependencies;
  for (const [name, version] of Object.entries(versions))
    expect([name, installed[name]]).toEqual([name, version]);
});

test.runIf(hasPython)('the archive is one that others unpack, sums and all', async () => {
  const { file, bytes } = sampleOf(await wanted('express'));
  expect(file).toBe('cafe-tickets.zip');
  const script = `import io, sys, zipfile
archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
assert archive.testzip() is None
print("\\n".join(archive.namelist()))`;
  const { stdout } = spawnSync('python3', ['-c', script], { input: bytes, encoding: 'utf8' });
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining(['cafe-tickets/package.json', 'cafe-tickets/.env', 'cafe-tickets/README.md']),
  );
});
