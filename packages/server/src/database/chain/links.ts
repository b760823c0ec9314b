import { createHash } from 'node:crypto';
import { sql } from 'kysely';

/** The hash before the first change. */
export const firstHash = '0'.repeat(64);

/** A change as it is stored, with JSON as the database prints it: numbers and the order of keys are exact. */
export type StoredChange = {
  tenantId: string;
  id: string;
  createdAt: string;
  actor: string;
  via: string;
  requestId: string;
  objectKind: string;
  objectId: string;
  objectName: string | null;
  entries: string;
  reverts: string | null;
};

export const storedColumns = sql`
  tenant_id as "tenantId", id,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt",
  actor::text as actor, via::text as via, request_id as "requestId", object_kind as "objectKind",
  object_id as "objectId", object_name as "objectName", entries::text as entries, reverts`;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Of the row as stored: what is sealed goes in as it is, so erasing a person changes nothing here. */
export const digestOf = (change: StoredChange) =>
  sha256(
    JSON.stringify([
      change.tenantId,
      change.id,
      change.createdAt,
      change.actor,
      change.via,
      change.requestId,
      change.objectKind,
      change.objectId,
      change.objectName,
      change.entries,
      change.reverts,
    ]),
  );

/** Digest and place are apart, so that a receiver without the stored row can follow the chain. */
export const hashOf = (previousHash: string, sequence: number, digest: string) =>
  sha256(`${previousHash}\n${sequence}\n${digest}`);
