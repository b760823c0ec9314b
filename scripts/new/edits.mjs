/** Adds a new entity to the tables that name all entities. Gives the files that it changed. */
export const addToLists = (names, { read, write, languages }) => {
  const edits = [...codeEdits(names), ...phraseEdits(names, languages)];
  for (const [path, edit] of edits) write(path, edit(read(path)));
  return [...new Set(edits.map(([path]) => path))];
};

/** Imports are put in order by the formatter. */
const withImport = (text, line) => `${line}\n${text}`;

/** Puts lines before the last occurrence of what ends a table. */
const before = (text, end, lines) => {
  const at = text.lastIndexOf(end);
  if (at < 0) throw new Error(`Nothing to put a line before: ${end}`);
  return text.slice(0, at) + lines + text.slice(at);
};

const after = (text, start, lines) => {
  const at = text.indexOf(start);
  if (at < 0) throw new Error(`Nothing to put a line after: ${start}`);
  return text.slice(0, at + start.length) + lines + text.slice(at + start.length);
};

const codeEdits = names => [...contractEdits(names), ...serverEdits(names), ...consoleEdits(names)];

const contractEdits = ({ kind, segment, many, One, nouns, withArticle }) => [
  [
    'packages/contract/src/entities.ts',
    text =>
      before(
        text,
        '} as const satisfies Readonly<Record<string, Entity>>;',
        `  '${kind}': defineEntity({
    area: '${segment}',
    names: ['${withArticle}', '${nouns}'],
    about: 'Say what ${nouns} are for.',
    tables: { ${many}: { events: { of: '${One}' } } },
    quota: { key: '${many}Limit', free: 1, pro: null },
  }),
`,
      ),
  ],
  [
    'packages/contract/src/apis.ts',
    text =>
      after(
        withImport(text, `import { ${many} } from './${segment}.ts';`),
        'export const management = {\n',
        `  ${many},\n`,
      ),
  ],
];

const serverEdits = ({ segment, many, One }) => [
  [
    'packages/server/src/database/configuration-tables.ts',
    text =>
      after(
        withEntityRow(withImport(text, `import type { ${One} } from '@gatehouse/contract/${segment}.ts';`)),
        'export type ConfigurationTables = {\n',
        `  ${many}: EntityRow<${One}, 'createdAt'>;\n`,
      ),
  ],
  [
    'packages/server/src/database/people/person-tables.ts',
    text =>
      after(text, 'personTables: Readonly<Record<StoredTable, PersonTable>> = {\n', `  ${many}: nobody,\n`),
  ],
  [
    'packages/server/src/api/management/handlers.ts',
    text =>
      after(
        withImport(text, `import { ${many} } from './${segment}.ts';`),
        'managementHandlers: ManagementHandlers = {\n',
        `  ${many},\n`,
      ),
  ],
];

const consoleEdits = ({ segment, one, One, table }) => [
  [
    'packages/console/src/paths.ts',
    text =>
      after(
        withImport(text, `import { ${one}Addresses } from './areas/${segment}/addresses.ts';`),
        'const links = {\n',
        `  ...linksTo(${one}Addresses),\n`,
      ),
  ],
  [
    'packages/console/src/areas.ts',
    text =>
      before(
        [
          `import { ${one}Addresses } from './areas/${segment}/addresses.ts';`,
          `import { ${one}Routes } from './areas/${segment}/routes.ts';`,
          "import { Shapes } from 'lucide-react';",
        ].reduce(withImport, text),
        "  {\n    section: 'developer',\n    segment: auditLogAddresses.segment,",
        `  {
    section: 'developer',
    segment: ${one}Addresses.segment,
    title: 'areas.${table}',
    icon: Shapes,
    permission: '${segment}:read',
    routes: ${one}Routes,
    phrases: ['console/${segment}'],
    screens: [{ label: '${table}.create', href: (to: typeof paths) => to.create${One}(), isCreation: true }],
  },
`,
      ),
  ],
];

const withEntityRow = text =>
  text.includes('EntityRow') ? text : text.replace('DefaultJson, Json,', 'DefaultJson, EntityRow, Json,');

/** The other languages begin with the English words. */
const phraseEdits = ({ kind, many, One, table, Noun, Nouns }, languages) =>
  languages.flatMap(language => [
    phrase(`${language}/console.json`, ['areas'], { [table]: Nouns }),
    phrase(`${language}/console/audit-logs.json`, ['audit_logs', 'kinds'], { [kind]: Noun }),
    phrase(`${language}/console/cloud.json`, ['subscription', 'features'], { [`${many}Limit`]: Nouns }),
    phrase(`${language}/console/webhooks.json`, ['webhooks', 'groups'], { [One]: Nouns }),
    phrase(`${language}/console/webhooks.json`, ['webhooks', 'events'], {
      [`${One}_Created`]: `${Noun} created`,
      [`${One}_Deleted`]: `${Noun} deleted`,
      [`${One}_Data_Updated`]: `${Noun} changed`,
    }),
  ]);

const phrase = (file, path, words) => [
  `packages/phrases/src/${file}`,
  text => {
    const phrases = JSON.parse(text);
    Object.assign(
      path.reduce((node, key) => node[key], phrases),
      words,
    );
    return `${JSON.stringify(phrases, undefined, 2)}\n`;
  },
];
