import { z } from 'zod';
import { describeFields } from './describe-fields.ts';
import type { Operation } from './operation-ids.ts';
import { nameSchemas } from './schema-names.ts';

export type Json = Record<string, unknown>;
type Direction = 'input' | 'output';

/**
 * Turns schemas into JSON Schema. What has a name goes to the components of the document, once for requests and once
 * for answers where the two differ.
 */
export const createSchemas = (operations: readonly Operation[]) => {
  const names = nameSchemas(operations);
  const sides = { input: new Map<string, Json>(), output: new Map<string, Json>() };
  const convert = (schema: z.core.$ZodType, io: Direction): Json => {
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
      io,
      metadata: names,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => tidy(jsonSchema, io),
    });
    for (const [name, { id: _, ...definition }] of Object.entries($defs))
      sides[io].set(name, definition as Json);
    return (properties?.it ?? {}) as Json;
  };

  for (const { row } of operations) {
    for (const sent of [row.query, row.body]) if (sent) convert(sent, 'input');
    if (row.response) convert(row.response, 'output');
  }
  const split = findDifferent(sides);
  const componentName = (name: string, io: Direction) =>
    io === 'input' && split.has(name) ? `${name}Input` : name;
  const withRefs = (value: unknown, io: Direction): unknown => {
    if (Array.isArray(value)) return value.map(item => withRefs(item, io));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === '$ref' ? `#/components/schemas/${componentName(nameIn(inner), io)}` : withRefs(inner, io),
      ]),
    );
  };

  const components: Record<string, Json> = {};
  for (const io of ['output', 'input'] as const)
    for (const [name, definition] of sides[io])
      components[componentName(name, io)] ??= describeFields(name, withRefs(definition, io) as Json);
  return {
    components: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => a.localeCompare(b))),
    schemaOf: (schema: z.core.$ZodType, io: Direction) =>
      describeFields('', withRefs(convert(schema, io), io) as Json),
  };
};

const nameIn = (ref: unknown) => String(ref).slice('#/$defs/'.length);

/** Named schemas that requests and answers see differently, also because of what they refer to. */
const findDifferent = ({ input, output }: Record<Direction, Map<string, Json>>) => {
  const inBoth = [...input.keys()].filter(name => output.has(name));
  const different = new Set(
    inBoth.filter(name => withoutStrictness(input.get(name)) !== withoutStrictness(output.get(name))),
  );
  const refersToDifferent = (name: string) =>
    [...JSON.stringify(input.get(name)).matchAll(/"#\/\$defs\/([^"]+)"/g)].some(([, inner = '']) =>
      different.has(inner),
    );
  for (;;) {
    const more = inBoth.filter(name => !different.has(name) && refersToDifferent(name));
    if (more.length === 0) return different;
    for (const name of more) different.add(name);
  }
};

/** That a request takes no other fields is no reason for a second schema. */
const withoutStrictness = (schema: unknown) =>
  JSON.stringify(schema, (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );

/** Responses can get new fields with any release, and the bounds of every integer are noise. */
const tidy = (schema: z.core.JSONSchema.BaseSchema, io: Direction) => {
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
};
