import type { Row } from '@gatehouse/contract/endpoint.ts';
import { judgeForLimits, type LimitedArea } from '@gatehouse/contract/limited-requests.ts';
import type { LimitedRole } from '@gatehouse/contract/limited-roles.ts';
import { RequestError } from '../request-error.ts';

/** The permissions of limited roles for one request. */
export type LimitedAccess = { permissions: ReadonlySet<string>; roles: readonly LimitedRole[] };

type Asked = Pick<Row, 'method' | 'path' | 'permission' | 'shows'>;

/** Nothing unless the roles have the permissions of the row, for the object that the path names. */
export const limitedAccess = (
  roles: readonly LimitedRole[],
  row: Asked,
  params: Readonly<Record<string, unknown>>,
): LimitedAccess | undefined => {
  const judged = judgeForLimits(row);
  if (judged === 'refused') return undefined;
  const needed = [row.permission, ...(row.shows ?? [])];
  const able = roles.filter(
    role =>
      needed.every(permission => role.permissions.some(held => held === permission)) &&
      (typeof judged === 'string' || role[judged.area].includes(String(params[judged.param]))),
  );
  if (able.length === 0) return undefined;
  return { permissions: new Set(able.flatMap(({ permissions }) => permissions)), roles: able };
};

type Limited = { limited?: LimitedAccess };

/** The objects that a caller is limited to; undefined for callers that reach all of them. */
export const reachOf = ({ limited }: Limited, area: LimitedArea): string[] | undefined =>
  limited && [...new Set(limited.roles.flatMap(role => role[area]))];

/** Objects out of reach do not exist for the caller. */
export const requireReach = (caller: Limited, area: LimitedArea, id: string) => {
  const ids = reachOf(caller, area);
  if (ids && !ids.includes(id)) throw new RequestError('auth.forbidden');
};
