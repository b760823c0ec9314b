import type { Row } from '@gatehouse/contract/endpoint.ts';
import {
  judgeForLimits,
  type LimitedArea,
  limitablePermissions,
  limitedAreaOf,
} from '@gatehouse/contract/limited-requests.ts';
import type { LimitedRole } from '@gatehouse/contract/limited-roles.ts';
import { type SqlBool, sql } from 'kysely';
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
  const area = limitedAreaOf(row.permission);
  if (judged === 'refused' || !area) return undefined;
  const heldBy = ({ permissions }: LimitedRole): readonly string[] =>
    permissions.filter(permission => limitablePermissions[area].includes(permission));
  const needed = [row.permission, ...(row.shows ?? [])];
  const able = roles.filter(
    role =>
      needed.every(permission => heldBy(role).includes(permission)) &&
      (typeof judged === 'string' || role[judged.area].includes(String(params[judged.param]))),
  );
  if (able.length === 0) return undefined;
  return { permissions: new Set(able.flatMap(heldBy)), roles: able };
};

type Limited = { limited?: LimitedAccess };

/** The objects that a caller is limited to; undefined for callers that reach all of them. */
const reachOf = ({ limited }: Limited, area: LimitedArea): string[] | undefined =>
  limited && [...new Set(limited.roles.flatMap(role => role[area]))];

/** Whether the caller reaches the object that a column names. */
export const isInReach = (caller: Limited, area: LimitedArea, column: string) => {
  const ids = reachOf(caller, area);
  return ids ? sql<SqlBool>`${sql.ref(column)} = any(${ids})` : sql<SqlBool>`true`;
};

/** Objects out of reach do not exist for the caller. */
export const requireReach = (caller: Limited, area: LimitedArea, id: string) => {
  const ids = reachOf(caller, area);
  if (ids && !ids.includes(id)) throw new RequestError('auth.forbidden');
};
