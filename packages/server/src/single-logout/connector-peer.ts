import { X509Certificate } from 'node:crypto';
import { RequestError } from '../request-error.ts';
import { findSigningKey } from '../sso/keys.ts';
import { serviceProviderOf } from '../sso/saml.ts';
import { findIdentityProvider } from '../sso/saml-metadata.ts';
import { findSsoConnector } from '../sso/session.ts';
import type { Dependencies, Peer } from './peer.ts';

/** The identity provider of an enterprise connector by SAML. */
export const findConnectorPeer = async (
  { tenant, vault, outgoing }: Dependencies,
  connectorId: string,
): Promise<Peer> => {
  const connector = await tenant.database.read(db => findSsoConnector(db, vault, connectorId));
  if (connector?.protocol !== 'saml')
    throw new RequestError('session.connector_validation_session_not_found');
  const { id, name, config } = connector;
  const idp = await findIdentityProvider(outgoing, config);
  const { entityId, singleLogoutServiceUrl } = serviceProviderOf(tenant.endpoint, id);
  return {
    kind: 'connector',
    id,
    name,
    entityId: idp.entityId,
    own: { entityId, logoutEndpoint: singleLogoutServiceUrl },
    certificates: idp.certificates.map(pem => new X509Certificate(pem)),
    service: idp.singleLogout,
    key: await findSigningKey(tenant, vault, id),
    isTold: config.signOutAtProvider === true,
  };
};
