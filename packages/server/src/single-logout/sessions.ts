import { type Kysely, sql } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { PeerKey, Subject } from '../domain/saml-participants.ts';
import type { Peer } from './peer.ts';

/** A participant that is notified when sessions end. */
export type Participant = PeerKey & Subject;

/**
 * The sessions that the other side means: those it knows under this name, and under these indexes where it says some.
 */
export const findMeant = async (
  db: Kysely<Tables>,
  peer: PeerKey,
  { nameId, sessionIndexes }: Pick<Subject, 'nameId' | 'sessionIndexes'>,
) => {
  const known = await db
    .selectFrom('samlSessions')
    .select(['sessionUid', 'userId', 'sessionIndex'])
    .where('peerKind', '=', peer.kind)
    .where('peerId', '=', peer.id)
    .where('nameId', '=', nameId)
    .execute();
  if (sessionIndexes.length === 0) return known;
  return known.filter(({ sessionIndex }) => sessionIndex !== null && sessionIndexes.includes(sessionIndex));
};

/** Takes out who knows of sessions that end, so that each side hears of it once. */
export const takeParticipants = async (
  { db }: Pick<Write, 'db'>,
  sessionUids: readonly string[],
): Promise<Participant[]> => {
  if (sessionUids.length === 0) return [];
  const rows = await db
    .deleteFrom('samlSessions')
    .where(sql<boolean>`session_uid = any(${[...sessionUids]})`)
    .returning(['peerKind', 'peerId', 'nameId', 'nameIdFormat', 'sessionIndex', 'createdAt'])
    .execute();
  // The identity provider last: it may not send the browser back.
  const ordered = rows.toSorted(
    (one, other) => one.peerKind.localeCompare(other.peerKind) || one.createdAt - other.createdAt,
  );
  const groups = Map.groupBy(ordered, ({ peerKind, peerId, nameId }) =>
    JSON.stringify([peerKind, peerId, nameId]),
  );
  return [...groups.values()].map(group => {
    const [{ peerKind, peerId, nameId, nameIdFormat }] = group as [(typeof rows)[number]];
    const sessionIndexes = group.flatMap(({ sessionIndex }) => sessionIndex ?? []);
    return { kind: peerKind, id: peerId, nameId, nameIdFormat, sessionIndexes };
  });
};

export const isSame = (one: PeerKey, other: PeerKey | Peer) => one.kind === other.kind && one.id === other.id;
