import { runConnector } from '../connectors/run.ts';
import type { PeerKey } from '../domain/saml-participants.ts';
import { RequestError } from '../request-error.ts';
import { findApplicationPeer } from './application-peer.ts';
import { findConnectorPeer } from './connector-peer.ts';
import type { Dependencies, Peer } from './peer.ts';

/** The peer of a message. */
export const requirePeer = (dependencies: Dependencies, { kind, id }: PeerKey): Promise<Peer> =>
  kind === 'application'
    ? findApplicationPeer(dependencies, id)
    : runConnector(() => findConnectorPeer(dependencies, id));

/** The same; nothing where it was deleted meanwhile, or does not say who it is. */
export const findPeer = async (dependencies: Dependencies, key: PeerKey): Promise<Peer | undefined> => {
  try {
    return await requirePeer(dependencies, key);
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
};
