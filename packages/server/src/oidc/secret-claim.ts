import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { type ClientSecret, secretClaim } from '../domain/client-applications.ts';
import { audienceOf } from '../domain/management-audience.ts';
import type { Environment } from '../env.ts';

/** A token for our own APIs ends with the secret that it was issued for. Other APIs have no use for that. */
export const claimOfSecret = (
  env: Pick<Environment, 'GATEHOUSE_MANAGEMENT_AUDIENCE'>,
  { tenantId, audience, secret }: { tenantId: string; audience: unknown; secret: ClientSecret | undefined },
) =>
  secret && (tenantId === adminTenantId || audience === audienceOf(env, tenantId))
    ? { [secretClaim]: secret.createdAt }
    : {};
