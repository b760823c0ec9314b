import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';
import { listChangedMigrations, listReleasedMigrations, migrations, readReleases } from './releases.mjs';

/**
 * Changes that would break the release that is still running or is rolled back to. `isFine` exempts changes to tables
 * and columns that this release does not know.
 */
const rules = [
  {
    pattern: /\bdrop (table|view|materialized view|column|type|sequence|function|schema)\b/,
    why: 'removes it',
  },
  { pattern: /\bdrop (default|policy)\b/, why: 'takes it away' },
  { pattern: /\brename\b/, why: 'renames it' },
  // Without `using`, only a JSON column becomes jsonb.
  { pattern: /\balter column \S+ (set data )?type (?!text\b|jsonb(?! using\b))/, why: 'changes its type' },
  { pattern: /\bset not null\b/, why: 'refuses rows without a value', isFine: ofNewTable },
  {
    pattern: /\badd column (?!.*\b(default|generated)\b).*\bnot null\b/,
    why: 'has no default',
    isFine: ofNewTable,
    perClause: true,
  },
  {
    pattern: /\badd (constraint|unique|check|foreign key|primary key|exclude)\b/,
    why: 'is stricter',
    isFine: ofNewTable,
  },
  { pattern: /^create unique index\b/, why: 'is stricter', isFine: ofNewColumn },
  { pattern: /^(truncate|delete from)\b/, why: 'deletes rows', isFine: ofNewTable },
  { pattern: /^revoke\b|\b(disable|no force) row level security\b/, why: 'lowers the wall or takes a right' },
];

/** Refuses what the last release cannot live with, in the migrations that it does not have. */
export const checkMigrations = () => {
  const releases = readReleases();
  const [release] = releases;
  const released = new Set(listReleasedMigrations(release));
  const folder = join(root, migrations);
  const files = readdirSync(folder)
    .filter(name => name.endsWith('.sql') && !released.has(name))
    .sort()
    .map(name => ({ name, sql: readFileSync(join(folder, name), 'utf8') }));
  const problems = [
    ...listChangedMigrations(release).map(
      name => `${name}: release ${release.version} has it. Write a new migration.`,
    ),
    ...findDestructive(
      files,
      releases.map(({ version }) => version),
    ),
  ];
  return problems.length ? problems.join('\n') : undefined;
};

/** The statements in new migrations that an older version would not survive, each with a reason. */
export const findDestructive = (files, versions) => {
  const parsed = files.map(({ name, sql }) => ({ name, sql, statements: statementsOf(sql) }));
  const known = knowNew(parsed.flatMap(({ statements }) => statements));
  return parsed.flatMap(({ name, sql, statements }) => {
    const contracts = contractsOf(sql);
    const unknown = contracts.filter(({ version }) => !versions.includes(version));
    return [
      ...unknown.map(({ version }) => `${name}: releases.json has no release ${version}.`),
      ...statements.flatMap(statement =>
        reasonsAgainst(statement, known)
          .filter(() => !contracts.some(({ thing }) => isAbout(statement, thing)))
          .map(why => `${name}: ${why}: ${statement.slice(0, 100)}`),
      ),
    ];
  });
};

const reasonsAgainst = (statement, known) => {
  // Code in a string is not seen by any rule.
  if (/^do\b|\bexecute\b/.test(statement)) return ['cannot be checked, write the statements out'];
  const clauses = splitClauses(statement);
  return rules
    .filter(({ pattern, perClause }) => (perClause ? clauses : [statement]).some(text => pattern.test(text)))
    .filter(({ isFine }) => !isFine?.(statement, known))
    .map(({ why }) => why);
};

/** `-- contract: 1.32.0 no longer reads roles.old_name` */
const contractsOf = sql =>
  [...sql.matchAll(/^-- contract: (\d+\.\d+\.\d+) no longer reads (\S+)$/gm)].map(([, version, thing]) => ({
    version,
    thing,
  }));

const isAbout = (statement, thing) =>
  thing.split('.').every(word => new RegExp(`\\b${word}\\b`).test(statement));

/** Without comments and texts, in lower case, with single spaces. What is between dollar signs belongs to its statement. */
const statementsOf = sql => {
  const bodies = [];
  return sql
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\$(\w*)\$([\s\S]*?)\$\1\$/g, (_, __, body) => `body${bodies.push(body) - 1}`)
    .split(';')
    .map(text => text.replace(/\bbody(\d+)\b/g, (_, index) => bodies[Number(index)]))
    .map(text => text.toLowerCase().replaceAll('"', '').replace(/\s+/g, ' ').trim())
    .filter(Boolean);
};

/** The parts of an `alter table`: a comma outside of parentheses separates them. */
const splitClauses = statement => {
  const parts = [''];
  let depth = 0;
  for (const letter of statement) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && !depth) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
};

/** Tables and columns that only the new version has. */
function knowNew(statements) {
  const tables = new Set();
  const columns = new Set();
  for (const statement of statements) {
    const [, created] = /^create table (?:if not exists )?(\w+)/.exec(statement) ?? [];
    if (created) tables.add(created);
    const table = tableOf(statement);
    for (const [, column] of statement.matchAll(/\badd column (?:if not exists )?(\w+)/g))
      columns.add(`${table}.${column}`);
  }
  return { tables, columns };
}

function tableOf(statement) {
  const [, table] =
    /^(?:alter table (?:if exists )?(?:only )?|truncate (?:table )?|delete from |create unique index .*? on (?:only )?)(\w+)/.exec(
      statement,
    ) ?? [];
  return table;
}

function ofNewTable(statement, { tables }) {
  return tables.has(tableOf(statement));
}

/** One new column is enough: rows of the release have no value there. */
function ofNewColumn(statement, known) {
  if (ofNewTable(statement, known)) return true;
  const table = tableOf(statement);
  const [, list = ''] = /\((.*?)\)/.exec(statement) ?? [];
  return list.split(',').some(column => known.columns.has(`${table}.${column.trim()}`));
}
