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
  /** What its signatures are verified with. Without any, it cannot ask for anything. */
  certificates: readonly X509Certificate[];
  /** Where it takes our messages; missing where it takes none. */
  service: SamlSingleLogout | undefined;
  /** What we sign with. */
  key: { privateKey: string; certificate: string } | undefined;
  /** Whether it hears of sign-outs that it did not ask for. */
  isTold: boolean;
};

export type Dependencies = { tenant: Tenant; vault: Vault; outgoing: Outgoing };
