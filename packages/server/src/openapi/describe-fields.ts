import { fieldDescriptions } from './field-descriptions.ts';
import { nounIn, termFor } from './schema-nouns.ts';

type Json = Record<string, unknown>;

/** Adds to every field of a schema what it means. */
export const describeFields = <Schema>(name: string, schema: Schema, noun = nounIn(name)): Schema => {
  if (Array.isArray(schema)) return schema.map(part => describeFields(name, part, noun)) as Schema;
  if (typeof schema !== 'object' || schema === null) return schema;
  const { properties, ...rest } = schema as Json & { properties?: Record<string, Json> };
  const described = Object.fromEntries(
    Object.entries(rest).map(([key, part]) => [key, isSchema(key) ? describeFields(name, part, noun) : part]),
  );
  if (!properties) return described as Schema;
  const fields = Object.entries(properties).map(([field, part]) => [
    field,
    { description: describe(name, field, noun, part), ...describeFields(name, part, termFor(field)) },
  ]);
  return { ...described, properties: Object.fromEntries(fields) } as Schema;
};

const describe = (name: string, field: string, noun: string | null, part: Json) =>
  describeField(name, field, noun)?.replace(/\.(?= |$)/, `${formOfTime(field, part)}.`);

/** Only the schema tells in which form a time is sent. */
const formOfTime = (field: string, { type, anyOf }: Json) => {
  if (!field.endsWith('At')) return '';
  const [first] = (anyOf as Json[] | undefined) ?? [];
  return (type ?? first?.type) === 'string' ? ', in ISO 8601 format' : ', in milliseconds since the epoch';
};

/** Says whose name or ID it is where the schema tells. */
const common: Readonly<Record<string, (noun: string) => string>> = {
  id: noun => `The ID of the ${noun}.`,
  name: noun => `The name of the ${noun}.`,
  description: noun => `The description of the ${noun}.`,
  type: noun => `The type of the ${noun}.`,
  status: noun => `The status of the ${noun}.`,
  createdAt: noun => `When the ${noun} was created.`,
  updatedAt: noun => `When the ${noun} was last changed.`,
};

export const describeField = (name: string, field: string, noun: string | null = null) =>
  fieldDescriptions[`${name}.${field}`] ??
  (noun === null ? undefined : common[field]?.(noun)) ??
  fieldDescriptions[field];

/** The keywords that hold other schemas; what is in the others, such as examples, is data. */
const isSchema = (keyword: string) =>
  ['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', 'not'].includes(keyword);
