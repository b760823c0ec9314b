import type { Tenant } from './tenant.ts';
export type PeerKey = { kind: 'application' | 'connector'; id: string };

/** The user and the sessions that end, as the other side knows them. */
export type Subject = { nameId: string; nameIdFormat: string | null; sessionIndexes: string[] };

type Known = {
  sessionUid: string;
  userId: string;
  nameId: string;
  nameIdFormat: string | null;
  sessionIndex: string | null;
};

const longestName = 256;

/** Remembers that the other side knows of a session: it has to hear of its end, and may ask for it. */
export const rememberSession = async (tenant: Tenant, peer: PeerKey, known: Known) => {
  // SAML core, section 8.3.7: names are no longer. A longer one would be cut, and be that of someone else.
  if (known.nameId.length > longestName || (known.sessionIndex ?? '').length > longestName) return;
  const values = { peerKind: peer.kind, peerId: peer.id, ...known };
  await tenant.database.send(db =>
    db
      .insertInto('samlSessions')
      .values(values)
      .onConflict(conflict =>
        conflict.columns(['tenantId', 'sessionUid', 'peerKind', 'peerId']).doUpdateSet(values),
      )
      .execute(),
  );
};
