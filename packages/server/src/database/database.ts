import type { CacheTopic } from '@gatehouse/contract/define-entity.ts';
import type { HookEvent } from '@gatehouse/contract/events.ts';
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Opened } from './people/open.ts';
import type { PersonKeys, Sealer } from './people/person-keys.ts';
import type { ChangeEntry, Origin, TableName, Tables } from './tables.ts';

export type { Origin } from './tables.ts';

export type Database = {
  kind: 'embedded' | 'postgresql';
  /** The only way for product code: everything it reads and writes belongs to this tenant. */
  tenant(tenantId: string): TenantDatabase;
  /** Across tenants, in one transaction: seeding, jobs, health. */
  system<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** The keys under which history, logs, events and job results keep what belongs to people. */
  people: PersonKeys;
  /** Makes the caches of this process forget at once; a word over the channel comes later. */
  forget: InvalidationListener;
  /**
   * Called after a commit of any process. After a lost connection it is called with `('*', '*')`: forget everything.
   */
  onInvalidate(listener: InvalidationListener): () => void;
  /** Asked inside each recorded write, once its work is done; what it throws undoes the write. */
  guardWrites(guard: WriteGuard): void;
  /** Called after a commit of this process that queued events with a subscriber. */
  onEvents(listener: () => void): () => void;
  /**
   * Removes what deleted rows have left in the files of the embedded database, and in the statistics of PostgreSQL,
   * which cleans its files in its own time.
   */
  scrub(): Promise<void>;
  /** A copy of the embedded database as it is now; closing removes it. Others wait only while its files are copied. */
  copy(): Promise<Database>;
  /** Statements sent so far. */
  queryCount(): number;
  /** The wait of the oldest unanswered query, in milliseconds. */
  longestWait(): number;
  close(): Promise<void>;
};

export type TenantDatabase = {
  tenantId: string;
  /** Reads only. Inside a transaction of the same tenant it joins that one. */
  read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * The same for what reads much, on a replica where there is one: it sees everything that was acknowledged before it
   * began.
   */
  readAside<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Statements that change no configuration and leave no record. Each is a separate transaction. */
  send<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** One transaction: the work, its change record, its events and its invalidations, or nothing of them. */
  write<T>(origin: Origin, work: (tx: Write) => Promise<T>): Promise<T>;
  /** The same write, which is undone at its end: nothing is kept, announced or sent. Gives what the work gives. */
  tryWrite<T>(origin: Origin, work: (tx: Write) => Promise<T>): Promise<T>;
  /** Rows with everything readable that people's keys have sealed. */
  open<R>(db: Kysely<Tables>, rows: readonly R[]): Promise<Opened<R>[]>;
};

export type Row<T extends TableName> = Selectable<Tables[T]>;
export type NewRow<T extends TableName> = Insertable<Tables[T]>;
export type RowPatch<T extends TableName> = Updateable<Tables[T]>;
/** Rows by the values of some of their columns. */
export type RowMatch<T extends TableName> = Partial<Selectable<Tables[T]>>;

export type Write = {
  /** Unrecorded access inside the same transaction: reads, and writes that are no configuration. */
  db: Kysely<Tables>;
  insert<T extends TableName>(table: T, row: NewRow<T>): Promise<Row<T>>;
  insertMany<T extends TableName>(table: T, rows: NewRow<T>[]): Promise<Row<T>[]>;
  /** Updates the one row that matches; nothing when there is none. An empty patch only reads. */
  update<T extends TableName>(table: T, match: RowMatch<T>, patch: RowPatch<T>): Promise<Row<T> | undefined>;
  /** Deletes the rows that match, and records also the rows that go with them by cascade. */
  delete<T extends TableName>(table: T, match: RowMatch<T>): Promise<Row<T>[]>;
  /** Names the object that the change is about; without it, the first recorded row. */
  object(kind: string, id: string, name?: string): void;
  /** The same for several of a kind: the history of each lists the change. */
  objects(kind: string, objects: readonly { id: string; name: string }[]): void;
  emit(event: HookEvent, data: unknown): void;
  /** Notifies the caches of every process after commit. Recorded rows do so automatically. */
  invalidate(topic: CacheTopic): void;
  /** Undoes an earlier change as part of this one, and gives what that did; throws ChangeRefusedError. */
  revert(changeId: string): Promise<ChangeEntry[]>;
  /** Seals what unrecorded rows keep about people. */
  sealer(wanted: Parameters<PersonKeys['sealer']>[2]): Promise<Sealer>;
  /** The rows that were recorded so far. A row that is written again stays one entry. */
  entries: readonly ChangeEntry[];
  /** The id that this write's change will have. */
  changeId: string;
  /** The author of a write, and its channel. */
  origin: Origin;
};

export type WriteGuard = (
  db: Kysely<Tables>,
  tenantId: string,
  entries: readonly ChangeEntry[],
) => Promise<void>;

export type InvalidationListener = (tenantId: string, topic: CacheTopic | '*') => void;
