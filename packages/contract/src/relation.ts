import { z } from 'zod';
import { type Row, type Rows, unknownRelation } from './endpoint.ts';
import type { EntityKind } from './entities.ts';
import type { HookEvent } from './events.ts';
import { idList } from './fields.ts';
import type { Permission } from './scopes.ts';

/**
 * The four rows of a relation: list what hangs from an object, add some of it, replace all, remove one. Adding what is
 * there already is no error.
 */
export const relation = <
  Path extends string,
  const Child extends string,
  const Ids extends string,
  Item extends z.core.$ZodType,
  const Paging extends NonNullable<Row['paging']>,
>(definition: {
  path: Path;
  /** As text: `a member` and `members`, of `an organization`. */
  one: string;
  many: string;
  owner: string;
  /** The path parameter that names one of them. */
  child: Child;
  /** The field of the body that names several. */
  ids: Ids;
  item: Item;
  paging: Paging;
  read: Permission;
  write: Permission;
  change: EntityKind;
  event?: HookEvent;
  /** The errors for a path that leads to nothing, if they are not the usual ones. */
  unknown?: NonNullable<Row['unknown']>;
  errors?: NonNullable<Row['errors']>;
}) => {
  const { path, one, many, owner, child, ids, item, paging, read, write, change, event, unknown } =
    definition;
  const shape = <List extends z.ZodType>(list: List) => ({ [ids]: list }) as Record<Ids, List>;
  const writes = { permission: write, change, event };
  const missing = unknown ? { unknown } : {};
  const errors = definition.errors ?? [];
  const adds = { ...writes, ...missing, errors: [...errors, unknownRelation] };
  return {
    list: {
      method: 'get',
      path,
      summary: `List the ${many} of ${owner}`,
      response: z.array(item),
      status: 200,
      permission: read,
      paging,
      ...missing,
    },
    add: {
      method: 'post',
      path,
      summary: `Add ${many} to ${owner}`,
      body: z.strictObject(shape(idList.min(1))),
      response: z.object(shape(idList)),
      status: 201,
      ...adds,
    },
    replace: {
      method: 'put',
      path,
      summary: `Replace the ${many} of ${owner}`,
      body: z.strictObject(shape(idList)),
      status: 204,
      ...adds,
    },
    remove: {
      method: 'delete',
      path: `${path}/:${child}`,
      summary: `Remove ${one} from ${owner}`,
      status: 204,
      ...writes,
      ...(unknown ? { unknown: [...unknown, 'entity.not_found'] } : {}),
      errors,
    },
  } as const satisfies Rows;
};
