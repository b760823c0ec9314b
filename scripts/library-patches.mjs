import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';

const library = 'oidc-provider';
const server = 'packages/server/src';
const fence = 'oidc/patches/';

/** Code that touches internals of the library: its files, its prototypes and replaced members. */
const reaching = /oidc-provider\/lib\/|\.prototype\b|Object\.defineProperty\(|\bprovider\.[A-Z]\w+\.\w+ = /;

/** We change inner parts of the OpenID provider library in one folder, which says in which version it read them. */
export const checkLibraryPatches = async () => {
  const { readInVersion, touched, touchedFiles, touchedOfRequests } = await import(
    '../packages/server/src/oidc/patches/touched.ts'
  );
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', library, 'package.json'), 'utf8'));
  const sources = sourcesOf(server);
  const patches = sources.filter(({ path }) => path.startsWith(fence) && !path.endsWith('/touched.ts'));
  const isNamed = name => patches.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text));
  const members = Object.keys({ ...touched, ...touchedOfRequests }).map(member => member.split('.').at(-1));
  const problems = [
    ...(version === readInVersion
      ? []
      : [
          `${library} is ${version}. Read in ${fence} what it touches of ${readInVersion} in the new version.`,
        ]),
    ...sources
      .filter(({ path, text }) => isOutside(path) && reaching.test(text))
      .map(({ path }) => `${path} reaches into ${library}. That belongs into ${fence}.`),
    ...members.filter(name => !isNamed(name)).map(name => `No patch touches ${name} any more.`),
    ...Object.keys(touchedFiles)
      .filter(file => !patches.some(({ text }) => text.includes(`'${file}'`)))
      .map(file => `No patch imports ${file} any more.`),
  ];
  return problems.length ? problems.join('\n') : undefined;
};

const isOutside = path => path.startsWith('oidc/') && !path.startsWith(fence);

const sourcesOf = folder =>
  readdirSync(join(root, folder), { recursive: true })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path))
    .map(path => ({ path, text: readFileSync(join(root, folder, path), 'utf8') }));
