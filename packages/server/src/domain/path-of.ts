import type { Tenant } from './tenant.ts';

/** Empty where the tenant has its own host; `/t/{id}` where tenants share one. */
export const pathOf = ({ endpoint }: Tenant) => new URL(endpoint).pathname.replace(/\/$/, '');
