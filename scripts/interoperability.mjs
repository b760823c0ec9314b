import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './install-if-needed.mjs';

const documentPath = 'docs/interoperability.md';
const reports = join(root, '.cache', 'reports');

const oidc = 'packages/server/src/oidc';
const own = 'package-lock.json';
const guides = 'e2e/guides/package-lock.json';
const openapi = 'e2e/openapi/package-lock.json';

/** Software that others wrote, what it does here, and the test that tries it. The version is that of the lock file. */
const tried = [
  ['openid-client', own, 'OpenID certified relying party', `${oidc}/conformance/basic-sign-in.test.ts`],
  ['@logto/node', own, 'SDK of the dialect, on servers', `${oidc}/sdk.test.ts`],
  ['@logto/api', own, 'management SDK of the dialect', `${oidc}/sdk.test.ts`],
  ['@logto/browser', own, 'SDK of the dialect, in browsers', 'e2e/sdk-browser.spec.ts'],
  ['@logto/react', guides, 'React application', 'e2e/guides.spec.ts'],
  ['@logto/vue', guides, 'Vue application', 'e2e/guides.spec.ts'],
  ['@logto/next', guides, 'Next.js application', 'e2e/guides.spec.ts'],
  ['@logto/nuxt', guides, 'Nuxt application', 'e2e/guides.spec.ts'],
  ['angular-auth-oidc-client', guides, 'Angular application', 'e2e/guides.spec.ts'],
  ['oidc-client-ts', guides, 'single-page application', 'e2e/guides.spec.ts'],
  ['expo-auth-session', guides, 'Expo application', 'e2e/guides.spec.ts'],
  ['react-native-app-auth', guides, 'React Native application', 'e2e/guides.spec.ts'],
  [
    'oidc-provider',
    own,
    'enterprise OpenID provider behind TLS',
    'packages/server/src/sso/client-authentication.test.ts',
  ],
  ['@node-saml/node-saml', own, 'SAML service provider', 'packages/server/src/saml/saml-requests.test.ts'],
  ['@redocly/cli', openapi, 'linter of OpenAPI', 'e2e/openapi.spec.ts'],
  ['@stoplight/spectral-cli', openapi, 'linter of OpenAPI', 'e2e/openapi.spec.ts'],
  ['openapi-typescript', openapi, 'generator of types', 'e2e/openapi.spec.ts'],
  ['@hey-api/openapi-ts', openapi, 'generator of clients', 'e2e/openapi.spec.ts'],
  ['oazapfts', openapi, 'generator of clients', 'e2e/openapi.spec.ts'],
].map(([name, lock, role, test]) => ({ name, version: versionIn(lock, name), role, test }));

function versionIn(lock, name) {
  const { packages } = JSON.parse(readFileSync(join(root, lock), 'utf8'));
  return packages[`node_modules/${name}`]?.version;
}

/** What became of each test file in the last run of all tests. */
const readResults = () => {
  const read = name => {
    const file = join(reports, name);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  };
  const { testResults = [] } = read('vitest.json');
  const { suites = [] } = read('playwright.json');
  const specs = ({ specs: own = [], suites: inner = [] }) => [...own, ...inner.flatMap(specs)];
  return new Map([
    ...testResults.map(({ name, status }) => [name.slice(root.length), status === 'passed']),
    ...suites.map(suite => [`e2e/${suite.file}`, specs(suite).every(({ ok }) => ok)]),
  ]);
};

const row = cells => `| ${cells.join(' | ')} |`;

/** The table as the last run of all tests gives it. */
export const printInteroperability = (results = readResults()) =>
  [
    row(['Software', 'Version', 'Part', 'Result', 'Test']),
    row(['---', '---', '---', '---', '---']),
    ...tried.map(({ name, version, role, test }) => {
      const result = { true: 'works', false: 'does not work' }[results.get(test)] ?? 'not tried';
      return row([`\`${name}\``, version, role, result, `\`${test}\``]);
    }),
  ].join('\n');

const begin = '<!-- printed by npm test -->';
const end = '<!-- end of what is printed -->';

const tableIn = document =>
  document.slice(document.indexOf(begin) + begin.length, document.indexOf(end)).trim();

/** What the document says must be what was tried: the same software in the same versions, and all of it works. */
export const checkInteroperability = () => {
  const everything = new Map(tried.map(({ test }) => [test, true]));
  const document = readFileSync(join(root, documentPath), 'utf8');
  const missing = tried.filter(({ test, version }) => !version || !existsSync(join(root, test)));
  if (missing.length)
    return `There is no ${missing.map(({ name, test }) => `${name} in ${test}`).join(', ')}.`;
  if (tableIn(document) === printInteroperability(everything)) return undefined;
  return `${documentPath} is not up to date. Run npm test, then node scripts/interoperability.mjs.`;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(root, documentPath);
  const document = readFileSync(path, 'utf8');
  const [before] = document.split(begin);
  const [, after] = document.split(end);
  writeFileSync(path, `${before}${begin}\n${printInteroperability()}\n${end}${after}`);
}
