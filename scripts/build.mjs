import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './install-if-needed.mjs';
import { prepare, run } from './prepare.mjs';
import { unbundledPackages } from './runtime-packages.mjs';
import { writeSbom } from './sbom.mjs';

const packages = join(root, 'packages');
const server = join(packages, 'server');

/** Build targets with their source folders. Only targets that changed since the last build are built again. */
const targets = [
  { name: 'console', inputs: ['console', 'ui', 'contract', 'phrases'], build: () => viteBuild('console') },
  {
    name: 'experience',
    inputs: ['experience', 'ui', 'contract', 'phrases'],
    build: () => viteBuild('experience'),
  },
  {
    name: 'docs',
    inputs: [
      'docs',
      '../docs',
      '../scripts/reference',
      'contract',
      'phrases',
      'server/src/cli',
      'server/src/openapi',
    ],
    build: buildDocs,
  },
  { name: 'server', inputs: ['server', 'contract', 'phrases'], build: bundleServer },
  { name: 'embedded database', inputs: ['server/src/database'], build: makeTemplate },
];

/** Builds what is stale, or of `only` those that are named. */
export const build = async ({ force = false, only = targets.map(({ name }) => name) } = {}) => {
  const stale = targets
    .filter(({ name }) => only.includes(name))
    .map(target => ({ ...target, hash: hashOf(target) }))
    .filter(target => force || !isFresh(target));
  if (!stale.length) return;
  console.log(`Building ${stale.map(({ name }) => name).join(', ')}…`);
  const results = await Promise.allSettled(
    stale.map(async target => {
      await target.build();
      mkdirSync(join(root, '.cache'), { recursive: true });
      writeFileSync(stampOf(target), target.hash);
    }),
  );
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
};

const viteBuild = name =>
  runNode([
    join('node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    '--logLevel',
    'warn',
    join(packages, name),
  ]);

/** One file to start from instead of hundreds: the server is ready in a quarter of the time. */
async function bundleServer() {
  const { rolldown } = await import('rolldown');
  const directory = join(server, 'dist');
  rmSync(directory, { recursive: true, force: true });
  const bundle = await rolldown({
    input: {
      main: join(server, 'src', 'main.ts'),
      gatehouse: join(server, 'src', 'cli', 'gatehouse.ts'),
      'embedded-worker': join(server, 'src', 'database', 'embedded', 'worker.mjs'),
      'script-worker': join(server, 'src', 'scripts', 'worker.ts'),
      'connector-process': join(server, 'src', 'connectors', 'outside-child.ts'),
    },
    platform: 'node',
    // The driver of PostgreSQL asks for its last two and goes without them.
    external: [...unbundledPackages, 'pg-native', 'pg-cloudflare'].map(name => new RegExp(`^${name}(/|$)`)),
    logLevel: 'warn',
    // An old library builds its functions from text. We cannot change that.
    checks: { eval: false },
  });
  await bundle.write({
    dir: directory,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    minify: false,
  });
  await bundle.close();
  cpSync(join(server, 'src', 'database', 'migrations'), join(directory, 'migrations'), { recursive: true });
  copyInter(join(directory, 'plain', 'inter'));
  writeSbom(join(directory, 'gatehouse.cdx.json'));
}

/** The pages that no app draws have the same letters as the others. */
function copyInter(directory) {
  const inter = join(root, 'node_modules', '@fontsource-variable', 'inter');
  cpSync(join(inter, 'wght.css'), join(directory, 'wght.css'));
  for (const file of readdirSync(join(inter, 'files')).filter(name => name.endsWith('-wght-normal.woff2')))
    cpSync(join(inter, 'files', file), join(directory, 'files', file));
}

function buildDocs() {
  return runNode([join(root, 'scripts', 'docs.mjs'), '--product']);
}

function makeTemplate() {
  return runNode([join(server, 'src', 'database', 'embedded', 'make-template.ts')]);
}

const runNode = parameters =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, parameters, { cwd: root, stdio: 'inherit' });
    child.on('exit', code =>
      code === 0 ? resolve() : reject(new Error(`Building failed: ${relative(root, parameters[0])}`)),
    );
  });

const stampOf = ({ name }) => join(root, '.cache', `built-${name.replaceAll(' ', '-')}`);

const isFresh = target => {
  const directory = join(packages, target.name);
  if (existsSync(directory) && !existsSync(join(directory, 'dist'))) return false;
  return existsSync(stampOf(target)) && readFileSync(stampOf(target), 'utf8') === target.hash;
};

const ignored = /^(node_modules|dist|gallery|.*\.test\.tsx?)$/;

const hashOf = ({ inputs }) => {
  const hash = createHash('sha256');
  const add = path => hash.update(path.slice(root.length)).update(readFileSync(path));
  const walk = directory => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (ignored.test(entry.name)) continue;
      const path = join(directory, entry.name);
      if (entry.isDirectory()) walk(path);
      else add(path);
    }
  };
  add(join(root, 'package-lock.json'));
  for (const script of [
    'build.mjs',
    'docs.mjs',
    'production-packages.mjs',
    'runtime-packages.mjs',
    'sbom.mjs',
  ])
    add(join(root, 'scripts', script));
  for (const input of inputs) walk(join(packages, input));
  return hash.digest('hex');
};

if (process.argv[1] === import.meta.filename) {
  await run(async () => {
    await prepare();
    await build({ force: process.argv.includes('--force') });
  });
}
