/** Where tenants share one host, all of a tenant is below `/t/{tenantId}`. */
const base = /^\/t\/[a-z0-9]+(?=\/|$)/.exec(window.location.pathname)?.[0] ?? '';

export const addressOf = (path: string) => `${base}${path}`;

/** The page that is open, as it is called at every tenant. */
export const currentPage = window.location.pathname.slice(base.length);
