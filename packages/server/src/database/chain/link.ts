import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, Write } from '../database.ts';
import { noteRewrite } from '../embedded/rewrites.ts';
import { sealStoredChanges } from '../people/seal-stored-changes.ts';
import type { Tables } from '../tables.ts';
import { digestOf, firstHash, hashOf, type StoredChange, storedColumns } from './links.ts';

/** Small enough that an erasure, or the next process, waits only for a moment. */
const batchSize = 500;

/** Changes hold whole rows before and after, so a few large ones make a batch too. */
const batchBytes = 8_000_000;

type SealerFor = Parameters<typeof sealStoredChanges>[0];

/** The end of a tenant's chain, locked to the end of the transaction; undefined while another process links. */
export const lockChain = async (
  db: Kysely<Tables>,
  tenantId: string,
  { isPatient }: { isPatient: boolean },
) => {
  await sql`
    insert into change_chains (tenant_id, hash, removed_hash)
    select ${tenantId}, ${firstHash}, ${firstHash}
    where not exists (select from change_chains where tenant_id = ${tenantId})
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ sequence: number; hash: string }>`
    select sequence, hash from change_chains where tenant_id = ${tenantId}
    for update ${isPatient ? sql`` : sql`skip locked`}`.execute(db);
  return rows[0];
};

/**
 * Links the changes of a tenant that are committed and not linked yet, oldest first, and seals what an earlier version has
 * left readable in them. Nothing alters a change that is linked. Gives how many it has linked.
 */
export const linkBatch = async ({ people, system }: Database, tenantId: string): Promise<number> => {
  const keepers: Array<() => void> = [];
  const count = await system(async db => {
    const chain = await lockChain(db, tenantId, { isPatient: false });
    if (!chain) return 0;
    const changes = await readUnlinked(db, tenantId, { condition: sql`true` });
    if (!changes.length) return 0;
    const sealerFor: SealerFor = async wanted => {
      const sealer = await people.sealer(db, tenantId, wanted);
      keepers.push(sealer.keep);
      return sealer;
    };
    await storeLinks(db, tenantId, chain, await sealInPlace(sealerFor, db, tenantId, changes));
    return changes.length;
  });
  for (const keep of keepers) keep();
  return count;
};

type Part = { condition: RawBuilder<unknown>; after?: StoredChange };

/**
 * Locked, because an erasure may be about to alter them. Goes from change to change: the sizes of hundreds of large ones
 * would take longer than a statement may, and none of them would ever be linked.
 */
const readUnlinked = async (db: Kysely<Tables>, tenantId: string, { condition, after }: Part) => {
  const next = (isNext: RawBuilder<unknown>) => sql`
    select id, created_at, octet_length(entries::text)::bigint as size from changes
    where tenant_id = ${tenantId} and sequence is null and ${condition} and ${isNext}
    order by changes.created_at, changes.id limit 1`;
  const isFirst = after ? sql`(created_at, id) > (${after.createdAt}::timestamptz, ${after.id})` : sql`true`;
  const { rows } = await sql<StoredChange>`
    with recursive fitting as (
      (select id, created_at, size, 1 as count from (${next(isFirst)}) first)
      union all
      select following.id, following.created_at, fitting.size + following.size, fitting.count + 1 from fitting
      cross join lateral (${next(sql`(created_at, id) > (fitting.created_at, fitting.id)`)}) following
      where fitting.count < ${batchSize} and fitting.size < ${batchBytes}
    )
    select ${storedColumns} from changes
    where tenant_id = ${tenantId} and sequence is null and id in (select id from fitting)
    order by changes.created_at, changes.id for update`.execute(db);
  return rows;
};

const sealInPlace = async (
  sealerFor: SealerFor,
  db: Kysely<Tables>,
  tenantId: string,
  changes: StoredChange[],
) => {
  const sealed = await sealStoredChanges(sealerFor, changes);
  if (!sealed.length) return changes;
  await sql`
    update changes set actor = told.actor, via = told.via, object_name = told.object_name, entries = told.entries
    from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb)
      as told (id text, actor jsonb, via jsonb, object_name text, entries jsonb)
    where changes.tenant_id = ${tenantId} and changes.id = told.id`.execute(db);
  await noteRewrite(db, tenantId, 'changes');
  const { rows } = await sql<StoredChange>`
    select ${storedColumns} from changes
    where tenant_id = ${tenantId} and id = any(${sealed.map(({ id }) => id)}::text[])`.execute(db);
  const stored = new Map(rows.map(change => [change.id, change]));
  return changes.map(change => stored.get(change.id) ?? change);
};

const storeLinks = async (
  db: Kysely<Tables>,
  tenantId: string,
  chain: { sequence: number; hash: string },
  changes: StoredChange[],
) => {
  let { sequence, hash } = chain;
  const links = changes.map(change => {
    sequence += 1;
    hash = hashOf(hash, sequence, digestOf(change));
    return { id: change.id, sequence, hash };
  });
  await sql`
    with linked as (
      update changes set sequence = link.sequence, hash = link.hash
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link (id text, sequence bigint, hash text)
      where changes.tenant_id = ${tenantId} and changes.id = link.id
    )
    update change_chains set sequence = ${sequence}, hash = ${hash} where tenant_id = ${tenantId}`.execute(
    db,
  );
};

type Person = { userId: string; identifiers: readonly string[] };

/**
 * For an erasure: seals changes of earlier versions that name the person and are not linked yet. The lock of the chain keeps
 * the linker from reading them meanwhile; keys are destroyed afterwards.
 */
export const sealUnlinkedOf = async (
  tx: Write,
  tenantId: string,
  { userId, identifiers }: Person,
): Promise<void> => {
  await lockChain(tx.db, tenantId, { isPatient: true });
  const names = [userId, ...identifiers].map(name => name.toLowerCase());
  const condition = sql`(actor_id = ${userId} or object_id = ${userId} or exists (
    select from unnest(${names}::text[]) name where position(name in lower(entries::text)) > 0))`;
  let after: StoredChange | undefined;
  do {
    const changes = await readUnlinked(tx.db, tenantId, { condition, after });
    await sealInPlace(tx.sealer, tx.db, tenantId, changes);
    after = changes.at(-1);
  } while (after);
};
