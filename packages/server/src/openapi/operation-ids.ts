import type { Api, Row } from '@gatehouse/contract/endpoint.ts';
import { areaOf, type Tag } from './areas.ts';

/** An API, and what comes before its paths. */
export type MountedApi = { name: string; prefix: string; rows: Api };

export type Operation = {
  api: string;
  area: string;
  name: string;
  id: string;
  tag: Tag;
  path: string;
  row: Row;
};

/** The operations of several APIs, each with its own ID. */
export const listOperations = (apis: readonly MountedApi[]): Operation[] => {
  const taken = new Set<string>();
  const paths = new Map<string, string>();
  return apis.flatMap(({ name: api, prefix, rows }) =>
    Object.entries(rows).flatMap(([area, ofArea]) =>
      Object.entries(ofArea).map(([name, row]) => {
        const id = operationId(area, name);
        const ownId = taken.has(id) ? `${capitalize(api)}${id}` : id;
        taken.add(ownId);
        return {
          api,
          id: ownId,
          tag: areaOf(api, area, ofArea),
          area,
          name,
          row,
          path: onePath(paths, `${prefix}${row.path}`),
        };
      }),
    ),
  );
};

/** Rows of one path may name its parameters differently; in a document that would be two paths. */
const onePath = (known: Map<string, string>, path: string) => {
  const shape = path.replace(/:\w+/g, '{}');
  const spelled = known.get(shape) ?? path.replace(/:(\w+)/g, '{$1}');
  known.set(shape, spelled);
  return spelled;
};

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The singular of an area: Resource for resources. */
export const nounOf = (area: string) =>
  capitalize(area)
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '');

const verbs: Readonly<Record<string, string>> = { read: 'Get' };

/** ListResources, CreateResource, ListResourceScopes … */
const operationId = (area: string, name: string) => {
  const [, verb = name, rest = ''] = /^([a-z]+)(.*)$/.exec(name) ?? [];
  const noun = name === 'list' ? capitalize(area) : nounOf(area);
  return `${verbs[verb] ?? capitalize(verb)}${noun}${rest}`;
};
