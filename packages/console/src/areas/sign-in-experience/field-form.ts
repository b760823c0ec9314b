import {
  addressParts,
  dateFormats,
  fullnameParts,
  type ProfileField,
  type ProfileFieldType,
  profileFieldDefinition,
  profileFieldTypes,
} from '@gatehouse/contract/custom-profile-fields.ts';
import { z } from 'zod';

const partsOf = (names: readonly string[]) =>
  names.map(name => ({ name, enabled: true, type: 'Text' as const, required: false }));

/** The minimal config of each field type that requires one. */
export const emptyConfigs: Partial<Record<ProfileFieldType, object>> = {
  Date: { format: 'yyyy-MM-dd' },
  Select: { options: [{ value: 'option1' }] },
  Regex: { format: '^.+$' },
  Address: { parts: partsOf(addressParts) },
  Fullname: { parts: partsOf(fullnameParts) },
};

/** The numbers that limit a kind, as its config calls them. */
export const limits: Partial<Record<ProfileFieldType, { low: string; high: string }>> = {
  Text: { low: 'minLength', high: 'maxLength' },
  Number: { low: 'minValue', high: 'maxValue' },
};

const part = z.looseObject({ name: z.string(), enabled: z.boolean(), required: z.boolean() });

const typed = z.object({
  type: z.enum(profileFieldTypes),
  label: z.string(),
  description: z.string(),
  required: z.boolean(),
  placeholder: z.string(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  format: z.enum(dateFormats),
  customFormat: z.string(),
  isTicked: z.boolean(),
  /** A line each: `value` or `value = label`. */
  options: z.array(z.string()),
  pattern: z.string(),
  parts: z.array(part),
});
export type FieldValues = z.infer<typeof typed>;

export const readField = ({ type, label, description, required, config }: ProfileField): FieldValues => {
  const text = (name: string) => (typeof config[name] === 'string' ? String(config[name]) : '');
  const number = (name: string | undefined) =>
    name && typeof config[name] === 'number' ? Number(config[name]) : null;
  const options = (config.options ?? []) as { value: string; label?: string }[];
  return {
    type,
    label: label ?? '',
    description: description ?? '',
    required,
    placeholder: text('placeholder'),
    low: number(limits[type]?.low),
    high: number(limits[type]?.high),
    format: type === 'Date' ? (config.format as FieldValues['format']) : 'yyyy-MM-dd',
    customFormat: text('customFormat'),
    isTicked: config.defaultValue === 'true',
    options: options.map(option => (option.label ? `${option.value} = ${option.label}` : option.value)),
    pattern: type === 'Regex' ? text('format') : '',
    parts: (config.parts ?? []) as FieldValues['parts'],
  };
};

const readOption = (line: string) => {
  const [value = '', ...words] = line.split('=');
  const label = words.join('=').trim();
  return { value: value.trim(), ...(label ? { label } : {}) };
};

const configOf = (values: FieldValues) => {
  const { type, placeholder, low, high } = values;
  const hint = placeholder && type !== 'Checkbox' ? { placeholder } : {};
  const names = limits[type];
  if (names) {
    return {
      ...hint,
      ...(low === null ? {} : { [names.low]: low }),
      ...(high === null ? {} : { [names.high]: high }),
    };
  }
  if (type === 'Date') {
    const { format, customFormat } = values;
    return { ...hint, format, ...(format === 'custom' && customFormat ? { customFormat } : {}) };
  }
  if (type === 'Checkbox') return { defaultValue: String(values.isTicked) };
  if (type === 'Select')
    return { ...hint, options: values.options.filter(line => line.trim()).map(readOption) };
  if (type === 'Regex') return { ...hint, format: values.pattern };
  return type === 'Url' ? hint : { parts: values.parts };
};

/** Converts the form values to the request body. */
export const writeField = (values: FieldValues) => {
  const { type, label, description, required } = values;
  const isBox = type === 'Checkbox';
  return {
    type,
    required: isBox ? false : required,
    ...(label ? { label } : {}),
    ...(description && !isBox ? { description } : {}),
    config: configOf(values),
  };
};

/** Form fields for contract fields that have another name. */
const places: Readonly<Record<string, string>> = {
  'config.placeholder': 'placeholder',
  'config.minLength': 'low',
  'config.maxLength': 'high',
  'config.minValue': 'low',
  'config.maxValue': 'high',
  'config.customFormat': 'customFormat',
  'config.options': 'options',
  'config.parts': 'parts',
};

/** Judged by the contract, told where it was typed. */
export const fieldForm = typed.check(({ value, issues }) => {
  const parsed = profileFieldDefinition.safeParse(writeField(value));
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.join('.');
    const known = Object.keys(places).find(place => path.startsWith(place));
    const format = value.type === 'Regex' ? 'pattern' : 'format';
    const name =
      path === 'config' ? 'low' : ((known && places[known]) ?? path.replace('config.format', format));
    const isCode = /^\w+(\.\w+)+$/.test(issue.message);
    issues.push({
      code: 'custom',
      path: name.split('.'),
      message: isCode ? issue.message : 'validation.invalid',
      input: value,
    });
  }
});
