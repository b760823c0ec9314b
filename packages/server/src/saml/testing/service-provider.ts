import { SAML, type SamlConfig } from '@node-saml/node-saml';
import { findIdentityProvider } from '../../sso/saml-metadata.ts';

export const acs = 'https://sp.example/acs';
export const entityId = 'https://sp.example';

/** Reads the published identity provider metadata of a SAML application. */
export const readMetadata = async (origin: string, applicationId: string) => {
  const answer = await fetch(`${origin}/api/saml-applications/${applicationId}/metadata`);
  return findIdentityProvider({} as never, { metadata: await answer.text() });
};

/** A service provider as others write them: it knows our metadata and nothing else. */
export const createServiceProvider = async (
  origin: string,
  applicationId: string,
  options: Partial<SamlConfig> = {},
) => {
  const idp = await readMetadata(origin, applicationId);
  return new SAML({
    idpCert: idp.certificates,
    issuer: entityId,
    audience: entityId,
    callbackUrl: acs,
    entryPoint: idp.signInEndpoint,
    identifierFormat: null,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    ...options,
  });
};
