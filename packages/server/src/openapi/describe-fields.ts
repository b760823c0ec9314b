import { fieldDescriptions } from './field-descriptions.ts';

type Json = Record<string, unknown>;

/** Adds to every field of a schema what it means. */
export const describeFields = <Schema>(name: string, schema: Schema): Schema => {
  if (Array.isArray(schema)) return schema.map(part => describeFields(name, part)) as Schema;
  if (typeof schema !== 'object' || schema === null) return schema;
  const { properties, ...rest } = schema as Json & { properties?: Record<string, Json> };
  const described = Object.fromEntries(
    Object.entries(rest).map(([key, part]) => [key, isSchema(key) ? describeFields(name, part) : part]),
  );
  if (!properties) return described as Schema;
  const fields = Object.entries(properties).map(([field, part]) => [
    field,
    { description: describeField(name, field), ...describeFields(name, part) },
  ]);
  return { ...described, properties: Object.fromEntries(fields) } as Schema;
};

export const describeField = (name: string, field: string) =>
  fieldDescriptions[`${name}.${field}`] ?? fieldDescriptions[field];

/** The keywords that hold other schemas; what is in the others, such as examples, is data. */
const isSchema = (keyword: string) =>
  ['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', 'not'].includes(keyword);
