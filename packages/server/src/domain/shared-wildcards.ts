import { hasWildcard } from '@gatehouse/contract/redirect-uris.ts';
import { getPublicSuffix } from 'tldts';

/**
 * Whether anyone could get a host that matches the wildcard, such as one below `co.uk` or below `vercel.app`, where
 * hosts are given away.
 */
export const isSharedWildcard = (uri: string) => {
  const host = hasWildcard(uri) ? URL.parse(uri.replace('*', 'any'))?.hostname : undefined;
  const domain = host?.slice(host.indexOf('.') + 1);
  return domain !== undefined && getPublicSuffix(domain, { allowPrivateDomains: true }) === domain;
};
