import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import { isLoopback } from '@gatehouse/contract/loopback.ts';
import { tenantAudience, tenantEndpoint } from '../../session/tenant.ts';
import { siteAddress } from './endpoint-addresses.ts';
import { type Guide, type GuideValues, placeholderSecret } from './guides/guide.ts';

const siteUrlOf = ({ protectedAppMetadata: site }: ApplicationDetail) => site && siteAddress(site.host);

/** A guide whose program runs on the reader's machine uses a registered URI there, if there is one. */
export const uriFor = (registered: readonly string[], suggested = '') =>
  (isLoopback(suggested) ? registered.find(isLoopback) : undefined) ?? (registered[0] || suggested);

/** The values that a guide's code uses for this application. */
export const valuesOf = (
  application: ApplicationDetail,
  guide: Guide,
  secret = placeholderSecret,
): GuideValues => {
  const { redirectUris, postLogoutRedirectUris } = application.oidcClientMetadata;
  return {
    endpoint: tenantEndpoint(),
    issuer: `${tenantEndpoint()}/oidc`,
    appId: application.id,
    secret,
    redirectUri: uriFor(redirectUris, guide.redirectUri),
    signOutUri: uriFor(postLogoutRedirectUris, guide.signOutUri),
    audience: tenantAudience(),
    siteUrl: siteUrlOf(application) ?? '',
  };
};

/** The guide knows the path to open, and the redirect URI knows where the application is. */
export const startUrlOf = (application: ApplicationDetail, guide: Guide) => {
  if (!guide.startUrl) return siteUrlOf(application);
  return new URL(new URL(guide.startUrl).pathname, valuesOf(application, guide).redirectUri).href;
};
