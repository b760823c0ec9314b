import { type BundleFile, bundlePath } from '@gatehouse/contract/bundles.ts';
import { explain } from '@gatehouse/contract/validation.ts';
import { isMap, isScalar, isSeq, parseDocument, stringify } from 'yaml';
import { z } from 'zod';
import { RequestError } from '../request-error.ts';
import { canonical, isSame } from './canonical.ts';
import type { Fields, Kind } from './kind.ts';
import { findUnusual } from './plain-yaml.ts';
import { readPrinted } from './printed-yaml.ts';

const extension = '.yaml';

export const pathOf = ({ folder, isSingle }: Kind, slug: string) =>
  isSingle ? `${folder}${extension}` : `${folder}/${slug}${extension}`;

/** The kind and the slug that a path names. */
export const kindOf = (kinds: readonly Kind[], path: string) => {
  for (const kind of kinds) {
    if (kind.isSingle && path === pathOf(kind, '')) return { kind, slug: kind.folder };
    const slug = path.slice(kind.folder.length + 1, -extension.length);
    const isSlug = slug && !slug.includes('/') && bundlePath.safeParse(path).success;
    if (!kind.isSingle && isSlug && path === pathOf(kind, slug)) return { kind, slug };
  }
  throw new RequestError('bundle.unknown_file', { data: { path } });
};

/** Default values of the fields that a file may omit. */
const defaultsOf = ({ schema }: Kind): Fields => {
  if (!(schema instanceof z.ZodObject)) return {};
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, field]) => {
      const result = z.safeParse(field as z.ZodType, undefined);
      return result.success ? [[name, result.data]] : [];
    }),
  );
};

/** One object as a file. Settings that are at their defaults are comments, so that a reader sees that they exist. */
export const printFile = (kind: Kind, path: string, fields: Fields): BundleFile => {
  const defaults = defaultsOf(kind);
  const names =
    kind.schema instanceof z.ZodObject ? Object.keys(kind.schema.shape) : Object.keys(fields).sort();
  const isUsual = (name: string) => name in defaults && isSame(defaults[name] ?? null, fields[name] ?? null);
  const written = names.filter(name => fields[name] !== undefined && !isUsual(name));
  const usual = names.filter(isUsual);
  const lines = usual.map(name => comment({ [name]: defaults[name] ?? null }));
  const body = written.length
    ? print(Object.fromEntries(written.map(name => [name, canonical(fields[name])])))
    : '';
  // A text that ends with line breaks would take one more for its own.
  const gap = body && !body.endsWith('\n\n') ? '\n' : '';
  const rest = lines.length ? `${gap}# At their defaults:\n${lines.join('')}` : '';
  return { path, text: `${body}${rest}` || '{}\n' };
};

const print = (value: unknown) =>
  stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, simpleKeys: true });

const comment = (value: unknown) =>
  print(canonical(value))
    .split('\n')
    .filter(Boolean)
    .map(line => `# ${line}\n`)
    .join('');

/** Reads a file; what is wrong is told with its line. */
export const readFields = (kind: Kind, file: BundleFile): Fields => {
  const printed = readPrinted(file.text);
  const result = printed && z.safeParse(kind.schema, printed.value);
  return result?.success ? result.data : parseFields(kind, file);
};

/** Any YAML, with the line of what is wrong. */
const parseFields = (kind: Kind, { path, text }: BundleFile): Fields => {
  const unusual = findUnusual(text);
  if (unusual) throw new RequestError('bundle.invalid_yaml', { data: { path, ...unusual } });
  // The parser compares each key with all before it; ours is faster.
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false });
  const lineAt = (offset = 0) => text.slice(0, offset).split('\n').length;
  const [broken] = document.errors;
  if (broken)
    throw new RequestError('bundle.invalid_yaml', {
      data: { path, line: lineAt(broken.pos[0]), message: broken.message },
    });
  const twice = repeatedKey(document.contents);
  if (twice)
    throw new RequestError('bundle.invalid_yaml', {
      data: { path, line: lineAt(twice.offset), message: `The key ${twice.key} is there twice.` },
    });
  const value: unknown = document.toJS() ?? {};
  const result = z.safeParse(kind.schema, value);
  if (result.success) return result.data;
  const [first] = explain(result.error, value);
  const at = first?.path.map(String) ?? [];
  throw new RequestError('bundle.invalid_file', {
    data: { path, line: lineAt(offsetOf(document.contents, at)), field: at.join('.') || path },
    violations: explain(result.error, value).map(({ path: where, code, values }) => ({
      path: [path, ...where.map(String)].join('#'),
      code,
      values,
    })),
  });
};

/** The first key that a map has twice. */
const repeatedKey = (node: unknown): { key: string; offset: number | undefined } | undefined => {
  if (isSeq(node)) return firstOf(node.items, repeatedKey);
  if (!isMap(node)) return undefined;
  const seen = new Set<string>();
  return firstOf(node.items, ({ key, value }) => {
    const name = isScalar(key) ? String(key.value) : '';
    if (seen.has(name)) return { key: name, offset: (key as { range?: number[] } | null)?.range?.[0] };
    seen.add(name);
    return repeatedKey(value);
  });
};

const firstOf = <Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined) => {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
};

/** The offset of a field, or of its nearest parent. */
const offsetOf = (node: unknown, [key, ...rest]: readonly string[]): number | undefined => {
  const own = (node as { range?: [number, number, number] } | null)?.range?.[0];
  if (key === undefined || !isMap(node)) return own;
  const pair = node.items.find(item => isScalar(item.key) && String(item.key.value) === key);
  if (!pair) return own;
  const start = (pair.key as { range?: [number, number, number] } | null)?.range?.[0];
  return rest.length ? (offsetOf(pair.value, rest) ?? start) : start;
};
