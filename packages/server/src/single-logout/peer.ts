import type { X509Certificate } from 'node:crypto';
import type { SamlSingleLogout } from '@gatehouse/contract/saml.ts';
import type { Vault } from '../database/vault.ts';
import type { PeerKey } from '../domain/saml-participants.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';

/**
 * The other side of a session by SAML: the service provider of an application, or the identity provider of a connector.
 * Both speak of logout in the same words.
 */
export type Peer = PeerKey & {
  name: string;
  entityId: string;
  /** Our identity at the peer, and where we receive its messages. */
  own: { entityId: string; logoutEndpoint: string };
  /** Certificates that verify the peer's signatures. Without any, the peer cannot send requests. */
  certificates: readonly X509Certificate[];
  /** The peer's logout service, if it accepts messages. */
  service: SamlSingleLogout | undefined;
  /** The key that signs our messages. */
  key: { privateKey: string; certificate: string } | undefined;
  /** Whether the peer is notified of sign-outs that it did not request. */
  isTold: boolean;
};

export type Dependencies = { tenant: Tenant; vault: Vault; outgoing: Outgoing };
