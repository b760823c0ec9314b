import { spawn } from 'node:child_process';
import { root } from './install-if-needed.mjs';
import { readProductionPackages } from './production-packages.mjs';

const grave = new Set(['high', 'critical']);

/**
 * Asks the registry about known vulnerabilities of what the product runs on. Tools that only build and test it are left
 * aside. Without a network, or where the registry keeps no advisories, nothing can be said: the check is skipped.
 */
export const checkVulnerabilities = async () => {
  const report = await askRegistry();
  if (!report) return { skipped: 'the registry did not answer with advisories' };
  const lines = findGrave(report, readProductionPackages());
  return { output: lines.length ? lines.join('\n') : undefined };
};

/** Gives a line for each production package with a grave vulnerability. */
export const findGrave = ({ vulnerabilities }, production) =>
  Object.values(vulnerabilities)
    .filter(({ severity, nodes }) => grave.has(severity) && nodes.some(path => production.has(path)))
    .map(({ name, severity, range, via }) => {
      const titles = via.map(cause => (typeof cause === 'string' ? `through ${cause}` : cause.title));
      return `${name} ${range} (${severity}): ${titles.join('; ')}`;
    });

const askRegistry = () =>
  new Promise(resolve => {
    const isWindows = process.platform === 'win32';
    // One short attempt: a network that is not there must not hold up the other checks.
    const flags = ['--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=20000'];
    const child = spawn(isWindows ? 'npm.cmd' : 'npm', ['audit', ...flags], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: isWindows,
    });
    let text = '';
    child.stdout.on('data', data => (text += data));
    child.on('error', () => resolve(undefined));
    child.on('close', () => resolve(readReport(text)));
  });

/** npm reports what kept it from asking as JSON too, but without the version of a report. */
const readReport = text => {
  try {
    const report = JSON.parse(text);
    return report.auditReportVersion === 2 ? report : undefined;
  } catch {
    return undefined;
  }
};
