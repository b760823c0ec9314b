import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { inline } from './inline.ts';
import type { OpenApi, Schema } from './openapi.ts';

type Components = OpenApi['components']['schemas'];

/** Deeper than this, a reader follows the OpenAPI document. */
const deepest = 4;

/** The name of the component that a schema refers to, directly or as a list. */
const nameOf = ({ $ref }: Schema) => $ref?.slice('#/components/schemas/'.length);

const resolve = (schema: Schema, components: Components): Schema => {
  const name = nameOf(schema);
  const { $ref: _, ...beside } = schema;
  return name ? { ...resolve(components[name] ?? {}, components), ...beside } : schema;
};

/** The fields of a body or an answer, nested ones behind a disclosure. Nothing where it has none. */
export const fieldList = (
  schema: Schema,
  components: Components,
  parents: readonly string[] = [],
): string => {
  const name = nameOf(schema);
  if ((name && parents.includes(name)) || parents.length > deepest) return '';
  const line = [...parents, name ?? ''];
  const resolved = resolve(schema, components);
  const choices = resolved.anyOf ?? resolved.oneOf;
  if (choices) return choiceList(choices, components, parents);
  if (resolved.allOf) return resolved.allOf.map(part => fieldList(part, components, line)).join('');
  if (resolved.items) return fieldList(resolved.items, components, line);
  if (!resolved.properties) {
    const others = resolved.additionalProperties;
    return typeof others === 'object' ? fieldList(others, components, line) : '';
  }
  const rows = Object.entries(resolved.properties).map(([field, part]) => {
    const isRequired = resolved.required?.includes(field);
    const inner = fieldList(part, components, line);
    const nested = inner
      ? `<details><summary>Fields of <code>${escapeHtml(field)}</code></summary>${inner}</details>`
      : '';
    return fieldRow(field, part, { components, isRequired, nested });
  });
  return `<dl class="fields">${rows.join('')}</dl>`;
};

/** The alternatives that have fields. A value that may be null is one alternative, not two. */
const choiceList = (choices: readonly Schema[], components: Components, parents: readonly string[]) => {
  const lists = choices.map(choice => fieldList(choice, components, parents)).filter(Boolean);
  if (lists.length < 2) return lists.join('');
  return lists
    .map(
      (list, index) =>
        `<details${index === 0 ? ' open' : ''}><summary>Option ${index + 1}</summary>${list}</details>`,
    )
    .join('');
};

export const fieldRow = (
  name: string,
  schema: Schema,
  {
    components,
    isRequired = false,
    nested = '',
    place = '',
  }: { components: Components; isRequired?: boolean | undefined; nested?: string; place?: string },
) => {
  const resolved = resolve(schema, components);
  const notes = [place, typeOf(schema, components), isRequired ? '<b>required</b>' : '']
    .filter(Boolean)
    .join(' · ');
  const limits = limitsOf(resolved);
  return `<dt><code>${escapeHtml(name)}</code> <span>${notes}</span></dt><dd>${inline(schema.description ?? '')}${limits ? ` <span class="limits">${limits}</span>` : ''}${nested}</dd>`;
};

const typeOf = (schema: Schema, components: Components): string => {
  const resolved = resolve(schema, components);
  const choices = resolved.anyOf ?? resolved.oneOf;
  if (choices)
    return [...new Set(choices.map(choice => typeOf(choice, components)))].slice(0, 4).join(' or ');
  if (resolved.items) return `list of ${typeOf(resolved.items, components)}`;
  if (resolved.const !== undefined) return escapeHtml(JSON.stringify(resolved.const));
  const types = [resolved.type ?? 'object'].flat().map(type => (type === 'array' ? 'list' : type));
  return escapeHtml(types.join(' or '));
};

const shown = (values: readonly unknown[]) =>
  values
    .map(value => `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`)
    .join(', ');

/** The limits that a caller can break, and the default. */
const limitsOf = (schema: Schema) => {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, format } = schema;
  const span = (least: number | undefined, most: number | undefined, unit: string) => {
    if (least === undefined && most === undefined) return '';
    if (most === undefined) return `At least ${least}${unit}.`;
    return least ? `${least} to ${most}${unit}.` : `At most ${most}${unit}.`;
  };
  return [
    schema.enum ? `One of ${shown(schema.enum)}.` : '',
    span(minimum, maximum, ''),
    span(minLength || undefined, maxLength, ' characters'),
    span(minItems || undefined, maxItems, ' items'),
    format ? `Format: ${escapeHtml(format)}.` : '',
    schema.default === undefined ? '' : `Default: ${shown([schema.default])}.`,
  ]
    .filter(Boolean)
    .join(' ');
};

/** The names and descriptions of all fields, for search. */
export const fieldWords = (
  schema: Schema,
  components: Components,
  parents: readonly string[] = [],
): string => {
  const name = nameOf(schema);
  if ((name && parents.includes(name)) || parents.length > deepest) return '';
  const resolved = resolve(schema, components);
  const line = [...parents, name ?? ''];
  const parts = [
    ...(resolved.anyOf ?? resolved.oneOf ?? resolved.allOf ?? []),
    ...(resolved.items ? [resolved.items] : []),
  ];
  return [
    ...Object.entries(resolved.properties ?? {}).flatMap(([field, part]) => [
      field,
      fieldWords(part, components, line),
    ]),
    ...parts.map(part => fieldWords(part, components, line)),
  ]
    .filter(Boolean)
    .join(' ');
};
