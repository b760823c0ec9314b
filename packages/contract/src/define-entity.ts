/** Tenant data that servers cache. A write announces the topics of its tables, and the cached data is read again. */
export type CacheTopic =
  | 'clients'
  | 'domains'
  | 'keys'
  | 'members'
  | 'people'
  | 'person-keys'
  | 'resources'
  | 'roles'
  | 'sign-in-experience'
  | 'tenant';

export type TableFacts = {
  /** Columns whose values never enter a change record: it holds fingerprints of them. */
  readonly secrets?: readonly string[];
  /** A row is useless without this secret, so undoing a deletion cannot bring it back. */
  readonly essential?: string;
  /** Columns whose changes are reported and never undone. */
  readonly lasting?: readonly string[];
  /** The caches that read the table. */
  readonly caches?: readonly CacheTopic[];
  readonly events?: TableEvents;
};

/** Webhooks hear of rows as `<of>.Created`, `<of>.Data.Updated` and `<of>.Deleted`, and of what else can happen to them. */
export type TableEvents = { readonly of: string; readonly also?: readonly string[] };

/** One more object uses up one of these. `null` is unlimited. */
export type EntityQuota = {
  readonly key: `${string}Limit`;
  readonly free: number;
  readonly pro: number | null;
};

export type Entity = {
  /** Its permissions are `<area>:read` and `<area>:write`. Several kinds of objects can share an area. */
  readonly area: string;
  /** One of it, with its article, and several, as the API documentation calls them. */
  readonly names: readonly [string, string];
  /** Its purpose, in one sentence for the API documentation. */
  readonly about?: string;
  /** By the names the code gives them: the table of the objects first, then those of their parts. */
  readonly tables: Readonly<Record<string, TableFacts>>;
  readonly quota?: EntityQuota;
};

/** Checks the row and keeps its literal types, from which permissions, events and limits get theirs. */
export const defineEntity = <const E extends Entity>(entity: E): E => entity;
