import { tenantEndpoint } from '../../session/tenant.ts';

/** The OpenID Connect endpoints of the tenant. */
export const oidcAddresses = () => {
  const issuer = `${tenantEndpoint()}/oidc`;
  return {
    issuer,
    authorization: `${issuer}/auth`,
    token: `${issuer}/token`,
    userinfo: `${issuer}/me`,
    endSession: `${issuer}/session/end`,
    jwks: `${issuer}/jwks`,
    registration: `${issuer}/register`,
    discovery: `${issuer}/.well-known/openid-configuration`,
  };
};

/** A protected site comes at the protocol and the port of every other tenant address. */
export const siteAddress = (host: string) => {
  const url = new URL(tenantEndpoint());
  url.hostname = host;
  return url.origin;
};

/** The endpoints of an application's SAML identity provider. */
export const samlAddresses = (id: string) => ({
  metadata: `${tenantEndpoint()}/api/saml-applications/${id}/metadata`,
  signIn: `${tenantEndpoint()}/api/saml/${id}/authn`,
  logout: `${tenantEndpoint()}/api/saml/${id}/logout`,
  entityId: `${tenantEndpoint()}/saml/${id}`,
  /** Starts an IdP-initiated sign-in, which the service provider has not requested. */
  begin: `${tenantEndpoint()}/api/saml/${id}/sign-in`,
});
