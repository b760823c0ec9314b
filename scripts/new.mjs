import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addToLists } from './new/edits.mjs';
import { filesOf } from './new/files.mjs';
import { namesOf } from './new/names.mjs';
import { run } from './prepare.mjs';

const help = `npm run new -- <kind>

  Adds an entity, such as api-key: its contract, table, API and screens, with a quota, history, webhook events
  and tests that pass. Then make it what it should be; git shows what was written.`;

const migrations = 'packages/server/src/database/migrations';

await run(async () => {
  const [kind] = process.argv.slice(2);
  if (!kind || !/^[a-z]+(-[a-z]+)*$/.test(kind)) {
    console.log(help);
    process.exitCode = kind === '--help' ? 0 : 1;
    return;
  }
  const root = process.cwd();
  const names = namesOf(kind);
  if (existsSync(join(root, `packages/contract/src/${names.segment}.ts`)))
    throw new Error(`There is a file for ${names.nouns} already: packages/contract/src/${names.segment}.ts`);
  const languages = readdirSync(join(root, 'packages/phrases/src'), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name);
  const number = nextNumber(readdirSync(join(root, migrations)));
  const written = Object.entries(filesOf(names, languages)).map(([path, text]) => {
    const target = join(root, path.replace('{number}', number));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    return target;
  });
  const edited = addToLists(names, {
    read: path => readFileSync(join(root, path), 'utf8'),
    write: (path, text) => writeFileSync(join(root, path), text),
    languages,
  });
  command(root, 'scripts/phrases.mjs', 'index');
  command(
    root,
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    '--write',
    ...written,
    ...edited.map(path => join(root, path)),
  );
  console.log(`Wrote ${written.length} files and changed ${edited.length}. Next:

  npm run test:changed
  Say what it is about in packages/contract/src/entities.ts and docs/guides/${names.segment}.md.
  Translate: the other languages have the English words until then, and npm run check says which.`);
});

/** Migrations are numbered in the order they are made. */
function nextNumber(files) {
  const last = Math.max(...files.map(file => Number.parseInt(file, 10)).filter(Number.isInteger));
  return String(last + 1).padStart(4, '0');
}

function command(cwd, script, ...parameters) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(cwd, script), ...parameters], { cwd });
  if (status !== 0) throw new Error(`${script} failed:\n${stdout}${stderr}`);
}
