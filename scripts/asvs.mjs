import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';

const documentPath = 'docs/security/asvs.md';

/** The number of requirements in each section of OWASP ASVS 5.0.0, chapters V6 to V10. */
const sections = {
  'V6.1': 3,
  'V6.2': 12,
  'V6.3': 8,
  'V6.4': 6,
  'V6.5': 8,
  'V6.6': 4,
  'V6.7': 2,
  'V6.8': 4,
  'V7.1': 3,
  'V7.2': 4,
  'V7.3': 2,
  'V7.4': 5,
  'V7.5': 3,
  'V7.6': 2,
  'V8.1': 4,
  'V8.2': 4,
  'V8.3': 3,
  'V8.4': 2,
  'V9.1': 3,
  'V9.2': 4,
  'V10.1': 2,
  'V10.2': 3,
  'V10.3': 5,
  'V10.4': 16,
  'V10.5': 5,
  'V10.6': 2,
  'V10.7': 3,
};

const statuses = new Set(['met', 'not applicable', 'accepted risk', 'not met yet']);

/** Compares the document with the standard and with the tests: whatever it calls met must be proven by a test. */
export const checkAsvs = () => {
  const complaints = compare(readFileSync(join(root, documentPath), 'utf8'), readTests());
  return complaints.length ? complaints.join('\n') : undefined;
};

/** `tests` are the files with titles, each with its path and text. */
export const compare = (document, tests) => {
  const rows = readRows(document);
  const listed = rows.map(({ id }) => id);
  const wanted = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  const met = new Set(rows.filter(({ status }) => status === 'met').map(({ id }) => id));
  const claims = tests.flatMap(claimsOf);
  const proven = new Set(claims.filter(({ isSkipped }) => !isSkipped).map(({ id }) => id));
  return [
    ...wanted.filter(id => !listed.includes(id)).map(id => `${documentPath} lacks ${id}.`),
    ...listed
      .filter(id => !wanted.includes(id))
      .map(id => `${documentPath} has ${id}, which is not in ASVS 5.0.`),
    ...listed
      .filter((id, index) => listed.indexOf(id) !== index)
      .map(id => `${documentPath} has ${id} more than once.`),
    ...rows
      .filter(({ status, why }) => !statuses.has(status) || !why)
      .map(({ id, status }) => `${id} is "${status}": say ${[...statuses].join(', ')}, and why.`),
    ...[...met]
      .filter(id => !proven.has(id))
      .map(id => `${id} is met, but no test has [${id}] in its title.`),
    ...claims
      .filter(({ id }) => !met.has(id))
      .map(({ id, path }) => `${path} has [${id}], which ${documentPath} does not call met.`),
  ];
};

/** `| V6.2.1 | what is asked for | met | how |` */
const readRows = document =>
  [...document.matchAll(/^\| *(V\d+\.\d+\.\d+) *\|(.*)\|\s*$/gm)].map(([, id, rest]) => {
    const [, status = '', why = ''] = rest.split('|').map(cell => cell.trim());
    return { id, status, why };
  });

/** The ids in the titles of tests, as in `test('[V6.2.1, V6.2.9] …')`. A test that is skipped proves nothing. */
const claimsOf = ({ path, text }) =>
  [...text.matchAll(/^.*\[(V\d+\.\d[^\]]*)\].*$/gm)].flatMap(([line, ids]) =>
    ids.split(', ').map(id => ({ id, path, isSkipped: /\.(skip|todo|fixme)\b/.test(line) })),
  );

const readTests = () => {
  const folders = ['e2e', ...readdirSync(join(root, 'packages')).map(name => `packages/${name}/src`)];
  return folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true })
      .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter(path => /\.(test|spec)\.tsx?$/.test(path) && !path.includes('node_modules'))
      .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  );
};
