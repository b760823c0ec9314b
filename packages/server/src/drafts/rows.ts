import { management } from '@gatehouse/contract/apis.ts';
import { configurationControl } from '@gatehouse/contract/configuration-control.ts';
import type { DraftMethod } from '@gatehouse/contract/drafts.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import { bundleKinds } from '../bundles/kinds.ts';
import { RequestError } from '../request-error.ts';

/** The configuration that files can hold. Whether a custom domain can be used is up to other servers. */
const kinds = new Set<string>(bundleKinds.map(({ entity }) => entity).filter(kind => kind !== 'domain'));

/**
 * Parts of this configuration that files do not hold: custom domains, which other servers hear of, users, and keys, which
 * take long to make.
 */
const otherParts = /\/(custom-domains|users|secrets|legacy-secret|signing-keys?|encryption-keys)(\/|$)/;

/** Its rules are part of the configuration, although no file holds them. */
const control: Row = configurationControl.update;

/** Whether requests of this row can be part of a draft. */
export const isDraftable = (row: Row) => {
  const { change, takesFile, path } = row;
  return (
    row === control || (change !== undefined && kinds.has(change) && !takesFile && !otherParts.test(path))
  );
};

type Named = { area: string; name: string; row: Row };

const segmentsOf = (path: string) => path.split('/').slice(1);

const isParameter = (segment: string) => segment.startsWith(':');

/** Fixed segments are meant before parameters. */
const rows: readonly (Named & { segments: readonly string[] })[] = Object.entries(management)
  .flatMap(([area, ofArea]) =>
    Object.entries(ofArea).map(([name, row]: [string, Row]) => ({ area, name, row })),
  )
  .filter(({ row }) => isDraftable(row))
  .map(named => ({ ...named, segments: segmentsOf(named.row.path) }))
  .toSorted(
    (one, other) => one.segments.filter(isParameter).length - other.segments.filter(isParameter).length,
  );

/** A request by the row that it is for. */
export type DraftCall = Named & { params: Record<string, string>; query: Record<string, unknown> };

/** Finds the row of a request; refuses those that change nothing of the configuration. */
export const callOf = ({ method, path }: { method: DraftMethod; path: string }): DraftCall => {
  const [pathname = '', search = ''] = path.split('?');
  const segments = segmentsOf(pathname);
  const found = rows.find(
    each =>
      each.row.method === method.toLowerCase() &&
      each.segments.length === segments.length &&
      each.segments.every((segment, index) => isParameter(segment) || segment === segments[index]),
  );
  if (!found) throw new RequestError('draft.unsupported_request', { data: { method, path } });
  const params = found.segments.flatMap((segment, index) =>
    isParameter(segment) ? [[segment.slice(1), decode(segments[index] ?? '')] as const] : [],
  );
  const { area, name, row } = found;
  return { area, name, row, params: Object.fromEntries(params), query: queryOf(search) };
};

const decode = (segment: string) => {
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw new RequestError('entity.not_found', { cause });
  }
};

const queryOf = (search: string) => {
  const values = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(values.keys())].map(name => {
      const all = values.getAll(name);
      return [name, all.length > 1 ? all : all[0]];
    }),
  );
};
