import type { Kysely } from 'kysely';
import type { Write } from '../../database/database.ts';
import type { TableName, Tables } from '../../database/tables.ts';
import {
  addRelated,
  asUnknownRelated,
  type Relation,
  type RelationDelta,
  removeRelated,
  replaceRelated,
} from '../../domain/relations.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Services } from '../../services.ts';

type WriteContext<Params, Body> = {
  tx: Write;
  db: Kysely<Tables>;
  params: Params;
  body: Body;
  tenant: Tenant;
  services: Services;
};

/** The handlers that write a relation of the contract. What its list shows is for each to say. */
export const relate = <
  T extends TableName,
  Params extends object,
  const Ids extends string,
  const Child extends string,
  Body = Record<Ids, string[]>,
>(definition: {
  relation(params: Params): Relation<T>;
  /** The field of the body that names several. */
  ids: Ids;
  /** The path parameter that names one of them. */
  child: Child;
  /** Throws when there is nothing to relate to. */
  requireParent(db: Kysely<Tables>, params: Params): Promise<unknown>;
  /** Finds the IDs to relate when the body does not list them directly. Throws when they cannot be related. */
  resolve?(context: WriteContext<Params, Body>): Promise<string[]>;
  tell?(tx: Write, params: Params, delta: RelationDelta): void;
}) => {
  const { relation, ids, child, requireParent, tell } = definition;
  const { resolve = async ({ body }) => (body as Record<Ids, string[]>)[ids] } = definition;

  const requireRelatable = (db: Kysely<Tables>, params: Params) =>
    requireParent(db, params).catch(asUnknownRelated);

  return {
    async add(context: WriteContext<Params, Body>) {
      const { tx, db, params } = context;
      await requireRelatable(db, params);
      const wanted = await resolve(context);
      const delta = await addRelated(tx, relation(params), wanted).catch(asUnknownRelated);
      tell?.(tx, params, delta);
      return { [ids]: wanted } as Record<Ids, string[]>;
    },

    async replace(context: WriteContext<Params, Body>) {
      const { tx, db, params } = context;
      await requireRelatable(db, params);
      const wanted = await resolve(context);
      const delta = await replaceRelated(tx, relation(params), wanted).catch(asUnknownRelated);
      tell?.(tx, params, delta);
    },

    async remove({
      tx,
      db,
      params,
    }: Pick<WriteContext<Params & Record<Child, string>, unknown>, 'tx' | 'db' | 'params'>) {
      await requireParent(db, params);
      const delta = await removeRelated(tx, relation(params), params[child]);
      tell?.(tx, params, delta);
    },
  };
};
