import { createHmac, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { Vault } from '../vault.ts';
import { createOpener, type Opened } from './open.ts';
import type { PersonKey } from './person-key.ts';
import { sealedSubjects, sealValue } from './sealed-values.ts';

/** Seals values of the people it was made for. */
export type Sealer = {
  /** Returns the sealed text to store, or null for an erased user. */
  seal(subject: string, value: unknown): string | null;
  /** The subject of an email address or a phone number that belongs to no user. */
  identifierSubject(identifier: string): string;
  /** Keys that were made for new people and are stored with what they seal. */
  newKeys: { subject: string; key: string }[];
  /** After the commit: from now on these keys are known here. */
  keep(): void;
};

export type PersonKeys = ReturnType<typeof createPersonKeys>;

type Wanted = {
  subjects: Iterable<string>;
  /** People whom this very write creates: they cannot have a key yet. */
  newSubjects?: ReadonlySet<string>;
  /** Identifiers that belong to no user: addresses and numbers. */
  identifiers?: Iterable<string>;
  /** Keys that the same write has made before. */
  made?: Map<string, PersonKey>;
};

const keyBytes = 32;
const cacheLimit = 20_000;

/** Keys of people: made with the first thing that is sealed, kept in a bounded cache, destroyed by erasure. */
export const createPersonKeys = (vault: Vault) => {
  const seal = createKeySeal(vault);
  const cache = createKeyCache();
  const tenantKey = createTenantKeys(seal);

  /** The keys that are known here or stored; a subject without one is left out. */
  const find = async (db: Kysely<Tables>, tenantId: string, subjects: readonly string[]) => {
    const found = new Map<string, PersonKey>();
    const missing: string[] = [];
    for (const subject of new Set(subjects)) {
      const key = cache.get(tenantId, subject);
      if (key === undefined) missing.push(subject);
      else found.set(subject, key);
    }
    if (!missing.length) return found;
    const remember = cache.beginAsking(tenantId);
    const { rows } = await sql<{ subject: string; key: string | null }>`
      select subject, key from person_keys
      where tenant_id = ${tenantId} and subject = any(${missing}::text[])`.execute(db);
    for (const row of rows) {
      const key = seal.openKey(row.key);
      remember(row.subject, key);
      found.set(row.subject, key);
    }
    return found;
  };

  return {
    tenantKey,

    /** Creates a sealer for these users. Needs no query if their keys are cached. */
    async sealer(db: Kysely<Tables>, tenantId: string, wanted: Wanted): Promise<Sealer> {
      const remember = cache.beginAsking(tenantId);
      const identifiers = [...new Set(wanted.identifiers)];
      const marks = identifiers.length ? await tenantKey(db, tenantId, 'identifiers') : undefined;
      const markOf = (identifier: string) => identifierMark(marks!.key, identifier);
      const { made = new Map<string, PersonKey>() } = wanted;
      const isNew = (subject: string) => wanted.newSubjects?.has(subject) && !made.has(subject);
      const subjects = [...new Set([...wanted.subjects, ...identifiers.map(markOf)])];
      const stored = subjects.filter(subject => !isNew(subject) && !made.has(subject));
      const keys = await find(db, tenantId, stored);
      const absent = stored.filter(subject => !keys.has(subject));
      if (absent.length)
        for (const [subject, key] of await createKeys(seal, db, tenantId, absent)) made.set(subject, key);
      const newKeys: Sealer['newKeys'] = [];
      for (const subject of subjects.filter(isNew)) {
        const { key, sealed } = seal.makeKey();
        made.set(subject, key);
        newKeys.push({ subject, key: sealed });
      }
      for (const [subject, key] of made) keys.set(subject, key);
      return {
        newKeys,
        identifierSubject: markOf,
        seal(subject, value) {
          const key = keys.get(subject);
          if (key === undefined) throw new Error(`No key was asked for to seal what belongs to ${subject}.`);
          return key && sealValue(key, { tenantId, subject }, value);
        },
        keep() {
          marks?.keep();
          for (const [subject, key] of made) remember(subject, key);
        },
      };
    },

    /** Opens what is sealed anywhere in the given rows; one statement at most for all of them. */
    async open<Row>(db: Kysely<Tables>, tenantId: string, rows: readonly Row[]): Promise<Opened<Row>[]> {
      const subjects = rows.flatMap(row => sealedSubjects(row));
      const keys = subjects.length ? await find(db, tenantId, subjects) : new Map<string, PersonKey>();
      const open = createOpener(tenantId, keys);
      return rows.map(row => open(row));
    },

    /** The subjects of identifiers, for erasure. */
    async identifierSubjects(db: Kysely<Tables>, tenantId: string, identifiers: readonly string[]) {
      const { key } = await tenantKey(db, tenantId, 'identifiers');
      return identifiers.map(identifier => identifierMark(key, identifier));
    },

    /** A user of the tenant was erased, or the state is unknown. */
    forget: cache.forget,
  };
};

/** The cache key of a person's key. */
const place = (tenantId: string, subject: string) => `${tenantId} ${subject}`;

/** Keys of people by tenant, as many as fit. Null stands for a person who was erased. */
const createKeyCache = () => {
  const keys = new Map<string, PersonKey>();
  /** Counts how often the cache was cleared. Keys requested before the last time are not cached. */
  let epoch = 0;
  return {
    get: (tenantId: string, subject: string) => keys.get(place(tenantId, subject)),
    /** Called before the database is asked. Gives what keeps the answers. */
    beginAsking(tenantId: string) {
      const askedIn = epoch;
      return (subject: string, key: PersonKey) => {
        if (askedIn !== epoch) return;
        const name = place(tenantId, subject);
        keys.delete(name);
        keys.set(name, key);
        if (keys.size > cacheLimit) keys.delete(keys.keys().next().value!);
      };
    },
    forget(tenantId: string) {
      epoch += 1;
      if (tenantId === '*') keys.clear();
      for (const name of keys.keys()) if (name.startsWith(`${tenantId} `)) keys.delete(name);
    },
  };
};

type KeySeal = ReturnType<typeof createKeySeal>;

/** Makes keys, and opens those that are stored under the key of the server. */
const createKeySeal = (vault: Vault) => ({
  openKey: (sealed: string | null) => (sealed === null ? null : Buffer.from(vault.open(sealed), 'base64url')),
  makeKey() {
    const key = randomBytes(keyBytes);
    return { key, sealed: vault.seal(key.toString('base64url')) };
  },
});

/**
 * The first writer creates the key, and the others get that one. In order, so that two writers never wait for each
 * other.
 */
const createKeys = async (
  { makeKey, openKey }: KeySeal,
  db: Kysely<Tables>,
  tenantId: string,
  subjects: readonly string[],
) => {
  const made = JSON.stringify(subjects.toSorted().map(subject => ({ subject, key: makeKey().sealed })));
  const { rows } = await sql<{ subject: string; key: string | null }>`
    insert into person_keys (tenant_id, subject, key)
    select ${tenantId}, subject, key from jsonb_to_recordset(${made}::jsonb) as made (subject text, key text)
    order by subject
    on conflict (tenant_id, subject) do update set subject = excluded.subject
    returning subject, key`.execute(db);
  return new Map(rows.map(row => [row.subject, openKey(row.key)]));
};

/** Keys of tenants themselves, one for each purpose. */
const createTenantKeys = ({ openKey, makeKey }: KeySeal) => {
  const known = new Map<string, Buffer>();
  return async (db: Kysely<Tables>, tenantId: string, purpose: string) => {
    const name = place(tenantId, purpose);
    const cached = known.get(name);
    if (cached) return { key: cached, keep: () => undefined };
    const { rows } = await sql<{ key: string }>`
      insert into tenant_keys (tenant_id, purpose, key) values (${tenantId}, ${purpose}, ${makeKey().sealed})
      on conflict (tenant_id, purpose) do update set purpose = excluded.purpose
      returning key`.execute(db);
    const key = openKey(rows[0]!.key)!;
    return { key, keep: () => void known.set(name, key) };
  };
};

const identifierMark = (key: Buffer, identifier: string) =>
  `~${createHmac('sha256', key).update(identifier.trim().toLowerCase()).digest('base64url')}`;
