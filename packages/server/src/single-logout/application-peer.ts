import { findSamlApplication, findSigningSecret } from '../saml/applications.ts';
import { identityProviderOf } from '../saml/metadata.ts';
import { readCertificates } from '../saml/read-certificates.ts';
import type { Dependencies, Peer } from './peer.ts';

/** The service provider of a SAML application. */
export const findApplicationPeer = async ({ tenant, vault }: Dependencies, id: string): Promise<Peer> => {
  const { application, key } = await tenant.database.read(async db => ({
    application: await findSamlApplication(db, id),
    key: await findSigningSecret(db, vault, id),
  }));
  const { name, entityId, requestSigning, singleLogout } = application;
  return {
    kind: 'application',
    id,
    name,
    entityId: entityId ?? '',
    own: identityProviderOf(tenant.endpoint, id),
    certificates: requestSigning ? readCertificates(requestSigning.certificate) : [],
    service: singleLogout ?? undefined,
    key,
    isTold: true,
  };
};
