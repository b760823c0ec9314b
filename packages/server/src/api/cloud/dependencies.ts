import { audienceOf } from '../../domain/management-audience.ts';
import type { Services } from '../../services.ts';

/** The services that the tenant rules need from the running server. */
export const cloudDependencies = ({ env, database, vault, payments }: Services) => ({
  database,
  vault,
  now: payments.now,
  audienceOf: (tenantId: string) => audienceOf(env, tenantId),
});
