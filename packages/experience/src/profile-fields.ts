import type { NamedField } from '@gatehouse/contract/custom-profile-values.ts';
import { data, type Key, t } from './data.ts';

export type SimpleField = Exclude<NamedField, { type: 'Address' | 'Fullname' }>;
export type Values = Readonly<Record<string, string | boolean>>;

/** Fields of the sign-up form. */
export const askedFields = () => data.signInExperience.customProfileFields as unknown as NamedField[];

/** The simple fields of a field, each with the path of its value. */
export const partsOf = (field: NamedField): { path: string; part: SimpleField }[] => {
  if (field.type !== 'Address' && field.type !== 'Fullname') return [{ path: field.name, part: field }];
  const parts = field.config.parts as unknown as (SimpleField & { enabled: boolean })[];
  return parts
    .filter(({ enabled }) => enabled)
    .map(part => ({ path: `${field.name}.${part.name}`, part: part as SimpleField }));
};

/** The tenant's own label, ours for what every profile knows, or the name. */
export const labelOf = ({ name, label }: { name: string; label?: string | null }) => {
  const key = `profile.labels.${name}`;
  const own = t(key as Key);
  return label || (own === key ? name : own);
};

/** Browsers know a date as year-month-day; the tenant wants it in its own order. */
const dateOrders: Readonly<Record<string, string>> = {
  'yyyy-MM-dd': '$1-$2-$3',
  'MM/dd/yyyy': '$2/$3/$1',
  'dd/MM/yyyy': '$3/$2/$1',
};
/** The positions of year, month and day in each format. */
const datePlaces: Readonly<Record<string, readonly number[]>> = {
  'yyyy-MM-dd': [0, 1, 2],
  'MM/dd/yyyy': [2, 0, 1],
  'dd/MM/yyyy': [2, 1, 0],
};
export const hasPicker = (field: SimpleField) => field.type === 'Date' && field.config.format in dateOrders;

const readValue = (field: SimpleField, typed: string | boolean | undefined) => {
  if (field.type === 'Checkbox') return typed ?? field.config?.defaultValue === 'true';
  const text = typeof typed === 'string' ? typed.trim() : '';
  if (!text) return undefined;
  if (field.type === 'Date' && hasPicker(field))
    return text.replace(/^(\d+)-(\d+)-(\d+)$/, dateOrders[field.config.format] ?? '');
  return field.type === 'Number' ? Number(text.replace(',', '.')) : text;
};

/** A kept value, as it is typed: dates as browsers know them. */
export const toTyped = (field: SimpleField, value: unknown): string | boolean => {
  if (field.type === 'Checkbox') return value === true;
  const text = value === undefined || value === null ? '' : String(value);
  if (field.type !== 'Date' || !hasPicker(field)) return text;
  const order = datePlaces[field.config.format] ?? [0, 1, 2];
  const parts = text.split(/[-/]/);
  return parts.length === 3 ? order.map(place => parts[place]).join('-') : '';
};

/** A kept value, as it is read. */
export const showValue = (field: SimpleField, value: unknown): string | undefined => {
  if (field.type === 'Checkbox') return t(value === true ? 'profile.yes' : 'profile.no');
  if (value === undefined || value === null || value === '') return undefined;
  if (field.type !== 'Select') return String(value);
  const option = field.config.options.find(each => each.value === value);
  return option?.label ?? String(value);
};

/** The request body for the filled-in values. Empty ones are left out. */
export const collect = (fields: readonly NamedField[], values: Values) =>
  Object.fromEntries(
    fields.flatMap((field): (readonly [string, unknown])[] => {
      const parts = partsOf(field)
        .map(({ path, part }) => [part.name, readValue(part, values[path])] as const)
        .filter(([, value]) => value !== undefined);
      if (field.type === 'Address' || field.type === 'Fullname')
        return parts.length > 0 ? [[field.name, Object.fromEntries(parts)]] : [];
      return parts;
    }),
  ) as Record<string, never>;

/** The paths that must be filled in and are not. A group that may be left out is asked for as a whole or not at all. */
export const missingPaths = (fields: readonly NamedField[], values: Values) =>
  fields.flatMap(field => {
    const parts = partsOf(field).map(each => ({
      ...each,
      isEmpty: readValue(each.part, values[each.path]) === undefined,
    }));
    const isWanted = field.required || parts.some(({ isEmpty }) => !isEmpty);
    return parts.flatMap(({ path, part, isEmpty }) => (isWanted && part.required && isEmpty ? [path] : []));
  });
