import { audienceOf, type Services } from '../../http/services.ts';

/** What the rules about tenants need of the running server. */
export const cloudMeans = ({ env, database, vault, payments }: Services) => ({
  database,
  vault,
  now: payments.now,
  audienceOf: (tenantId: string) => audienceOf(env, tenantId),
});
