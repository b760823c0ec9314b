import { isLoopback } from '@gatehouse/contract/loopback.ts';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import type { Tenant } from '../domain/tenant.ts';
import { applicationOf } from './application-of.ts';

/**
 * The site that an error page leads back to: that of a registered address, also where the request names another one of it.
 * Developers register the address of their own computer too, which no user gets to.
 */
export const siteOf = (tenant: Tenant, { client, params }: KoaContextWithOIDC['oidc']) => {
  const sites = client ? sitesOf(client) : [];
  const asked = URL.parse(String(params?.redirect_uri))?.origin;
  const site = sites.find(each => each === asked) ?? sites.find(each => !isLoopback(each)) ?? sites[0];
  // Our own pages share their host with others, and a SAML application has no page here.
  return site === new URL(tenant.endpoint).origin ? client?.postLogoutRedirectUris?.[0] : site;
};

/** A native app listens at a loopback address only while it waits for an answer. */
const sitesOf = (client: Client) =>
  (client.redirectUris ?? [])
    .filter(uri => /^https?:\/\/[^/*]+(\/|$)/.test(uri))
    .map(uri => new URL(uri).origin)
    .filter(site => applicationOf(client).type !== 'Native' || !isLoopback(site));
