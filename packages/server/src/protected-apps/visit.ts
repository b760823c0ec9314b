import type { IncomingMessage } from 'node:http';
import type { Tenant } from '../domain/tenant.ts';
import type { Site } from './sites.ts';

/** A request to a protected site. */
export type Visit = {
  request: IncomingMessage;
  site: Site;
  tenant: Tenant;
  /** The public URL of the site, on its own host or on its custom domain. */
  address: URL;
  /** Without the query. */
  path: string;
};

/** The addresses of the provider's answer and of the end of a session, on every protected site. */
export const callbackPath = '/sign-in-callback';
export const signOutPath = '/sign-out';

/** Whether a person sees the response. Other clients cannot follow a redirect to a sign-in page. */
export const isPageLoad = ({ headers }: IncomingMessage) => {
  const { accept = '', 'sec-fetch-mode': mode, 'x-requested-with': by } = headers;
  if (headers.upgrade || by === 'XMLHttpRequest') return false;
  if (mode !== undefined) return mode === 'navigate';
  return accept.includes('text/html') || !accept.includes('json');
};
