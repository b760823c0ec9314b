import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../install-if-needed.mjs';

const file = join(root, 'docs', 'operations', 'drills.md');
const [begin, end] = ['<!-- results -->', '<!-- /results -->'];
const header = [
  '| Drill | Case | Acknowledged | Lost | Seconds out | Limit | Details | Runs | Date | Versions |',
  '|---|---|--:|--:|--:|--:|---|---|---|---|',
];

/**
 * A row of a drill: `case` (what was done), `acknowledged`, `lost`, `secondsOut`, `limitSeconds`, `details` in words, and
 * `failures`, sentences on anything else that was not as it should be.
 */
export const isPassed = ({ lost, secondsOut, limitSeconds, failures = [] }) =>
  failures.length === 0 && lost === 0 && (limitSeconds === undefined || secondsOut <= limitSeconds);

export const describeRow = (row, run) => {
  const { acknowledged, lost, secondsOut, limitSeconds, details, failures = [] } = row;
  const figures =
    acknowledged === undefined
      ? []
      : [
          `${acknowledged} acknowledged, ${lost} lost, ${secondsOut} s out`,
          ...(limitSeconds === undefined ? [] : [`(limit ${limitSeconds} s)`]),
        ];
  const text = [`${isPassed(row) ? '✓' : '✗'} ${row.case}:`, ...figures].join(' ');
  return [
    text,
    ...(details ? [`  ${details}`] : []),
    ...(run ? [`  ${run}`] : []),
    ...failures.map(each => `  ! ${each}`),
  ].join('\n');
};

/** Several runs as one: everything that was acknowledged and lost, and the worst time. */
export const addUp = runs => {
  const cases = [...new Set(runs.flatMap(rows => rows.map(row => row.case)))];
  return cases.map(name => {
    const rows = runs.flatMap(each => each.filter(row => row.case === name));
    const sum = key => rows.reduce((total, row) => total + (row[key] ?? 0), 0);
    const worst = rows.reduce((one, other) =>
      (other.secondsOut ?? 0) > (one.secondsOut ?? 0) ? other : one,
    );
    return {
      ...worst,
      acknowledged: sum('acknowledged'),
      lost: sum('lost'),
      failures: rows.flatMap(({ failures = [] }) => failures),
      runs: `${rows.filter(isPassed).length} of ${runs.length} passed`,
    };
  });
};

/** Writes the rows of the drills that ran into the table; those of the others stay. */
export const writeResults = results => {
  const text = readFileSync(file, 'utf8');
  const [before, rest] = text.split(begin);
  const [table, after] = rest.split(end);
  const ran = results.filter(({ rows }) => rows);
  const kept = table
    .split('\n')
    .filter(line => line.startsWith('| `') && !ran.some(({ name }) => line.startsWith(`| \`${name}\` `)));
  const date = new Date().toISOString().slice(0, 10);
  const added = ran.flatMap(({ name, versions, rows }) =>
    rows.map(row => {
      const limit = row.limitSeconds === undefined ? '' : `${row.limitSeconds}`;
      const figures = [row.acknowledged, row.lost, row.secondsOut, limit].map(value => value ?? '');
      const cells = [`\`${name}\``, row.case, ...figures, row.details ?? '', row.runs, date, versions];
      return `| ${cells.join(' | ')} |`;
    }),
  );
  const lines = [...header, ...[...kept, ...added].sort()];
  writeFileSync(file, `${before}${begin}\n${lines.join('\n')}\n${end}${after}`);
};
