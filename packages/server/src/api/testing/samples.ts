import { z } from 'zod';

type Schema = Record<string, unknown>;
export type Random = () => number;

/** Always the same numbers for the same seed, so that what a run found can be found again (mulberry32). */
export const seededRandom = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)]!;

const plainTexts: readonly string[] = [
  'abc',
  'en',
  'a@b.example',
  '12345',
  '#ffffff',
  'https://a.example',
  'id.a.example',
  '/a.txt',
];

/** Values that mean something, by the name of the field: ids of things that are there. */
export type KnownValues = Readonly<Record<string, unknown>>;

/**
 * A value that a schema accepts, or nearly so: rules that only code knows may still refuse it. Of `texts`, a field gets
 * one that fits it.
 */
export const sampleOf = (
  schema: z.core.$ZodType,
  random: Random,
  known: KnownValues = {},
  texts = plainTexts,
): unknown => {
  const root = rootOf(schema);
  return sample(root, { root, random, known, texts }, 0);
};

const roots = new WeakMap<z.core.$ZodType, Schema>();

const rootOf = (schema: z.core.$ZodType) => {
  const root =
    roots.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);
  roots.set(schema, root);
  return root;
};

type Sampling = { root: Schema; random: Random; known: KnownValues; texts: readonly string[] };

const sample = (schema: Schema, sampling: Sampling, depth: number): unknown => {
  const { root, random } = sampling;
  if (typeof schema.$ref === 'string') {
    if (depth > 4) return 'abc';
    return sample(resolve(schema.$ref, root), sampling, depth + 1);
  }
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return pick(random, schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options)) return sample(pick(random, options as Schema[]), sampling, depth + 1);
  if (Array.isArray(schema.allOf)) return sample(schema.allOf[0] as Schema, sampling, depth + 1);
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, sampling, depth);
    case 'array': {
      const count = Math.max(Number(schema.minItems ?? 0), random() < 0.5 ? 1 : 0);
      return Array.from({ length: count }, () => sample((schema.items ?? {}) as Schema, sampling, depth + 1));
    }
    case 'string':
      return sampleText(schema, sampling);
    case 'number':
    case 'integer':
      return Math.min(Math.max(1, Number(schema.minimum ?? 0)), Number(schema.maximum ?? 1000));
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    default:
      return pick(random, ['abc', 1, true, null, { a: 1 }]);
  }
};

const sampleObject = (schema: Schema, sampling: Sampling, depth: number) => {
  const { random, known } = sampling;
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const required = (schema.required ?? []) as string[];
  const chosen = properties.filter(([name]) => required.includes(name) || random() < 0.6);
  if (!properties.length && schema.additionalProperties)
    chosen.push(['abc', schema.additionalProperties as Schema]);
  return Object.fromEntries(
    chosen.map(([name, property]) => [
      name,
      name in known && random() < 0.8 ? known[name] : sample(property, sampling, depth + 1),
    ]),
  );
};

const sampleText = ({ format, pattern, maxLength }: Schema, { random, texts }: Sampling) => {
  const fitting = texts.filter(
    text =>
      (format !== 'uri' || URL.canParse(text)) &&
      (typeof pattern !== 'string' || new RegExp(pattern).test(text)) &&
      text.length <= Number(maxLength ?? 99),
  );
  return fitting.length ? pick(random, fitting) : 'abc';
};

const resolve = (reference: string, root: Schema) =>
  reference
    .split('/')
    .slice(1)
    .reduce<Schema>((schema, key) => schema[key] as Schema, root);
