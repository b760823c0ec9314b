import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';
import { readProductionPackages } from './production-packages.mjs';

const grave = new Set(['high', 'critical']);

/** Each package of the product by name and version, with the day of its last check against advisories, or null. */
const recordName = 'scripts/checked-packages.json';

/**
 * Asks the registry about known vulnerabilities of what the product runs on. Tools that only build and test it are left
 * aside. Without a network, or where the registry keeps no advisories, nothing can be said, and the check says that. In
 * each case a package that the record does not name fails it: none comes in unseen.
 */
export const checkVulnerabilities = async () =>
  judgePackages(await askRegistry(), readProductionPackages(), readRecord());

/** @param {{ report?: object, reason?: string }} answer */
export const judgePackages = ({ report, reason }, production, record) => {
  const ids = listIds(production);
  const added = ids.filter(id => !(id in record));
  const gone = Object.keys(record).filter(id => !ids.includes(id));
  const lines = [
    ...(report ? findGrave(report, production) : []),
    ...added.map(id => `${id} is not in ${recordName}. Look for its advisories and run: npm run audit`),
    ...gone.map(id => `${id} is in ${recordName}, but not part of the product. Run: npm run audit`),
  ];
  const output = lines.length ? lines.join('\n') : undefined;
  return report ? { output } : { output, notChecked: `${reason}; ${describeRecord(record)}` };
};

/** Gives a line for each production package with a grave vulnerability. */
export const findGrave = ({ vulnerabilities }, production) =>
  Object.values(vulnerabilities)
    .filter(({ severity, nodes }) => grave.has(severity) && nodes.some(path => production.has(path)))
    .map(({ name, severity, range, via }) => {
      const titles = via.map(cause => (typeof cause === 'string' ? `through ${cause}` : cause.title));
      return `${name} ${range} (${severity}): ${titles.join('; ')}`;
    });

const describeRecord = record => {
  const days = Object.values(record);
  const never = days.filter(day => day === null).length;
  const oldest = days.filter(Boolean).toSorted()[0];
  return [
    ...(never ? [`${never} of ${days.length} packages were never checked`] : []),
    ...(oldest ? [`the oldest check is of ${oldest}`] : []),
  ].join(', ');
};

/** The packages without a check since that day. One that the record does not name has none, and without a record nothing has. */
export const listUnchecked = (since, folder) => {
  const days = readRecord(folder);
  return listIds(readProductionPackages(folder)).filter(id => !days[id] || days[id] < since);
};

const readRecord = (folder = root) => {
  const path = join(folder, recordName);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
};

/** Without our own workspaces. A package that comes from no registry has no checksum, and counts like the others. */
const listIds = production =>
  [
    ...new Set(
      [...production]
        .filter(([path]) => path.includes('node_modules/'))
        .map(([, { name, version }]) => `${name}@${version}`),
    ),
  ].toSorted();

/** A registry that does not know this one knows none: an empty answer must not pass for a good one. */
const canary = { name: 'minimist', version: '0.0.8' };

const askRegistry = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-audit-'));
  const dependencies = { [canary.name]: canary.version };
  const packages = {
    '': { name: 'canary', version: '1.0.0', dependencies },
    [`node_modules/${canary.name}`]: { version: canary.version },
  };
  const lock = { name: 'canary', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'canary', version: '1.0.0', dependencies }),
  );
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const [known, answer] = await Promise.all([audit(folder), audit(root)]);
  rmSync(folder, { recursive: true });
  if (answer.report && !known.report?.vulnerabilities[canary.name])
    return { reason: 'the registry keeps no advisories' };
  return answer;
};

const audit = folder =>
  new Promise(resolve => {
    const isWindows = process.platform === 'win32';
    // One short attempt: a network that is not there must not hold up the other checks.
    const flags = ['--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=20000'];
    const child = spawn(isWindows ? 'npm.cmd' : 'npm', ['audit', ...flags], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: isWindows,
    });
    let text = '';
    child.stdout.on('data', data => (text += data));
    child.on('error', () => resolve({ reason: 'npm could not be started' }));
    child.on('close', () => resolve(readReport(text)));
  });

/** npm reports what kept it from asking as JSON too, but without the version of a report. */
const readReport = text => {
  try {
    const report = JSON.parse(text);
    return report.auditReportVersion === 2
      ? { report }
      : { reason: `the registry gave no advisories (${report.message})` };
  } catch {
    return { reason: 'the registry did not answer' };
  }
};

/**
 * `npm run audit` checks the packages and records the day. If there are no advisories, `npm run audit -- --unchecked` records
 * new packages as never checked, after you looked for theirs.
 */
const record = async isUnchecked => {
  const { report, reason } = await askRegistry();
  const production = readProductionPackages();
  const lines = report ? findGrave(report, production) : [];
  if (lines.length) return lines.join('\n');
  if (!report && !isUnchecked)
    return `Nothing was checked: ${reason}. To record new packages as not checked, run: npm run audit -- --unchecked`;
  const before = readRecord();
  const today = new Date().toISOString().slice(0, 10);
  const days = listIds(production).map(id => [id, report ? today : (before[id] ?? null)]);
  writeFileSync(join(root, recordName), `${JSON.stringify(Object.fromEntries(days), null, 2)}\n`);
  return undefined;
};

if (process.argv[1] === import.meta.filename) {
  const failure = await record(process.argv.includes('--unchecked'));
  if (failure) {
    console.error(failure);
    process.exitCode = 1;
  }
}
