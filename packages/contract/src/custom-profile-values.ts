import { z } from 'zod';
import type { ProfileFieldDefinition } from './custom-profile-fields.ts';

/** A field with its name, as it is stored. */
export type NamedField = ProfileFieldDefinition & { name: string };
type SimpleField = Exclude<ProfileFieldDefinition, { type: 'Address' | 'Fullname' }>;

const longestText = 1024;
/** Long enough for what people type into a form, short enough to be matched. */
const longestPattern = 256;

/**
 * The profile values that users may submit, by the tenant's field definitions: any of the fields, each valid for its
 * type. Optional fields that are empty are left out. Patterns are not checked here: see `patternsOf`.
 */
export const profileValues = (
  fields: readonly NamedField[],
  builtIn: Readonly<Record<string, z.ZodType>> = {},
) =>
  z.strictObject({
    ...builtIn,
    ...Object.fromEntries(fields.map(field => [field.name, optional(field, schemaOf(field))])),
  });

/** The patterns that values must match. They come from the tenant, so run them with a time limit. */
export const patternsOf = (fields: readonly NamedField[], values: Readonly<Record<string, unknown>>) =>
  fields.flatMap(field =>
    ('config' in field && field.config && 'parts' in field.config
      ? field.config.parts.map(part => ({
          path: [field.name, part.name],
          part,
          value: (values[field.name] as Record<string, unknown> | undefined)?.[part.name],
        }))
      : [{ path: [field.name], part: field, value: values[field.name] }]
    ).flatMap(({ path, part, value }) =>
      part.type === 'Regex' && typeof value === 'string' ? [{ path, format: part.config.format, value }] : [],
    ),
  );

const optional = (field: { required: boolean }, value: z.ZodType) =>
  field.required
    ? value.optional()
    : z.preprocess(given => (given === '' || given === null ? undefined : given), value.optional());

const schemaOf = (field: ProfileFieldDefinition): z.ZodType => {
  if (field.type !== 'Address' && field.type !== 'Fullname') return simpleSchema(field);
  const parts = field.config.parts.filter(({ enabled }) => enabled);
  return z.strictObject(
    Object.fromEntries(
      parts.map(part => [part.name, part.required ? simpleSchema(part) : optional(part, simpleSchema(part))]),
    ),
  );
};

const simpleSchema = (field: SimpleField): z.ZodType => {
  switch (field.type) {
    case 'Text': {
      const { minLength = 0, maxLength = longestText } = field.config ?? {};
      return z
        .string()
        .min(Math.max(minLength, field.required ? 1 : 0))
        .max(maxLength);
    }
    case 'Number': {
      const { minValue = -Number.MAX_VALUE, maxValue = Number.MAX_VALUE } = field.config ?? {};
      return z.preprocess(numberOf, z.number().min(minValue).max(maxValue));
    }
    case 'Date': {
      const { format, customFormat = '' } = field.config;
      const isDate = dateMatcher(format === 'custom' ? customFormat : format);
      return z.string().min(1).max(longestPattern).refine(isDate, { error: 'validation.invalid' });
    }
    case 'Checkbox':
      return z.preprocess(given => ({ true: true, false: false })[String(given)] ?? given, z.boolean());
    case 'Select':
      return z.enum(field.config.options.map(({ value }) => value));
    case 'Url':
      return z.url({ protocol: /^https?$/ }).max(2048);
    case 'Regex':
      return z
        .string()
        .min(field.required ? 1 : 0)
        .max(longestPattern);
  }
};

/** Forms send numbers as text. */
const numberOf = (given: unknown) =>
  typeof given === 'string' && given.trim() !== '' ? Number(given) : given;

const tokens = {
  yyyy: '(?<year>\\d{4})',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  dd: '(?<day>\\d{2})',
  d: '(?<day>\\d{1,2})',
} as const;

/** Dates of year, month and day are real ones; a format with anything else is for people to read. */
const dateMatcher = (format: string) => {
  const pieces = format.match(/([A-Za-z])\1*|[^A-Za-z]+/g) ?? [];
  const letters = pieces.filter(piece => /^[A-Za-z]/.test(piece));
  const isKnown =
    letters.every(piece => piece in tokens) && new Set(letters.map(([first]) => first)).size === 3;
  if (!isKnown || letters.length !== 3) return () => true;
  const source = pieces.map(
    piece => tokens[piece as keyof typeof tokens] ?? piece.replace(/[^\w\s]/g, '\\$&'),
  );
  const pattern = new RegExp(`^${source.join('')}$`);
  return (text: string) => {
    const { year, month, day } = pattern.exec(text)?.groups ?? {};
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  };
};
