import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './install-if-needed.mjs';
import { cases } from './outside/cases.mjs';

const documentPath = 'docs/interoperability.md';
const reports = join(root, '.cache', 'reports');

const oidc = 'packages/server/src/oidc';
const own = 'package-lock.json';
const guides = 'e2e/guides/package-lock.json';
const openapi = 'e2e/openapi/package-lock.json';
const outside = 'e2e/outside/package-lock.json';
const clients = 'packages/server/src/outside-software/clients.test.ts';

/**
 * Software that others wrote, what it does here, and the test that tries it. The version is that of the lock file, where the
 * package can have another name.
 */
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
  [
    'openid-client',
    outside,
    'relying party with its defaults, for an application with RS256',
    clients,
    'openid-client-5',
  ],
  ['express-openid-connect', outside, 'relying party by code, for an application with RS256', clients],
  ['@auth/core', outside, 'relying party (Auth.js)', clients],
  [
    'passport-openidconnect',
    outside,
    'relying party without PKCE, for an application that does not require it',
    clients,
  ],
  [
    '@node-saml/passport-saml',
    outside,
    'SAML service provider with single logout, for an application that signs response and assertion',
    clients,
  ],
  [
    '@modelcontextprotocol/sdk',
    outside,
    'MCP client and MCP server, by registration and by client document',
    'packages/server/src/outside-software/mcp.test.ts',
  ],
  [
    '@modelcontextprotocol/inspector',
    outside,
    'MCP client in a browser, by registration',
    'e2e/mcp-inspector.spec.ts',
  ],
  ['@redocly/cli', openapi, 'linter of OpenAPI', 'e2e/openapi.spec.ts'],
  ['@stoplight/spectral-cli', openapi, 'linter of OpenAPI', 'e2e/openapi.spec.ts'],
  ['openapi-typescript', openapi, 'generator of types', 'e2e/openapi.spec.ts'],
  ['@hey-api/openapi-ts', openapi, 'generator of clients', 'e2e/openapi.spec.ts'],
  ['oazapfts', openapi, 'generator of clients', 'e2e/openapi.spec.ts'],
].map(([name, lock, role, test, alias = name]) => ({ name, version: versionIn(lock, alias), role, test }));

function versionIn(lock, name) {
  const { packages } = JSON.parse(readFileSync(join(root, lock), 'utf8'));
  return packages[`node_modules/${name}`]?.version;
}

/** The result of each test file in the last full test run. */
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

const tests = ['<!-- printed by npm test -->', '<!-- end of what is printed -->'];
const attempts = ['<!-- printed by npm run interoperability -->', '<!-- end of what is printed there -->'];

const readDocument = () => readFileSync(join(root, documentPath), 'utf8');

const tableIn = (document, [begin, end]) =>
  document.slice(document.indexOf(begin) + begin.length, document.indexOf(end)).trim();

const replaceTable = ([begin, end], table) => {
  const document = readDocument();
  const [before] = document.split(begin);
  const [, after] = document.split(end);
  writeFileSync(join(root, documentPath), `${before}${begin}\n${table}\n${end}${after}`);
};

/** The columns by which a row of the second table is known. */
const keyOf = ({ name, package: from, part }) => [name, `\`${from}\``, part];

/** Writes what became of software that is no package of npm. What was not tried this time keeps its last result. */
export const writeAttempts = results => {
  const lines = tableIn(readDocument(), attempts).split('\n');
  const date = new Date().toISOString().slice(0, 10);
  const rows = cases.map(each => {
    const key = keyOf(each);
    const known = lines.find(line => line.startsWith(row(key).slice(0, -1)));
    const result = results.find(({ name, part }) => name === each.name && part === each.part);
    if (!result?.version) return known ?? row([...key, '', 'not tried', '']);
    return row([...key, result.version, result.error ? 'does not work' : 'works', date]);
  });
  const head = [
    row(['Software', 'Debian package', 'Part', 'Version', 'Result', 'Date']),
    row(Array(6).fill('---')),
  ];
  replaceTable(attempts, [...head, ...rows].join('\n'));
};

/** The document must list exactly the tested software, in the tested versions, with all tests passing. */
export const checkInteroperability = () => {
  const everything = new Map(tried.map(({ test }) => [test, true]));
  const document = readDocument();
  const missing = tried.filter(({ test, version }) => !version || !existsSync(join(root, test)));
  if (missing.length)
    return `There is no ${missing.map(({ name, test }) => `${name} in ${test}`).join(', ')}.`;
  if (tableIn(document, tests) !== printInteroperability(everything))
    return `${documentPath} is not up to date. Run npm test, then node scripts/interoperability.mjs.`;
  const attempted = tableIn(document, attempts);
  const untold = cases.filter(each => !attempted.includes(row(keyOf(each)).slice(0, -1)));
  return untold.length || attempted.includes('does not work')
    ? `${documentPath} is not up to date. Run npm run interoperability -- --write.`
    : undefined;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) replaceTable(tests, printInteroperability());
