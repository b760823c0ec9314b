import { exampleParameter } from './examples.ts';
import type { Operation } from './operation-ids.ts';
import type { Json } from './schemas.ts';

export type Sample = { endpoint: string; query: Readonly<Record<string, unknown>>; body: unknown };

/** Code samples that call an operation, ready to paste. `TOKEN` is an access token in the environment. */
export const codeSamples = (operation: Operation, sample: Sample): Json[] => [
  { lang: 'Shell', label: 'curl', source: curlOf(operation, sample) },
  { lang: 'TypeScript', label: 'TypeScript', source: typescriptOf(operation, sample) },
];

const urlOf = ({ path }: Operation, { endpoint, query }: Sample) => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(exampleParameter(name)));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  return `${endpoint}${filled}${search ? `?${search}` : ''}`;
};

const isPublic = ({ row }: Operation) => row.permission === 'public';

const curlOf = (operation: Operation, sample: Sample) => {
  const { row } = operation;
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  return [
    `curl ${quoted(urlOf(operation, sample))}`,
    ...(row.method === 'get' ? [] : [`--request ${row.method.toUpperCase()}`]),
    ...(isPublic(operation) ? [] : ['--header "Authorization: Bearer $TOKEN"']),
    ...(row.takesFile ? ["--form 'file=@users.csv'"] : []),
    ...(sample.body === undefined
      ? []
      : [
          "--header 'Content-Type: application/json'",
          `--data ${quoted(JSON.stringify(sample.body, null, 2))}`,
        ]),
    ...(row.file ? ['--output file'] : []),
    ...(row.isStream ? ['--no-buffer'] : []),
  ].join(' \\\n  ');
};

const typescriptOf = (operation: Operation, sample: Sample) => {
  const { row } = operation;
  const url = literal(urlOf(operation, sample));
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code of the reader
  const authorization = 'Authorization: `Bearer ${process.env.TOKEN}`';
  const headers = [
    ...(isPublic(operation) ? [] : [authorization]),
    ...(sample.body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ];
  const options = [
    ...(row.method === 'get' ? [] : [`method: '${row.method.toUpperCase()}'`]),
    ...headerOption(headers),
    ...(row.takesFile ? ['body: form'] : []),
    ...(sample.body === undefined ? [] : [`body: JSON.stringify(${literal(sample.body, '  ')})`]),
  ];
  return [
    ...(row.takesFile ? fileLines : []),
    options.length > 0
      ? `const response = await fetch(${url}, {\n${options.map(option => `  ${option},\n`).join('')}});`
      : `const response = await fetch(${url});`,
    'if (!response.ok) throw new Error(await response.text());',
    ...resultLines(operation),
  ].join('\n');
};

const headerOption = (headers: readonly string[]) => {
  if (headers.length === 0) return [];
  if (headers.length === 1) return [`headers: { ${headers[0]} }`];
  return [`headers: {\n${headers.map(header => `    ${header},\n`).join('')}  }`];
};

const fileLines = [
  "import { openAsBlob } from 'node:fs';",
  '',
  'const form = new FormData();',
  "form.set('file', await openAsBlob('users.csv'));",
];

const resultLines = ({ row }: Operation) => {
  if (row.file) return ['console.log(await response.text());'];
  if (row.isStream) return ['for await (const part of response.body ?? []) process.stdout.write(part);'];
  return row.response ? ['console.log(await response.json());'] : [];
};

/** A value as people write it in TypeScript. */
const literal = (value: unknown, indent = ''): string => {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map(item => literal(item, inner))
    : Object.entries(value).map(([key, part]) => `${keyOf(key)}: ${literal(part, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const line = parts.join(', ');
  if (line === '') return `${open}${close}`;
  if (line.length < 60 && !line.includes('\n')) return Array.isArray(value) ? `[${line}]` : `{ ${line} }`;
  return `${open}\n${parts.map(part => `${inner}${part},\n`).join('')}${indent}${close}`;
};

const keyOf = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`);
