import { z } from 'zod';
import { nounOf, type Operation } from './operation-ids.ts';

type Schema = z.core.$ZodType;

/** The rows that answer with the thing that their area is about. */
const entityRows = ['read', 'list', 'create', 'update'];

/**
 * Names for the schemas of a document. What an area is about is called after the area, other bodies and answers after
 * their operation, and what occurs more than once in those after the first place where it does.
 */
export const nameSchemas = (operations: readonly Operation[]) => {
  const names = z.registry<{ id: string }>();
  const taken = new Set<string>();
  const name = (schema: Schema, ...wishes: string[]) => {
    const isNameable = ['object', 'union', 'enum', 'record', 'intersection'].includes(schema._zod.def.type);
    const free = wishes.find(wish => !taken.has(wish));
    if (!isNameable || isAnyObject(schema) || !free || names.has(schema)) return;
    taken.add(free);
    names.add(schema, { id: free });
  };

  for (const wanted of entityRows)
    for (const { name: rowName, area, id, row } of operations)
      if (rowName === wanted && row.response) name(itemOf(row.response), nounOf(area), `${id}Response`);
  for (const { id, row } of operations) {
    if (row.body) name(row.body, `${id}Request`);
    if (row.response) name(itemOf(row.response), `${id}Response`);
  }
  for (const [schema, place] of findReused(operations, names))
    name(schema, place, ...Array.from({ length: 9 }, (_, index) => `${place}${index + 2}`));
  return names;
};

/** Lists are of the thing that has the name. */
const itemOf = (schema: Schema): Schema => {
  const [inner] = schema._zod.def.type === 'array' ? partsOf(schema) : [];
  return inner?.schema ?? schema;
};

/** One schema stands for it wherever it occurs, and the name of one of the places would be wrong at the others. */
const isAnyObject = ({ _zod: { def } }: Schema) =>
  def.type === 'record' && (def as z.core.$ZodRecordDef).valueType._zod.def.type === 'unknown';

/** Schemas that have no name yet and occur in several places, or in themselves. */
const findReused = (operations: readonly Operation[], names: ReturnType<typeof nameSchemas>) => {
  const places = new Map<Schema, string>();
  const reused = new Map<Schema, string>();
  const visit = (schema: Schema, place: string) => {
    const known = places.get(schema);
    if (known !== undefined) return void reused.set(schema, known);
    const here = names.get(schema)?.id ?? place;
    places.set(schema, here);
    for (const { schema: part, field = '' } of partsOf(schema)) visit(part, `${here}${pascal(field)}`);
  };
  for (const { id, row } of operations) {
    if (row.body) visit(row.body, `${id}Request`);
    if (row.response) visit(row.response, `${id}Response`);
  }
  return reused;
};

const pascal = (field: string) =>
  field
    .split(/\W+/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

type Part = { schema: Schema; field?: string };

/** The schemas that a schema is made of. */
const partsOf = (schema: Schema): Part[] => {
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def'];
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([field, part]) => ({ schema: part, field }));
    case 'array':
      return [{ schema: def.element }];
    case 'union':
      return def.options.map(option => ({ schema: option }));
    case 'record':
      return [{ schema: def.valueType }];
    case 'intersection':
      return [{ schema: def.left }, { schema: def.right }];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
    case 'catch':
      return [{ schema: def.innerType }];
    case 'pipe':
      return [{ schema: def.in }, { schema: def.out }];
    case 'lazy':
      return [{ schema: def.getter() }];
    default:
      return [];
  }
};
