import { sql } from 'kysely';

/** Manipulations of the history of tenant `t` with access to the database, each of which has to be detected. */
export const chainAttacks = {
  'an edited entry': {
    run: sql`update changes set entries = jsonb_set(entries, '{0,after,name}', '"Innocent"')
      where tenant_id = 't' and sequence = 4`,
    found: { kind: 'edited', sequence: 4 },
  },
  'another actor': {
    run: sql`update changes set actor = '{"kind": "user", "id": "scapegoat"}' where tenant_id = 't' and sequence = 3`,
    found: { kind: 'edited', sequence: 3 },
  },
  'another time': {
    run: sql`update changes set created_at = created_at + interval '1 microsecond'
      where tenant_id = 't' and sequence = 5`,
    found: { kind: 'edited', sequence: 5 },
  },
  'a deleted change': {
    run: sql`delete from changes where tenant_id = 't' and sequence = 4`,
    found: { kind: 'missing', sequence: 4 },
  },
  'a deleted change whose place is closed': {
    run: sql`with gone as (delete from changes where tenant_id = 't' and sequence = 8 returning 1)
      update change_chains set sequence = 7, hash = (select hash from changes where tenant_id = 't' and sequence = 7)
      where tenant_id = 't'`,
    found: { kind: 'missing', sequence: 8 },
    isSeenOnlyFromOutside: true,
  },
  'the newest changes deleted': {
    run: sql`delete from changes where tenant_id = 't' and sequence > 5`,
    found: { kind: 'missing', sequence: 6 },
  },
  'all changes deleted, and the chain with them': {
    run: sql`with gone as (delete from changes where tenant_id = 't' returning 1)
      delete from change_chains where tenant_id = 't'`,
    found: { kind: 'missing', sequence: 1 },
    isSeenOnlyFromOutside: true,
  },
  'the oldest changes deleted': {
    run: sql`delete from changes where tenant_id = 't' and sequence < 3`,
    found: { kind: 'missing', sequence: 1 },
  },
  'two changes swapped': {
    run: sql`with moved as (
        update changes set sequence = sequence + 1000 where tenant_id = 't' and sequence in (3, 6) returning 1)
      select 1`,
    afterwards: sql`update changes set sequence = case sequence when 1003 then 6 else 3 end
      where tenant_id = 't' and sequence > 1000`,
    found: { kind: 'reordered', sequence: 3 },
  },
  'a change inserted between others': {
    run: sql`update changes set sequence = sequence + 1000 where tenant_id = 't' and sequence >= 4`,
    afterwards: sql`
      with shifted as (
        update changes set sequence = sequence - 999 where tenant_id = 't' and sequence > 1000 returning 1)
      insert into changes (tenant_id, id, actor, via, request_id, object_kind, object_id, entries, sequence, hash)
      select tenant_id, 'forged', actor, via, request_id, object_kind, object_id, entries, 4, hash
      from changes where tenant_id = 't' and sequence = 3`,
    found: { kind: 'inserted', sequence: 4 },
  },
  'a change dated back that gets its link from us': {
    run: sql`
      insert into changes (tenant_id, id, actor, via, request_id, object_kind, object_id, entries, created_at)
      select tenant_id, 'forged', actor, via, request_id, object_kind, object_id, entries, created_at - interval '2 days'
      from changes where tenant_id = 't' and sequence = 3`,
    found: { kind: 'inserted', sequence: 9 },
  },
} as const;
